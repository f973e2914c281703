import { splitSentences } from '../../lib/sentences.ts';
import { cutList } from './cut-list.ts';
import type { ScoreText } from './score-text.ts';
import { type Block, splitBlocks } from './split-blocks.ts';

/** Shortens a block to its most relevant rows, items, lines or sentences. */
export function cutBlock({ kind, text }: Block, scoreOf: ScoreText, room: number): string {
  switch (kind) {
    case 'table': {
      const [head = '', rule = '', ...rows] = text.split('\n');
      return [head, rule, ...best(rows, scoreOf, room - head.length - rule.length)].join('\n');
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
      return best(sentencesOf(text), scoreOf, room).join(' ');
  }
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
  const shown =
    kept.length > 0 ? kept.join('\n\n') : best(sentencesOf(prose.join('\n')), scoreOf, room).join(' ');
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
  const scores = lines.map((line) => scoreOf(line));
  let most = { from: 0, to: 0, score: -1 };
  let [from, size, score] = [0, 0, 0];
  for (let to = 0; to < lines.length; to++) {
    size += lines[to]!.length + 1;
    score += scores[to]!;
    for (; size > room && from <= to; from++) {
      size -= lines[from]!.length + 1;
      score -= scores[from]!;
    }
    if (score > most.score + 1e-9) most = { from, to: to + 1, score };
  }
  // Lines after the last that matters may explain it.
  let left = room - lines.slice(most.from, most.to).reduce((sum, line) => sum + line.length + 1, 0);
  while (most.to < lines.length && (left -= lines[most.to]!.length + 1) > 0) most.to++;
  const shown = lines.slice(most.from, most.to);
  return [...(most.from > 0 ? ['…'] : []), ...shown, ...(most.to < lines.length ? ['…'] : [])];
}

function sentencesOf(text: string): string[] {
  return splitSentences(text.replaceAll(/\s+/g, ' ')).map((sentence) => sentence.trim());
}
