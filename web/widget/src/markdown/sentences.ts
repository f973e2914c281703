import { Lexer, type Token, type Tokens } from 'marked';

/** The sentences of an answer as they are read aloud: without marks, links and code blocks. */
export function sentences(markdown: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return new Lexer({ gfm: true })
    .lex(markdown)
    .flatMap((token) => [...segmenter.segment(plainText(token))])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}

function plainText(token: Token): string {
  switch (token.type) {
    case 'code':
    case 'image':
    case 'space':
      return '';
    case 'list':
      return (token as Tokens.List).items.map((item) => `${item.tokens.map(plainText).join(' ')}\n`).join('');
    case 'table':
      return [(token as Tokens.Table).header, ...(token as Tokens.Table).rows]
        .map((row) => `${row.map(({ text }) => text).join(', ')}\n`)
        .join('');
    default:
      if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
      return 'text' in token ? String(token.text) : '';
  }
}
