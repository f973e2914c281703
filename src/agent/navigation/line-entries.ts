import { type NavigationEntry, type Quoting, targetMark, titleMark } from './navigation.ts';

/** A line of a list that names a page. */
export type ListLine = {
  /** Indent in columns. */
  indent: number;
  title: string | null;
  target: string;
  /** Offset of the target in the line. */
  at: number;
  /** Whether the line may stay as a title without a target. */
  canStay: boolean;
  pattern: string;
};

/**
 * The lines of a text that name pages, as entries. A line with children stays as a title when its page is removed.
 * @param readLine parses a line; null for a line that names no page
 */
export function lineEntries(
  text: string,
  quoting: Quoting,
  readLine: (line: string, nth: number) => ListLine | null,
): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const above: { indent: number; title: string }[] = [];
  const lines = text.split('\n');
  let start = 0;
  for (const [nth, line] of lines.entries()) {
    const found = readLine(line, nth);
    if (found !== null) {
      while (above.length > 0 && above.at(-1)!.indent >= found.indent) above.pop();
      const span = { start: start + found.at, end: start + found.at + found.target.length };
      const stays = found.canStay && isDeeper(lines[nth + 1] ?? '', found.indent);
      const whole = { start, end: Math.min(start + line.length + 1, text.length) };
      entries.push({
        target: found.target,
        span,
        item: { between: 'lines', ...(stays ? span : whole) },
        title: found.title,
        groups: above.map(({ title }) => title),
        pattern: stays ? null : found.pattern,
        quoting,
      });
      above.push({ indent: found.indent, title: found.title ?? found.target });
    }
    start += line.length + 1;
  }
  return entries;
}

const isDeeper = (line: string, indent: number) => line.trim() !== '' && line.search(/\S/) > indent;

const markdownItem =
  /^([ \t]*)(?:[-*+][ \t]+|\d{1,4}[.)][ \t]+)?\[(?!!\[)([^\]]{0,500})\]\(<?([^)\s>]{1,500})>?[^)]{0,200}\)/;

/** `- [Title](page.md)` in any kind of list, or on a line of its own. */
export function markdownLine(line: string): ListLine | null {
  const [whole, space, title, target] = markdownItem.exec(line) ?? [];
  if (whole === undefined || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target!)) return null;
  const open = line.indexOf('[');
  return {
    indent: space!.length,
    title: title!,
    target: target!,
    at: line.indexOf(target!, open + title!.length + 2),
    canStay: true,
    pattern: `${line.slice(0, open)}[${titleMark}](${targetMark})\n`,
  };
}
