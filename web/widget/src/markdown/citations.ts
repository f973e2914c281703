import type { Token, Tokens } from 'marked';
import type { Source } from '../chat/types.ts';

/** The target of a number in the text. */
type Reference = { number: number; source: Source };

/** Adjacent numbers that link to sources: `([1](url#anchor), [2](url))` in the text. */
export type Citation = { type: 'citation'; references: Reference[] };

/** Extracts links to sources from the text as citations, with the brackets and commas around them. */
export function withCitations(tokens: readonly Token[], sources: readonly Source[]): (Token | Citation)[] {
  const out: (Token | Citation)[] = [];
  for (const token of tokens) {
    const reference = token.type === 'link' ? referenceOf(token as Tokens.Link, sources) : undefined;
    if (reference === undefined) {
      out.push(token);
      continue;
    }
    const before = out.at(-1);
    const last = out.at(-2);
    if (isCitation(last) && isText(before) && before.text.trim() === ',') {
      out.pop();
      last.references.push(reference);
    } else out.push({ type: 'citation', references: [reference] });
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

function referenceOf({ href, text }: Tokens.Link, sources: readonly Source[]): Reference | undefined {
  const source = sources.find(({ url }) => url === href);
  return source && /^\d{1,3}$/.test(text) ? { number: Number(text), source } : undefined;
}

const rule = '\n\n---\n\n';

/**
 * An answer's text, and the pages of the numbered list that the server appends: after a rule, one link per line and
 * nothing else. Any other list is part of the answer.
 */
export function splitSources(text: string): { text: string; pages: Source[] } {
  const start = text.lastIndexOf(`${rule}1. [`);
  const pages: Source[] = [];
  if (start < 0) return { text, pages };
  for (const line of text.slice(start + rule.length).split('\n')) {
    const [, number, title, url] = /^(\d{1,3})\. \[(.*)\]\(([^()\s]*)\)$/.exec(line) ?? [];
    if (Number(number) !== pages.length + 1) return { text, pages: [] };
    pages.push({ title: title!.replace(/\\(.)/g, '$1'), url: url! });
  }
  return { text: text.slice(0, start), pages };
}

const isCitation = (token: Token | Citation | undefined): token is Citation => token?.type === 'citation';
const isText = (token: Token | Citation | undefined): token is Tokens.Text => token?.type === 'text';
