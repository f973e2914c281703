import { remembering } from '../../lib/recent.ts';
import { splitSentences } from '../../lib/sentences.ts';
import { cutList } from './cut-list.ts';
import type { ScoreText } from './score-text.ts';
import { type Block, leansBack, splitBlocks } from './split-blocks.ts';

/** Shortens a block to its most relevant rows, items, lines or sentences. */
export function cutBlock({ kind, text }: Block, scoreOf: ScoreText, room: number): string {
  switch (kind) {
    case 'table': {
      const [head = '', rule = '', ...rows] = text.split('\n');
      const left = room - head.length - rule.length;
      const fitting = rows.map((row) => cutRow(row, scoreOf, left - 1));
      const shown = best(fitting, scoreOf, left);
      return shown.length === 0 ? '' : [head, rule, ...shown].join('\n');
    }
    case 'list':
      return cutList(text, scoreOf, room);
    case 'quote':
      return cutQuote(text, scoreOf, room);
    case 'code': {
      const [open = '', ...lines] = text.split('\n');
      const fence = lines.pop() ?? '';
      const left = room - open.length - fence.length;
      return [open, ...bestLines(lines, scoreOf, left), fence.trim()].join('\n');
    }
    default:
      return bestSentences(text, scoreOf, room);
  }
}

/** A row whose longest cell is cut to its best sentences where that does not fit. */
function cutRow(row: string, scoreOf: ScoreText, room: number): string {
  if (row.length <= room) return row;
  const cells = row.split(/(?<!\\)\|/);
  const long = cells.reduce((one, other) => (other.length > one.length ? other : one));
  const left = room - (row.length - long.length) - 2;
  const short = bestSentences(long, scoreOf, left);
  return short === '' ? row : cells.map((cell) => (cell === long ? ` ${short} ` : cell)).join('|');
}

const quoteMark = /^ {0,3}>[ \t]?/;

/** The best blocks of a quote that fit, each with its lines; else sentences of its text without its code. */
function cutQuote(quote: string, scoreOf: ScoreText, room: number): string {
  const lines = quote.split('\n').map((line) => line.replace(quoteMark, ''));
  const blocks = splitBlocks(lines.join('\n'));
  const prose = blocks.filter(({ kind }) => kind !== 'code').map(({ text }) => text);
  const kept = best(
    blocks.map(({ text }) => text),
    scoreOf,
    room,
  );
  const shown = kept.length > 0 ? kept.join('\n\n') : bestSentences(prose.join('\n'), scoreOf, room);
  if (shown === '') return '';
  return shown.replaceAll(/^/gm, '> ').replaceAll(/(?<! ) +$/gm, '');
}

/** The parts with the most terms, in their order; a part that does not fit is left out. */
function best(parts: readonly string[], scoreOf: ScoreText, room: number): string[] {
  const ranked = parts
    .map((text, at) => ({ text, at, score: scoreOf(text) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  let left = room;
  const kept = ranked.filter(({ text }) => {
    const fits = text.length < left;
    if (fits) left -= text.length + 1;
    return fits;
  });
  return kept.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

/** As many consecutive lines as fit, with the most of the terms; where others are left out, `…`. */
function bestLines(lines: readonly string[], scoreOf: ScoreText, room: number): string[] {
  const { from, to } = bestRun(lines, scoreOf, room);
  return [...(from > 0 ? ['…'] : []), ...lines.slice(from, to), ...(to < lines.length ? ['…'] : [])];
}

/** The same of sentences: what comes between two is often what they hold for. */
function bestSentences(text: string, scoreOf: ScoreText, room: number): string {
  const parts: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const isLeaning = leansBack({ kind: 'prose', text: sentence }) && parts.length > 0;
    if (isLeaning && parts.at(-1)!.length + sentence.length < room) parts.push(`${parts.pop()!} ${sentence}`);
    else parts.push(sentence);
  }
  const { from, to } = bestRun(parts, scoreOf, room);
  return parts.slice(from, to).join(' ');
}

/** As many consecutive parts as fit, with the most of the terms. */
function bestRun(parts: readonly string[], scoreOf: ScoreText, room: number): { from: number; to: number } {
  // What all have tells none of them apart, and would make the run of the most parts the best.
  const own = parts.map((part) => scoreOf(part));
  const least = Math.min(...own);
  const scores = own.map((score) => score - least);
  let most = { from: 0, to: 0, score: -1 };
  let [from, size, score] = [0, 0, 0];
  for (let to = 0; to < parts.length; to++) {
    size += parts[to]!.length + 1;
    score += scores[to]!;
    for (; size > room && from <= to; from++) {
      size -= parts[from]!.length + 1;
      score -= scores[from]!;
    }
    if (score > most.score + 1e-9) most = { from, to: to + 1, score };
  }
  // What comes after the last that matters may explain it.
  let left = room - parts.slice(most.from, most.to).reduce((sum, part) => sum + part.length + 1, 0);
  while (most.to < parts.length && (left -= parts[most.to]!.length + 1) > 0) most.to++;
  return most;
}

const sentencesOf = remembering(100_000, (text) =>
  splitSentences(text.replaceAll(/\s+/g, ' ')).map((sentence) => sentence.trim()),
);
