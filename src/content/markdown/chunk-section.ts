import { fenced } from './section-text.ts';

/** Characters. Chunks of 500 to 1,500 did best on real questions (mean nDCG@10 .47; whole long sections .43). */
export const maxChunkLength = 1500;

/**
 * Joins the blocks of a section to chunks of about the same length, at most 1,500 characters, cut between blocks where
 * possible. A longer block is cut between lines, then sentences, then anywhere.
 */
export function chunkBlocks(blocks: string[]): string[] {
  const pieces = blocks.flatMap(cutBlock).filter((piece) => piece !== '');
  const total = pieces.reduce((sum, piece) => sum + piece.length + 2, 0);
  const target = total / Math.ceil(total / maxChunkLength);
  const chunks: string[] = [];
  let chunk = '';
  for (const piece of pieces) {
    const joined = chunk === '' ? piece : `${chunk}\n\n${piece}`;
    const overshoots = joined.length - target > target - chunk.length;
    if (chunk !== '' && (joined.length > maxChunkLength || overshoots)) {
      chunks.push(chunk);
      chunk = piece;
    } else {
      chunk = joined;
    }
  }
  if (chunk !== '') chunks.push(chunk);
  return chunks;
}

function cutBlock(block: string): string[] {
  if (block.length <= maxChunkLength) return [block];
  const code = /^(`{3,})([^`\n]*)\n([^]*)\n\1$/.exec(block);
  if (code?.[3] === undefined) return cutText(block, maxChunkLength);
  return cutText(code[3], maxChunkLength - 100).map((part) => fenced(part, code[2] ?? ''));
}

function cutText(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > maxLength) {
    const end = cutPlace(text, from + Math.floor(maxLength / 2), from + maxLength);
    parts.push(text.slice(from, end).trimEnd());
    from = end;
  }
  parts.push(text.slice(from).trimEnd());
  return parts.filter((part) => part !== '');
}

function cutPlace(text: string, from: number, to: number): number {
  for (const separator of ['\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(separator, to - separator.length);
    if (at >= from) return at + separator.length;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(to - 1));
  return splitsPair ? to - 1 : to;
}
