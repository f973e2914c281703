import { joinPath } from './paths.ts';

/**
 * The files of a `SUMMARY.md` in order, with their titles: list items, and links on a line of their own, which mdBook
 * uses for a preface and an appendix.
 */
export function readSummary(text: string, folder: string): Map<string, string> {
  const titles = new Map<string, string>();
  const items =
    /^[ \t]*(?:[*+-][ \t]+)?\[((?:[^\]\\\n]|\\.)*)\]\((?:<([^>\n]*)>|([^\s)"]*))[ \t]*(?:"[^"\n]*")?\)/gm;
  for (const [, title = '', quoted, bare = ''] of text.matchAll(items)) {
    const path = ((quoted ?? bare).split('#')[0] ?? '').trim();
    if (path === '' || path.includes('://')) continue;
    const file = joinPath(folder, safeDecode(path));
    if (!titles.has(file)) titles.set(file, title.replaceAll(/\\(.)|[`*]/g, '$1').trim());
  }
  return titles;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
