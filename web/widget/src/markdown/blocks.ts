import { Lexer, type Token } from 'marked';
import { steady } from './hold.ts';

/** Parses growing Markdown. Finished blocks stay the same objects, so that they are not rendered again. */
type BlockReader = (text: string, isWhole: boolean) => Token[];

/** A block may still change while fewer than this many follow it. */
const openBlocks = 2;

export function createBlockReader(): BlockReader {
  let settled: Token[] = [];
  let settledText = '';
  return (text, isWhole) => {
    if (!text.startsWith(settledText)) {
      settled = [];
      settledText = '';
    }
    const rest = text.slice(settledText.length);
    const blocks = new Lexer({ gfm: true })
      .lex(isWhole ? rest : steady(rest))
      .filter(({ type }) => type !== 'def');
    const done = isWhole ? [] : blocks.slice(0, Math.max(0, blocks.length - openBlocks));
    const all = [...settled, ...blocks];
    const raw = done.map((block) => block.raw).join('');
    // The lexer normalizes some white space; the consumed part must be found again in the text.
    if (raw !== '' && rest.startsWith(raw)) {
      settled = [...settled, ...done];
      settledText += raw;
    }
    return all;
  };
}
