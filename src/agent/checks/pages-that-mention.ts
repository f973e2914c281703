import { posix } from 'node:path';
import type { Site } from './site.ts';

/**
 * The pages that could link to one of some files: whose text holds the last name of its address. Reading all pages of a
 * large site takes a minute, looking for a few names takes none.
 */
export function pagesThatMention(site: Site, files: readonly string[]): string[] {
  const names = [...new Set(files.map(lastName))];
  return site.pages.filter((page) => {
    const text = site.text(page).toLowerCase();
    return names.some((name) => text.includes(name));
  });
}

/** `guide/install.mdx` is linked to as `install`, `guide/index.md` as `guide`. */
function lastName(file: string): string {
  const name = posix
    .basename(file)
    .replace(/\.\w+$/, '')
    .toLowerCase();
  if (!/^(?:index|readme|page)$/.test(name)) return name.replace(/^\d{1,3}[-_.]\s?/, '');
  return posix.basename(posix.dirname(file)).toLowerCase().replace(/^\.$/, name);
}
