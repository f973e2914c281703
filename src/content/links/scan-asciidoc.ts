import { posix } from 'node:path';
import { type FoundLink, newFacts, type PageFacts } from './found-link.ts';

const fence = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|```\S*)[ \t]*$/;
const macro = /(?<![\w\\:/])(xref:|link:|image::?|include::)([^[\]\s]{1,300})\[/g;
const crossReference = /<<([^<>,]{1,500})(?:,[^<>]{0,500})?>>/g;
const heading = /^(={1,6})[ \t]+(\S.{0,500})$/;

/** Headings and links of a page in AsciiDoc, as `content/asciidoc` reads them. https://docs.asciidoctor.org/asciidoc/latest/macros/ */
export function scanAsciidoc(path: string, text: string): PageFacts {
  const facts = newFacts();
  const imagesFolder = /^:imagesdir:[ \t]*(\S{1,500})[ \t]*$/m.exec(text)?.[1] ?? null;
  let open: string | null = null;
  let start = 0;
  const lines = text.split('\n');
  for (const [nth, line] of lines.entries()) {
    const isHeading = open === null && isUnderline(line, lines[nth - 1]);
    const written: string = isHeading ? '' : line.replace(/\r$/, '');
    const mark = fence.exec(written)?.[0].trimEnd();
    if (mark !== undefined && (open === null || mark === open)) open = open === null ? mark : null;
    const inBlock = open !== null || mark !== undefined;
    const [, depth, title] = inBlock ? [] : (heading.exec(line) ?? []);
    if (title !== undefined) facts.headings.push({ text: title.trim(), depth: depth!.length, line: nth + 1 });
    for (const found of linksOf(line, path, imagesFolder)) {
      if (inBlock && found.syntax !== 'file') continue;
      facts.links.push({ ...found, start: start + found.start, end: start + found.end, line: nth + 1 });
    }
    start += line.length + 1;
  }
  facts.title = facts.headings.find(({ depth }) => depth === 1)?.text ?? null;
  return facts;
}

/** Whether a line underlines a heading, where it would open a block otherwise. */
export function isUnderline(line: string, above: string | undefined): boolean {
  const title = above?.trimEnd() ?? '';
  return (
    /^(?:-{4,}|\+{4,})\s*$/.test(line) &&
    /^(?![.[:/-]).*\w/.test(title) &&
    Math.abs(title.length - line.trimEnd().length) <= 1
  );
}

function linksOf(line: string, path: string, imagesFolder: string | null): Omit<FoundLink, 'line'>[] {
  const links: Omit<FoundLink, 'line'>[] = [];
  for (const match of line.matchAll(macro)) {
    const [, name, url] = match as unknown as [string, string, string];
    const start = match.index + name.length;
    const span = { url, start, end: start + url.length };
    const target = targetOf(name, url, path, imagesFolder);
    // Without a folder on the page, the site's configuration may name one.
    if (name.startsWith('image'))
      links.push({
        ...span,
        kind: 'image',
        alt: null,
        target,
        folder: imagesFolder ?? '',
        ...(imagesFolder === null && { maybe: true }),
      });
    else if (name === 'include::') links.push({ ...span, kind: 'link', alt: null, target, syntax: 'file' });
    else
      links.push({ ...span, kind: 'link', alt: null, target, syntax: name === 'xref:' ? 'xref' : undefined });
  }
  for (const match of line.matchAll(crossReference)) {
    const written = match[1]!.trim();
    // Only ids: the processor itself finds the heading for a title (`<<Get Started>>`).
    if (!/^#?[a-z_][\w.:#/-]*$/.test(written)) continue;
    const start = match.index + match[0].indexOf(written);
    const isPage = /\.adoc(?:#|$)/.test(written);
    const url = isPage || written.startsWith('#') ? written : `#${written}`;
    const target = isPage ? targetOf('xref:', written, path, null) : url;
    links.push({
      kind: 'link',
      url: written,
      alt: null,
      start,
      end: start + written.length,
      target,
      syntax: 'xref',
    });
  }
  return links;
}

/** The path and fragment of a macro's target in the repository; an unknown target counts as external. */
function targetOf(name: string, url: string, path: string, imagesFolder: string | null): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/|^\/\/|[{}]|^mailto:|^data:/i.test(url)) return 'elsewhere://';
  const [file = '', fragment] = url.split('#') as [string, string?];
  const rest = fragment === undefined ? '' : `#${fragment}`;
  if (file === '') return rest;
  const [, modules, own] = /^(.*(?:^|\/)modules\/)([^/]+)\//.exec(path) ?? [];
  if (own === undefined || name === 'link:') {
    const folder = name.startsWith('image') ? (imagesFolder ?? '') : '';
    return `/${posix.join(posix.dirname(path), folder, file)}${rest}`;
  }
  // `version@component:module:family$path` https://docs.antora.org/antora/latest/page/resource-id/
  const parts = file.split(':');
  if (file.includes('@') || parts.length > 2) return 'elsewhere://';
  const module = parts.length === 2 ? parts[0]! : own;
  const [family, within] = parts.at(-1)!.includes('$') ? parts.at(-1)!.split('$') : [null, parts.at(-1)!];
  if (name === 'include::' && family === null) return `/${posix.join(posix.dirname(path), file)}`;
  const folder = family === null ? (name.startsWith('image') ? 'images' : 'pages') : `${family}s`;
  return `/${posix.join(modules!, module, folder, within!)}${rest}`;
}
