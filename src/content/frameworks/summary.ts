import { joinPath } from './paths.ts';

/**
 * The files that a `SUMMARY.md` lists, with their titles, in its order: items of lists, and links on a line of their
 * own, as mdBook has them for a preface and an appendix.
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
