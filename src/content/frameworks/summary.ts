import { decodedPath } from '../../lib/decoded-path.ts';
import { joinPath } from '../site/paths.ts';

/**
 * The files of a `SUMMARY.md` in order, with their titles: list items, and links on a line of their own, which mdBook
 * uses for a preface and an appendix. `[Title][label]` takes the address from `[label]: address`.
 */
export function readSummary(text: string, folder: string): Map<string, string> {
  const titles = new Map<string, string>();
  const labels = new Map(
    Array.from(text.matchAll(/^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*(\S+)/gm), ([, label, path]) => [
      label,
      path,
    ]),
  );
  const items =
    /^[ \t]*(?:[*+-][ \t]+)?\[((?:`[^`\n]{0,200}`|`(?![^`\n]{0,200}`)|\[[^[\]\n]{0,200}\]|\[(?![^[\]\n]{0,200}\])|[^[\]\\\n`]|\\.)*)\](?:\((?:<([^>\n]*)>|([^\s)"]*))[ \t]*(?:"[^"\n]*")?\)|\[([^[\]\n]{1,200})\])/gm;
  for (const [, title = '', quoted, bare, label = ''] of text.matchAll(items)) {
    const path = ((quoted ?? bare ?? labels.get(label) ?? '').split('#')[0] ?? '').trim();
    if (path === '' || path.includes('://')) continue;
    const file = joinPath(folder, decodedPath(path));
    if (!titles.has(file)) titles.set(file, title.replaceAll(/\\(.)|[`*]/g, '$1').trim());
  }
  return titles;
}
