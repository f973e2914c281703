import { estimateTokens } from './token-budget.ts';

/** Lines `from` to `to` of a page, from 1; `next` is the line to continue at, null at the end of the range. */
type Cut = { text: string; from: number; to: number; next: number | null };

const fence = /^[\s>]*(`{3,}|~{3,})/;

/**
 * As many whole lines as fit the budget, at least one. A code block that would be cut moves to the next part, unless it
 * alone is too long.
 */
export function cutLines(lines: readonly string[], from: number, to: number, budget: number): Cut {
  let [tokens, end, open] = [0, from - 1, ''];
  /** The first line of the current code block. */
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

/** Cuts a single line, which may be a megabyte long. */
function shorten(text: string, budget: number): string {
  const longest = budget * 4;
  return text.length <= longest ? text : `${text.slice(0, longest)}… (cut)`;
}
