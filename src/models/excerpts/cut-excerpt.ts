import { lettersOf } from '../../lib/letters-of.ts';
import { cutBlock } from './cut-block.ts';
import { termsIn, type WeighedTerms } from './match-terms.ts';
import { fitsKind, type QuestionKind } from './question-kind.ts';
import type { ScoreText } from './score-text.ts';
import { type Block, introduces, leansBack, splitBlocks } from './split-blocks.ts';

/** Criteria for the part of a section to show. */
type Wanted = { kind: QuestionKind; terms: WeighedTerms; scoreText: ScoreText };

/** Characters up to which subsections are included. */
const roomForBelow = 1500;
/** Weight of each distinct term of a run besides its blocks' scores: one that says a word often is not about the others. */
const shareOfDistinct = 4;
/** Shorter blocks may well be said twice. */
const telling = 80;
/** Characters of a block in a section that is too long. */
const maxBlock = 800;
/** Characters of the block that is shown first, and how much better it must fit. */
const maxOpening = 500;
const clearly = 1.3;
const omission: Block = { kind: 'prose', text: '…' };

/**
 * The whole section when it fits, with its subsections when it is short; else its most relevant run of blocks. Blocks
 * keep their Markdown, and an introduction is never shown alone.
 * @param room maximum characters
 */
export function cutSection(markdown: string, wanted: Wanted, room: number): string {
  const blocks = withoutFurtherReading(splitBlocks(markdown));
  const below = blocks.findIndex(({ kind }) => kind === 'heading');
  const own = answerFirst(below < 0 ? blocks : blocks.slice(0, below), wanted);
  if (sizeOf(own) > room) return join(bestRun(own, wanted, room));
  const rest = below < 0 ? [] : blocks.slice(below);
  return join(withoutLooseEnd([...own, ...firstBlocks(rest, Math.min(room, roomForBelow) - sizeOf(own))]));
}

/**
 * The most relevant part of a section, in few characters.
 * @param shown the letters of what is shown already, which is left out with its introduction: a section has its subsections
 */
export function cutShort(markdown: string, wanted: Wanted, room: number, shown: string): string {
  const blocks = splitBlocks(markdown).filter(({ kind }) => kind !== 'heading');
  const fresh: Block[] = [];
  let goesToo = false;
  for (const block of blocks.toReversed()) {
    goesToo = isShown(mainPartOf(block, wanted), shown) || (goesToo && introduces(block));
    if (!goesToo) fresh.unshift(block);
  }
  const run = withoutLooseEnd(bestRun(fresh, wanted, room));
  return run.every(introduces) ? '' : join(run);
}

const furtherReading =
  /^\s*#{1,6}\s+(?:further (?:information|reading|resources)|see also|related(?: \w+)?|next steps?|what['’]?s next|(?:additional )?resources|learn more|read more)\W*$/i;
const levelOf = ({ text }: Block): number => /^\s*(#+)/.exec(text)?.[1]!.length ?? 0;

/** The blocks of a section without those that only name other places to read. */
function withoutFurtherReading(blocks: readonly Block[]): Block[] {
  let within = Infinity;
  return blocks.filter((block) => {
    if (block.kind === 'heading') {
      if (levelOf(block) <= within) within = Infinity;
      if (furtherReading.test(block.text)) within = Math.min(within, levelOf(block));
    }
    return within === Infinity;
  });
}

/** Questions that one sentence or row answers. */
const answeredAtOnce: readonly QuestionKind[] = ['amount', 'what', 'where'];

/** A section whose short block that answers comes first, when it fits the question much better than those before it. */
function answerFirst(blocks: Block[], wanted: Wanted): Block[] {
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

/** The consecutive blocks around the best one, with their introduction, as many as fit. */
function bestRun(whole: readonly Block[], wanted: Wanted, room: number): Block[] {
  if (sizeOf(whole) <= room) return [...whole];
  const blocks = whole.map((block) => withinBlock(block, wanted, maxBlock));
  const scores = blocks.map((block) => scoreOf(block, wanted));
  const terms = blocks.map(({ text }) => termsIn(wanted.terms, text));
  let [start, most] = [0, -1];
  for (let at = 0; at < blocks.length; at++) {
    let [sum, size] = [0, 0];
    const distinct = new Set<WeighedTerms[number]>();
    for (let i = at; i < blocks.length && (i === at || size + blocks[i]!.text.length <= room); i++) {
      sum += scores[i]!;
      size += blocks[i]!.text.length;
      for (const term of terms[i]!) {
        if (!distinct.has(term)) sum += shareOfDistinct * term.weight;
        distinct.add(term);
      }
    }
    if (sum > most * 1.02) [start, most] = [at, sum];
  }
  if (most > 0) start = scores.findIndex((score, at) => at >= start && score > 0);
  start = beginningOf(blocks, start, room);
  const run = firstBlocks(blocks.slice(start), room);
  if (run.length === 0)
    run.push({ ...blocks[start]!, text: cutBlock(blocks[start]!, scorePart(wanted), room) });
  else if (run.every(introduces)) {
    const next = blocks[start + run.length];
    const cut = next && cutBlock(next, scorePart(wanted), room);
    if (cut) run.push({ ...next, text: cut });
  }
  const cut = withoutLooseEnd(run);
  return start + cut.length < blocks.length ? [...cut, omission] : cut;
}

/** A long block cut to what matters, so that others have room beside it. */
function withinBlock(block: Block, wanted: Wanted, room: number): Block {
  if (block.text.length <= room) return block;
  const text = cutBlock(block, scorePart(wanted), room);
  return text === '' ? block : { ...block, text };
}

/** The first block that reads well alone: not after its introduction, and not one that begins with "Now, this". */
function beginningOf(blocks: readonly Block[], from: number, room: number): number {
  let start = from;
  let left = room - blocks[from]!.text.length;
  while (start > 0) {
    const before = blocks[start - 1]!;
    left -= before.text.length + 2;
    if (!introduces(before) && (!leansBack(blocks[start]!) || left < 0)) break;
    start -= 1;
  }
  return start;
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
  return blocks.map(({ kind, text }) => (kind === 'heading' ? asBold(text) : text)).join('\n\n');
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
