import { lettersOf } from '../../lib/letters-of.ts';
import { cutBlock } from './cut-block.ts';
import type { WeighedTerms } from './match-terms.ts';
import { fitsKind, type QuestionKind } from './question-kind.ts';
import type { ScoreText } from './score-text.ts';
import { type Block, introduces, leansBack } from './split-blocks.ts';

/** Criteria for the part of a section to show. */
type Wanted = { kind: QuestionKind; terms: WeighedTerms; scoreText: ScoreText };

/** Characters up to which subsections are included. */
const roomForBelow = 1500;
/** Shorter blocks may well be said twice. */
const telling = 40;
/** Characters of a block in a section that is too long, and its share of the room at most. */
const maxBlock = 800;
const shareOfBlock = 0.6;
/** Characters of the block that is shown first, and how much better it must fit. */
const maxOpening = 500;
const clearly = 1.3;
/** How much more a part counts that is beside one that is shown. */
const beside = 2;
/** What names in a text count for, where a block of code counts 1. */
const inlineCode = 0.5;
const omission: Block = { kind: 'prose', text: '…' };

/**
 * The whole section when it fits, with its subsections when it is short; else its most relevant parts. Blocks
 * keep their Markdown, and an introduction is never shown alone.
 * @param room maximum characters
 */
export function cutSection(blocks: readonly Block[], wanted: Wanted, room: number): string {
  const below = blocks.findIndex(({ kind }) => kind === 'heading');
  const own = answerFirst(below < 0 ? blocks : blocks.slice(0, below), wanted);
  if (sizeOf(own) > room) return join(bestParts(own, wanted, room));
  const rest = below < 0 ? [] : blocks.slice(below);
  return join(withoutLooseEnd([...own, ...firstBlocks(rest, Math.min(room, roomForBelow) - sizeOf(own))]));
}

/**
 * The most relevant part of a section, in few characters.
 * @param shown the letters of what is shown already, which is left out with its introduction: a section has its subsections
 */
export function cutShort(whole: readonly Block[], wanted: Wanted, room: number, shown: string): string {
  const blocks = whole.filter(({ kind }) => kind !== 'heading');
  const fresh: Block[] = [];
  let goesToo = false;
  for (const block of blocks.toReversed()) {
    goesToo = isShown(mainPartOf(block, wanted), shown) || (goesToo && introduces(block));
    if (!goesToo) fresh.unshift(block);
  }
  const run = withoutLooseEnd(bestParts(fresh, wanted, room));
  return run.every(introduces) ? '' : join(run);
}

/** Questions that one sentence or row answers. */
const answeredAtOnce: readonly QuestionKind[] = ['amount', 'what', 'where'];

/** A section whose short block that answers comes first, when it fits the question much better than those before it. */
function answerFirst(blocks: readonly Block[], wanted: Wanted): readonly Block[] {
  if (!answeredAtOnce.includes(wanted.kind) || sizeOf(blocks) <= maxOpening) return blocks;
  const scores = blocks.map((block) => (fitsKind(wanted.kind, block) === 1 ? scoreOf(block, wanted) : 0));
  const best = scores.indexOf(Math.max(...scores));
  const before = Math.max(0, ...blocks.slice(0, best).map((block) => scoreOf(block, wanted)));
  const answer = blocks[best]!;
  if (best < 1 || scores[best]! < clearly * before || leansBack(answer) || introduces(answer)) return blocks;
  if (introduces(blocks[best - 1]!)) return blocks;
  const others = blocks.filter((_, at) => at !== best);
  return [withinBlock(answer, wanted, maxOpening), omission, ...others];
}

/** What a block is shown for: the best row of a table, which is cut to its best rows. */
function mainPartOf({ kind, text }: Block, { scoreText }: Wanted): string {
  if (kind !== 'table') return text;
  const rows = text.split('\n').slice(2);
  const scored = rows.map((row) => ({ row, score: scoreText(row) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best), { row: text, score: 0 }).row;
}

function isShown(text: string, shown: string): boolean {
  return text.length >= telling && shown.includes(lettersOf(text));
}

/** The parts that fit the question best, as many as fit, in their order. */
function bestParts(whole: readonly Block[], wanted: Wanted, room: number): Block[] {
  if (sizeOf(whole) <= room) return [...whole];
  const parts = partsOf(
    whole.map((block) => withinBlock(block, wanted, Math.min(maxBlock, room * shareOfBlock))),
  );
  const scores = parts.map((blocks) => scoreOfPart(blocks, wanted));
  // What comes before the first that has a word of the question hardly leads to it.
  const start = Math.max(
    0,
    scores.findIndex((score) => score > 0),
  );
  const kept = bestTogether(parts, scores, start, room);
  if (kept.length === 0) {
    const at = scores.indexOf(Math.max(...scores));
    const blocks = parts[at]!;
    const most = blocks.toSorted((a, b) => scoreOf(b, wanted) - scoreOf(a, wanted))[0]!;
    kept.push({ blocks: [{ ...most, text: cutBlock(most, scorePart(wanted), room) }], at });
  }
  kept.sort((a, b) => a.at - b.at);
  return kept.flatMap(({ blocks, at }, nth) => {
    const next = kept[nth + 1]?.at ?? parts.length;
    return next > at + 1 ? [...blocks, omission] : blocks;
  });
}

type Part = { blocks: Block[]; at: number };

/** The best parts that fit, where one beside another counts more than one that stands alone. */
function bestTogether(
  parts: readonly Block[][],
  scores: readonly number[],
  start: number,
  room: number,
): Part[] {
  const kept: Part[] = [];
  const rest = new Set(parts.keys().drop(start));
  let left = room;
  const worth = (at: number) => scores[at]! * (kept.some((one) => Math.abs(one.at - at) === 1) ? beside : 1);
  for (;;) {
    const fitting = [...rest].filter((at) => sizeOf(parts[at]!) <= left);
    if (fitting.length === 0) return kept;
    const at = fitting.reduce((best, one) => (worth(one) > worth(best) ? one : best));
    rest.delete(at);
    left -= sizeOf(parts[at]!);
    kept.push({ blocks: parts[at]!, at });
  }
}

/** Blocks that are understood together: prose with the code that it explains, an introduction with what follows. */
function partsOf(blocks: readonly Block[]): Block[][] {
  const parts: Block[][] = [];
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    const belongs =
      before !== undefined &&
      (introduces(before) || leansBack(block) || (before.kind === 'prose' && block.kind === 'code'));
    if (belongs) parts.at(-1)!.push(block);
    else parts.push([block]);
  }
  return parts;
}

function scoreOfPart(blocks: readonly Block[], { kind, scoreText }: Wanted): number {
  const fit = Math.max(...blocks.map((block) => fitsKind(kind, block)));
  const text = blocks.map((block) => block.text).join('\n');
  // Who asks how to do something mostly needs the code.
  const hasCode = blocks.some((block) => block.kind === 'code');
  const code = kind !== 'how' ? 0 : hasCode ? 1 : text.includes('`') ? inlineCode : 0;
  return scoreText(text) * (1 + fit + code);
}

/** A long block cut to what matters, so that others have room beside it. */
function withinBlock(block: Block, wanted: Wanted, room: number): Block {
  if (block.text.length <= room) return block;
  const text = cutBlock(block, scorePart(wanted), room);
  return text === '' ? block : { ...block, text };
}

function scoreOf(block: Block, { kind, scoreText }: Wanted): number {
  return scoreText(block.text) * (1 + fitsKind(kind, block));
}

/** Of the items, rows or sentences of a block, those count more that say what is asked for. */
function scorePart({ kind, scoreText }: Wanted): ScoreText {
  return (text) => scoreText(text) * (1 + fitsKind(kind, { kind: 'prose', text }));
}

function firstBlocks(blocks: readonly Block[], room: number): Block[] {
  const taken: Block[] = [];
  let left = room;
  for (const block of blocks) {
    left -= block.text.length + 2;
    if (left < 0) break;
    taken.push(block);
  }
  return taken;
}

/** Removes trailing introductions whose subject was cut off. */
function withoutLooseEnd(blocks: Block[]): Block[] {
  const end = blocks.findLastIndex((block) => !introduces(block)) + 1;
  return end === 0 ? blocks : blocks.slice(0, end);
}

function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length + 2, 0);
}

function join(blocks: readonly Block[]): string {
  const once = blocks.filter((block, at) => block !== omission || blocks[at - 1] !== omission);
  return once.map(({ kind, text }) => (kind === 'heading' ? asBold(text) : text)).join('\n\n');
}

/** An excerpt's headings would outrank those of the page around it. */
function asBold(heading: string): string {
  const title = heading
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\s#+\s*$/, '')
    .replaceAll('**', '')
    .trim();
  return `**${title}**`;
}
