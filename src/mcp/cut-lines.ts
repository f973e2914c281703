import { estimateTokens } from './token-budget.ts';

/** Lines `from` to `to` of a page, counted from 1; `next` is where to go on, null at the end of what was asked for. */
type Cut = { text: string; from: number; to: number; next: number | null };

const fence = /^[\s>]*(`{3,}|~{3,})/;

/**
 * As many whole lines as the budget holds, at least one. A block of code that would be cut is left for the next piece,
 * unless it alone is too long.
 */
export function cutLines(lines: readonly string[], from: number, to: number, budget: number): Cut {
  let [tokens, end, open] = [0, from - 1, ''];
  /** The line that begins the block of code which is open. */
  let blockStart = 0;
  for (let line = from; line <= to; line++) {
    const text = lines[line - 1]!;
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
  const text = lines.slice(from - 1, end).join('\n');
  return { text: shorten(text, budget), from, to: end, next: end < to ? end + 1 : null };
}

/** One line may be a megabyte. */
function shorten(text: string, budget: number): string {
  const longest = budget * 4;
  return text.length <= longest ? text : `${text.slice(0, longest)}… (cut)`;
}
