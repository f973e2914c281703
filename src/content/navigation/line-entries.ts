import type { NavigationEntry, Quoting } from './site-file.ts';

/** A line of a list that names a page. */
export type ListLine = {
  /** Indent in columns. */
  indent: number;
  title: string | null;
  target: string;
  /** Offset of the target in the line; null when it is written elsewhere. */
  at: number | null;
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
      const at = start + (found.at ?? 0);
      const span = { start: at, end: found.at === null ? at : at + found.target.length };
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
