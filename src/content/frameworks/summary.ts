import { decodedPath } from '../../lib/decoded-path.ts';
import { type ListLine, lineEntries } from '../navigation/line-entries.ts';
import { type SiteFile, targetMark, titleMark } from '../navigation/site-file.ts';
import { joinPath } from '../site/paths.ts';

/**
 * `SUMMARY.md` of mdBook, GitBook and HonKit. https://rust-lang.github.io/mdBook/format/summary.html
 * https://gitbook.com/docs/getting-started/git-sync/content-configuration
 */
export const summaryFile = {
  fits: /(?:^|\/)SUMMARY\.md$/,
  readNavigation(text) {
    const labels = new Map(
      Array.from(text.matchAll(/^ {0,3}\[([^[\]\n]{1,200})\]:[ \t]*(\S+)/gm), ([, label, path]) => [
        label!,
        path!,
      ]),
    );
    return { entries: lineEntries(text, 'markdown', (line) => readItem(line, labels)), folders: [] };
  },
} satisfies SiteFile;

/** An item in any kind of list, or a link on a line of its own, as mdBook's preface and appendix are. */
const item =
  /^([ \t]*)(?:(?:[*+-]|\d{1,4}[.)])[ \t]+)?\[(?!!\[)((?:`[^`]{0,200}`|`(?![^`]{0,200}`)|\[[^[\]]{0,200}\]|\[(?![^[\]]{0,200}\])|[^[\]\\`]|\\.)*)\](?:\((?:<([^<>]{0,500})>|([^\s()<>"]{0,500}(?:\([^\s()<>"]{0,200}\)[^\s()<>"]{0,500})?))[^()]{0,200}\)|\[([^[\]]{1,200})\])/d;

/** `[Title](page.md)`, or `[Title][label]`, which takes the address from `[label]: address`. */
function readItem(line: string, labels: ReadonlyMap<string, string>): ListLine | null {
  const found = item.exec(line);
  if (found === null) return null;
  const [, space, title, quoted, bare, label = ''] = found;
  const target = quoted ?? bare ?? labels.get(label) ?? '';
  if (target === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return null;
  const open = line.indexOf('[');
  return {
    indent: space!.length,
    title: title!,
    target,
    at: (found.indices![3] ?? found.indices![4])?.[0] ?? null,
    canStay: true,
    pattern: `${line.slice(0, open)}[${titleMark}](${targetMark})\n`,
  };
}

/** The files of a summary in order, with their titles. */
export function readSummary(text: string, folder: string): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { target, title } of summaryFile.readNavigation(text).entries) {
    const file = joinPath(folder, decodedPath(target.split('#')[0]!.trim()));
    if (!titles.has(file)) titles.set(file, title!.replaceAll(/\\(.)|[`*]/g, '$1').trim());
  }
  return titles;
}
