import type { Token, Tokens } from 'marked';
import type { Source } from '../chat/types.ts';

/** Links that stand beside each other and lead to sources: `([Page › Heading](url), …)` in the text. */
export type Citation = { type: 'citation'; numbers: number[] };

/** Puts the numbers of sources in place of links to them, and takes the brackets and commas around them away. */
export function withCitations(tokens: readonly Token[], sources: readonly Source[]): (Token | Citation)[] {
  const out: (Token | Citation)[] = [];
  for (const token of tokens) {
    const number =
      token.type === 'link' ? sources.findIndex(({ url }) => url === (token as Tokens.Link).href) + 1 : 0;
    if (number === 0) {
      out.push(token);
      continue;
    }
    const before = out.at(-1);
    const last = out.at(-2);
    if (last?.type === 'citation' && isText(before) && before.text.trim() === ',') {
      out.pop();
      (last as Citation).numbers.push(number);
    } else out.push({ type: 'citation', numbers: [number] });
  }
  return out.map((token, at) => {
    if (!isText(token)) return token;
    const opens = isCitation(out[at + 1]) && /\s?\($/.test(token.text);
    const closes = isCitation(out[at - 1]) && token.text.startsWith(')');
    if (!opens && !closes) return token;
    const text = token.text.slice(closes ? 1 : 0);
    return { ...token, text: opens ? text.replace(/\s?\($/, '') : text };
  });
}

const isCitation = (token: Token | Citation | undefined) => token?.type === 'citation';
const isText = (token: Token | Citation | undefined): token is Tokens.Text => token?.type === 'text';
