import { RE2JS } from 're2js';

/** A matching line, its number and the lines around it. */
type FoundLine = { line: number; text: string; isMatch: boolean };

/**
 * The lines of a text that match a search. Patterns are RE2's, which take linear time:
 * https://github.com/google/re2/wiki/Syntax
 * @throws Error when the pattern is not valid
 */
export function searchLines(
  text: string,
  wanted: string,
  options: { isPattern: boolean; context: number; max: number },
): FoundLine[] {
  const fits = lineTest(wanted, options.isPattern);
  const lines = text.split('\n');
  const matches: number[] = [];
  for (let at = 0; at < lines.length && matches.length < options.max; at++) {
    if (fits(lines[at]!)) matches.push(at);
  }
  const shown = new Set(matches.flatMap((at) => around(at, options.context, lines.length)));
  return [...shown]
    .sort((a, b) => a - b)
    .map((at) => ({ line: at + 1, text: lines[at]!, isMatch: matches.includes(at) }));
}

function lineTest(wanted: string, isPattern: boolean): (line: string) => boolean {
  const lower = wanted.toLowerCase();
  if (!isPattern) return (line) => line.toLowerCase().includes(lower);
  const compiled = RE2JS.compile(wanted, RE2JS.CASE_INSENSITIVE);
  return (line) => compiled.test(line);
}

function around(at: number, context: number, count: number): number[] {
  const from = Math.max(0, at - context);
  const to = Math.min(count - 1, at + context);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
