import { cutList } from './cut-list.ts';
import type { ScoreText } from './score-text.ts';
import type { Block } from './split-blocks.ts';

/** Shortens a block to its most relevant rows, items, lines or sentences. */
export function cutBlock({ kind, text }: Block, scoreOf: ScoreText, room: number): string {
  switch (kind) {
    case 'table': {
      const [head = '', rule = '', ...rows] = text.split('\n');
      return [head, rule, ...best(rows, scoreOf, room - head.length - rule.length)].join('\n');
    }
    case 'list':
      return cutList(text, scoreOf, room);
    case 'code': {
      const lines = text.split('\n');
      const fence = lines.at(-1)!.trim();
      return [...firstOf(lines.slice(0, -1), room), '…', fence].join('\n');
    }
    default:
      return best(splitSentences(text), scoreOf, room).join(' ');
  }
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

function firstOf(lines: readonly string[], room: number): string[] {
  let left = room;
  return lines.filter((line) => (left -= line.length + 1) > 0);
}

/** Made for the first long paragraph: it takes longer than most of a start's modules. */
let sentences: Intl.Segmenter | undefined;

function splitSentences(text: string): string[] {
  sentences ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(sentences.segment(text.replaceAll(/\s+/g, ' ')), ({ segment }) => segment.trim());
}
