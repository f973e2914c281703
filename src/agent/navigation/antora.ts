import { type ListLine, lineEntries } from './line-entries.ts';
import { type NavigationFormat, targetMark, titleMark } from './navigation.ts';

const item = /^([ \t]*)([*.-]{1,8})[ \t]+.{0,200}?xref:([^[\]\s]{1,500})\[([^\]]{0,500})\]/;

/** Antora navigation lists. https://docs.antora.org/antora/latest/navigation/single-list/ */
export const antoraNavigation: NavigationFormat = {
  framework: 'antora',
  fits: (path) => /(?:^|\/)modules\/[^/]+\/(?:partials\/)?[\w-]*nav[\w-]*\.adoc$/.test(path),
  read: (text) => ({ entries: lineEntries(text, 'plain', readLine), folders: [] }),
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
