import { estimateTokens, fittingLength } from './token-budget.ts';

/**
 * Lines `from` to `to` of a page, from 1. `next` is the line to continue at, null at the end of the range, and
 * `nextCharacter` where in that line, from 0: a line may be a megabyte long.
 */
type Cut = { text: string; from: number; to: number; next: number | null; nextCharacter: number };

const fence = /^[\s>]*(`{3,}|~{3,})/;

/**
 * As many whole lines as fit the budget, or else a part of the first, which begins at `fromCharacter`. A code block that
 * would be cut moves to the next part, unless it alone is too long.
 */
export function cutLines(
  lines: readonly string[],
  from: number,
  to: number,
  budget: number,
  fromCharacter = 0,
): Cut {
  const first = lines[from - 1]!.slice(fromCharacter);
  const fits = fittingLength(first, budget);
  if (fits < first.length) {
    const text = first.slice(0, fits);
    return { text, from, to: from, next: from, nextCharacter: fromCharacter + fits };
  }
  let [tokens, end, open] = [0, from - 1, ''];
  /** The first line of the current code block. */
  let blockStart = 0;
  for (let line = from; line <= to; line++) {
    const text = line === from ? first : lines[line - 1]!;
    tokens += estimateTokens(text) + 1;
    if (tokens > budget && end >= from) {
      if (open !== '' && blockStart > from) end = blockStart - 1;
      break;
    }
    const mark = fence.exec(text)?.[1];
    if (mark !== undefined && open === '') [open, blockStart] = [mark, line];
    else if (mark?.startsWith(open)) open = '';
    end = line;
  }
  const text = [first, ...lines.slice(from, end)].join('\n');
  return { text, from, to: end, next: end < to ? end + 1 : null, nextCharacter: 0 };
}
