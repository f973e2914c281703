import { type ListLine, lineEntries } from '../../navigation/line-entries.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { type SiteFile, targetMark, titleMark } from '../../navigation/site-file.ts';

const item = /^([ \t]*)([*.-]{1,8})[ \t]+.{0,200}?xref:([^[\]\s]{1,500})\[([^\]]{0,500})\]/;

/** Antora navigation lists. https://docs.antora.org/antora/latest/navigation/single-list/ */
export const antoraNavigation: SiteFile = {
  fits: /(?:^|\/)modules\/[^/]+\/(?:partials\/)?[\w-]*nav[\w-]*\.adoc$/,
  rootsOf: (file) => [joinPath(folderOf(file).replace(/\/partials$/, ''), 'pages'), folderOf(file)],
  readNavigation: (text) => ({ entries: lineEntries(text, 'plain', readLine), folders: [] }),
};

function readLine(line: string): ListLine | null {
  const [whole, , bullets, target, title] = item.exec(line) ?? [];
  if (whole === undefined) return null;
  const at = line.indexOf(`xref:${target}`);
  return {
    indent: bullets!.length,
    title: title === '' ? null : title!,
    target: target!,
    at: at + 'xref:'.length,
    canStay: false,
    pattern: `${line.slice(0, at)}xref:${targetMark}[${title === '' ? '' : titleMark}]\n`,
  };
}
