import { expandFromRawCode, type HunkData } from 'react-diff-view';

/** Hidden lines of the old file: from `start` on, before `end`. */
export type HiddenLines = { start: number; end: number };

/** How many lines one click reveals. */
export const step = 20;

/** The hidden lines before each hunk and after the last; null for none. @param lines of the file, if known */
export function hiddenLines(hunks: readonly HunkData[], lines: number | null): (HiddenLines | null)[] {
  const gaps = hunks.map((hunk, nth) => gap(nth === 0 ? 1 : endOf(hunks[nth - 1]!), hunk.oldStart));
  const last = hunks.at(-1);
  const end = lines === null ? Infinity : lines + 1;
  return [...gaps, last === undefined ? null : gap(endOf(last), end)];
}

const endOf = ({ oldStart, oldLines }: HunkData) => oldStart + oldLines;
const gap = (start: number, end: number): HiddenLines | null => (end > start ? { start, end } : null);

/** The hunks with more of a hidden part revealed: its first lines, its last, or all of it. */
export function showMore(
  hunks: HunkData[],
  source: readonly string[],
  { start, end }: HiddenLines,
  which: 'first' | 'last' | 'all',
): HunkData[] {
  const stop = Math.min(end, source.length + 1);
  const from = which === 'last' ? Math.max(start, stop - step) : start;
  const to = which === 'first' ? Math.min(stop, start + step) : stop;
  return expandFromRawCode(hunks, [...source], from, to);
}

/** A file's lines, without the empty one after the last line end. */
export const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
