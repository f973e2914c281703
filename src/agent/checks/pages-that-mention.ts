import { posix } from 'node:path';
import { withoutNumber } from '../../content/frameworks/url-mapping.ts';
import type { Site } from './checked-site.ts';

/**
 * The pages that could link to one of some files: their text has the last name of a file, or of its address, in the
 * place of a link destination; with `with-fragment`, only with a fragment after it. Parsing all pages of a large site
 * takes a minute; searching for a few names is instant.
 */
export function pagesThatMention(
  site: Site,
  files: readonly string[],
  links: 'all' | 'with-fragment' = 'all',
): string[] {
  if (files.length === 0) return [];
  const after = links === 'all' ? endOfName : fragmentAfterName;
  const names = new Set(files.flatMap((file) => [lastName(file), lastName(site.address(file))]));
  const spellings = [...names].flatMap((name) => [name, encodeURI(name).toLowerCase()]).filter(Boolean);
  const withFolders = files.some((file) => indexName.test(nameOf(file)));
  return site.pages.filter((page) => {
    const text = site.text(page).toLowerCase();
    return (
      spellings.some((name) => isDestination(text, name, after)) ||
      (withFolders && folderDestination.test(text))
    );
  });
}

const indexName = /^(?:index|readme|page)$/;

const nameOf = (file: string) =>
  posix
    .basename(file)
    .replace(/\.\w+$/, '')
    .toLowerCase();

/** `guide/install.mdx` is linked to as `install`, `guide/index.md` as `guide`. */
function lastName(file: string): string {
  const name = nameOf(file);
  if (!indexName.test(name)) return withoutNumber(name);
  return posix.basename(posix.dirname(file)).toLowerCase().replace(/^\.$/, name);
}

// The characters before and after the last name of a destination in Markdown, HTML, JSX, YAML or a template.
const before = /[/("'<`.:=\-_\d]$|(?:[:-]|ref|link|include)\s{1,5}$/;
const endOfName = /^(?:[)"'`>#?/.{:\s]|$)/;
const fragmentAfterName = /^(?:\.\w{2,5})?\/?(?:\?[^\s#]{0,200})?#/;
const maxEndingLength = 220;

function isDestination(text: string, name: string, after: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (
      before.test(text.slice(Math.max(at - 8, 0), at)) &&
      after.test(text.slice(end, end + maxEndingLength))
    )
      return true;
  }
  return false;
}

/** `/`, `.` and `../` name the index of a folder without its name. */
const folderDestination = /[("'<\s](?:\/|(?:\.{1,2}\/)*\.{1,2}\/?)[)"'>#?]/;
