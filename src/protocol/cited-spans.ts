import { splitSentences } from '../lib/sentences.ts';

/** A part of a text in UTF-16 code units; the end is exclusive. */
type Span = { start: number; end: number };
type Block = Span & { kind: 'code' | 'row' | 'item' | 'prose' };

const fence = /^[ \t>]*(`{3,}|~{3,})/;
const item = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const heading = /^[ \t>]*#{1,6}[ \t]+/;
const delimiterRow = /^(?=[^-]*-)(?=[^|]*\|)[ \t>|:-]+$/;

/**
 * What each citation of a Markdown text supports: the sentence before it, or the list item, table row or code block; a
 * whole list or table when the citation follows it on a line of its own.
 * @param marks the citations' places, in order
 */
export function citedSpans(text: string, marks: readonly Span[]): Span[] {
  const blocks = splitBlocks(text);
  const spans: Span[] = [];
  let at = -1;
  let [cited, last]: [number, Span | null] = [0, null];
  for (const mark of marks) {
    while (at + 1 < blocks.length && blocks[at + 1]!.start <= mark.start) at += 1;
    const span: Span = before(text, blocks, at, { from: cited, to: mark.start }) ?? last ?? after(text, mark);
    spans.push(span);
    [cited, last] = [mark.end, span];
  }
  return spans;
}

/** The text before a citation in block `at`, or else in the one before; null when all of it is cited already. */
function before(
  text: string,
  blocks: readonly Block[],
  at: number,
  { from, to }: { from: number; to: number },
): Span | null {
  const block = blocks[at];
  if (block === undefined) return null;
  const own = supported(text, block, from, to);
  const previous = blocks[at - 1];
  if (own !== null || previous === undefined) return own;
  if (previous.kind === 'code' || previous.kind === 'prose') return supported(text, previous, from, to);
  let first = at - 1;
  while (isContiguous(text, blocks[first - 1], blocks[first]!)) first -= 1;
  return words(text, Math.max(from, blocks[first]!.start), previous.end);
}

function isContiguous(text: string, one: Block | undefined, next: Block): boolean {
  return one?.kind === next.kind && !/\n[ \t>]*\n/.test(text.slice(one.end, next.start));
}

/** The last part of a block, between the citation before and this one. */
function supported(text: string, block: Block, from: number, to: number): Span | null {
  const start = Math.max(block.start, from);
  const end = Math.min(block.end, to);
  if (block.kind === 'code') return from > block.start ? null : { start: block.start, end: block.end };
  if (start >= end) return null;
  if (block.kind !== 'prose') return words(text, start, end);
  let until = end;
  for (const sentence of splitSentences(plain(text.slice(start, end))).reverse()) {
    const found = words(text, until - sentence.length, until);
    if (found !== null) return found;
    until -= sentence.length;
  }
  return null;
}

/** For an answer that begins with a citation: the sentence after it. */
function after(text: string, { start, end }: Span): Span {
  const [, follows = ''] = /^[^\p{L}\p{N}`]*([^\n]*)/u.exec(text.slice(end)) ?? [];
  const [sentence = ''] = splitSentences(plain(follows));
  const from = text.indexOf(follows, end);
  return words(text, from, from + sentence.length) ?? { start, end };
}

/** Without what stands around it; null when it has no letter, number or code. */
function words(text: string, from: number, to: number): Span | null {
  const part = text.slice(from, to);
  if (!/[\p{L}\p{N}\p{S}]/u.test(part.replaceAll('|', ''))) return null;
  const start = from + /^[\s.,;:!?。！？，；、：|)）\]]*/.exec(part)![0].length;
  let end = to;
  while (/[\s|]/.test(text[end - 1]!)) end -= 1;
  return { start, end };
}

/** The same length, without punctuation that ends no sentence: in code, addresses, at line ends and of emphasis. */
function plain(markdown: string): string {
  return markdown.replaceAll(/`[^`]*`|\[[^[\]\n]*\]\([^()\s]*\)|[*_]+|\s/g, (found) => {
    if (/\s/.test(found[0]!)) return ' ';
    return (/[*_]/.test(found[0]!) ? '"' : 'X').repeat(found.length);
  });
}

function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  /** The block that the next line may go on with. */
  let open: Block | null = null;
  let code = '';
  let inTable = false;
  const begin = (kind: Block['kind'], start: number, end: number): Block => {
    const block = { kind, start, end };
    blocks.push(block);
    return block;
  };
  for (const { 0: line, index } of text.matchAll(/[^\n]+|(?<=\n)(?=\n)/g)) {
    const end = index + line.length;
    const ticks = fence.exec(line);
    const prefix = item.exec(line) ?? heading.exec(line);
    if (code !== '') {
      blocks.at(-1)!.end = end;
      if (ticks?.[1]!.startsWith(code) && ticks[0].length === line.trimEnd().length) code = '';
    } else if (ticks !== null) {
      code = ticks[1]!;
      begin('code', index + ticks[0].length - code.length, end);
      open = null;
    } else if (/^[\s>]*$/.test(line)) {
      open = null;
      inTable = false;
    } else if (delimiterRow.test(line)) {
      inTable = true;
    } else if (inTable || /^[ \t>]*\|/.test(line)) {
      begin('row', index, end);
      open = null;
    } else if (prefix !== null) {
      const isItem = item.test(line);
      const block = begin(isItem ? 'item' : 'prose', index + prefix[0].length, end);
      open = isItem ? block : null;
    } else if (open === null) open = begin('prose', index + /^[ \t>]*/.exec(line)![0].length, end);
    else open.end = end;
  }
  return blocks;
}
