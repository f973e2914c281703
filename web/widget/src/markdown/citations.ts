import type { Token, Tokens } from 'marked';
import type { Source } from '../chat/types.ts';

/** The target of a number in the text. */
type Reference = { number: number; source: Source };

/** Adjacent numbers that link to sources: `([1](url#anchor), [2](url))` in the text. */
export type Citation = { type: 'citation'; before: string; references: Reference[] };

/** A sentence that the docs do not confirm: the server has put `(?)` behind it. */
type Unsure = { type: 'unsure'; tokens: Token[] };

const mark = / ?\(\?\)/;
/** The beginning of the last sentence of a text. */
const lastStart = /^(?:.*[.!?。！？:：]\s+)?/su;

/** Replaces each `(?)` and the sentence before it, which may hold other tokens such as code. */
export function withUnsure(tokens: readonly Token[]): (Token | Unsure)[] {
  const out: (Token | Unsure)[] = [];
  for (const token of tokens) {
    let rest = isText(token) ? token.text : '';
    for (let found = mark.exec(rest); found; found = mark.exec(rest)) {
      const sentence: Token[] = [];
      let said = rest.slice(0, found.index);
      rest = rest.slice(found.index + found[0].length);
      let start = lastStart.exec(said)![0];
      while (start === '' && out.length > 0 && out.at(-1)!.type !== 'unsure') {
        sentence.unshift(textOf(said));
        const before = out.pop() as Token;
        said = isText(before) ? before.text : '';
        if (!isText(before)) sentence.unshift(before);
        else start = lastStart.exec(said)![0];
      }
      sentence.unshift(textOf(said.slice(start.length)));
      if (start !== '') out.push(textOf(start));
      out.push({ type: 'unsure', tokens: sentence });
    }
    out.push(isText(token) ? { ...token, text: rest } : token);
  }
  return out;
}

const textOf = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });

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
    } else out.push({ type: 'citation', before: '', references: [reference] });
  }
  return out.map((token, at) => {
    if (!isText(token)) return token;
    const next = out[at + 1];
    const closes = isCitation(out[at - 1]) && token.text.startsWith(')');
    const text = token.text.slice(closes ? 1 : 0);
    if (!isCitation(next)) return closes ? { ...token, text } : token;
    // The last word stays with its numbers when the line breaks.
    const [, said, word] = /^(.*?)(\S{0,30}?)(?:\s?\()?$/su.exec(text)!;
    next.before = word!;
    return { ...token, text: said! };
  });
}

function referenceOf({ href, text }: Tokens.Link, sources: readonly Source[]): Reference | undefined {
  const at = sources.findIndex(({ url }) => url === href);
  // The server numbers pages; here each section has a number of its own, as in the list below.
  return at >= 0 && /^\d{1,3}$/.test(text) ? { number: at + 1, source: sources[at]! } : undefined;
}

/**
 * An answer's text without the numbered list of pages that the server appends: after a rule, one link per line and
 * nothing else. Any other list is part of the answer.
 */
export const withoutPages = (text: string): string =>
  text.replace(/\n\n---\n\n1\. \[[^\n]*\]\([^()\s]*\)(\n\d{1,3}\. \[[^\n]*\]\([^()\s]*\))*$/, '');

/** One sentence, and a list that only names cited sections. */
const onlyCited = /^[^\n]+\n\n(?:- [^\n]*\(\[\d{1,3}\]\([^()\s]*\)\)(?:\n|$))+$/;

/** The pages that an answer is about which says only that the docs do not hold one, and names the nearest: at most three. */
export function splitNearest(text: string, sources: readonly Source[]): Source[] {
  if (sources.length > 0) return onlyCited.test(withoutPages(text)) ? sources.slice(0, 3) : [];
  const [list = ''] = /(?:\n- \[[^\n]*\]\([^()\s]*\))+$/.exec(text) ?? [];
  return [...list.matchAll(/^- \[(.*)\]\((.*)\)$/gm)]
    .slice(0, 3)
    .map(([, title, url]) => ({ title: title!.replace(/\\(.)/g, '$1'), url: url! }));
}

const isCitation = (token: Token | Citation | undefined): token is Citation => token?.type === 'citation';
const isText = (token: Token | Citation | undefined): token is Tokens.Text => token?.type === 'text';
