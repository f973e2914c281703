import { Lexer, type Token, type Tokens } from 'marked';
import type { Source } from '../chat/types.ts';
import { withCitations } from './citations.ts';

/** The sentences of an answer for reading aloud: without marks, citations and code blocks. */
export function sentences(markdown: string, sources: readonly Source[], language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return new Lexer({ gfm: true })
    .lex(markdown)
    .flatMap((token) => [...segmenter.segment(plainText(token, sources))])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}

function plainText(token: Token, sources: readonly Source[]): string {
  const inside = (tokens: Token[]) =>
    withCitations(tokens, sources)
      .map((child) => ('references' in child ? child.before : plainText(child as Token, sources)))
      .join('');
  switch (token.type) {
    case 'code':
    case 'image':
    case 'space':
      return '';
    case 'list':
      return (token as Tokens.List).items.map((item) => `${inside(item.tokens)}\n`).join('');
    case 'table':
      return [(token as Tokens.Table).header, ...(token as Tokens.Table).rows]
        .map((row) => `${row.map(({ text }) => text).join(', ')}\n`)
        .join('');
    default:
      if ('tokens' in token && token.tokens) return inside(token.tokens);
      return 'text' in token ? String(token.text) : '';
  }
}
