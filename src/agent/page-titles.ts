import { posix } from 'node:path';
import type { Site } from './checks/checked-site.ts';

type TitledPage = { file: string; title: string; address: string };

/** Pages with their titles. Only their first lines are read, because there may be thousands of pages. */
export function listPageTitles(site: Site, files: readonly string[]): TitledPage[] {
  return files.map((file) => ({ file, title: titleOf(file, site.text(file)), address: site.address(file) }));
}

const maxHead = 4_000;

function titleOf(file: string, text: string): string {
  const head = text.slice(0, maxHead);
  const inFrontMatter = /^---[ \t]*\r?\n(?:[^\n]*\n){0,60}?title:[ \t]*["']?([^"'\r\n]{1,200})/.exec(
    head,
  )?.[1];
  const markdown = /^#[ \t]+([^\r\n]{1,200})/m.exec(head)?.[1];
  const asciidoc = /^=[ \t]+([^\r\n]{1,200})/m.exec(head)?.[1];
  const underlined = /^([^\s.:=#-][^\r\n]{0,200})\r?\n(?:={3,200}|-{3,200}|\*{3,200})[ \t]*$/m.exec(
    head,
  )?.[1];
  return (inFrontMatter ?? markdown ?? asciidoc ?? underlined ?? posix.basename(file)).trim();
}
