import type { Language } from './languages.ts';

/** A piece of code; comments and blanks are none. */
export type Token = {
  kind: 'word' | 'string' | 'number' | 'sign';
  /** A string's content as written, without its quotes. */
  text: string;
  /** From 1. */
  line: number;
  /** Characters before it on its line. */
  column: number;
};

const word = /[A-Za-z_$][\w$]*/y;
const number = /\d[\w.]*/y;
/** Signs of two characters that are told apart from two of one. */
const pairs = new Set(['=>', ':=', '??', '||', '&&', '==', '!=', '<=', '>=', '->', '::', '?.', '?:']);
/** After these a slash begins a pattern. */
const beforeRegex = /^(?:[(=,:[!&|?{};+*%<>~^-]|=>|\?\?|\|\||&&|==|!=|return|typeof|case|in|of)$/;

/** Splits code into tokens, in one pass over the text: it knows comments and strings, and nothing of the grammar. */
export function lex(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  let [line, lineStart, at] = [1, 0, 0];
  const skipTo = (end: number): void => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < end; next = text.indexOf('\n', next + 1)) {
      line += 1;
      lineStart = next + 1;
    }
    at = end;
  };
  const add = (kind: Token['kind'], content: string, end: number): void => {
    tokens.push({ kind, text: content, line, column: at - lineStart });
    skipTo(end);
  };
  const matchAt = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const character = text[at]!;
    if (character === '\n' || character === ' ' || character === '\t') {
      skipTo(at + 1);
      continue;
    }
    if (startsComment(text, at, language)) {
      skipTo(endOr(text, '\n', at));
      continue;
    }
    const { blockComment } = language;
    if (blockComment !== null && text.startsWith(blockComment[0], at)) {
      skipTo(endOr(text, blockComment[1], at + 2) + blockComment[1].length);
      continue;
    }
    const quote = language.quotes.find((one) => text.startsWith(one, at));
    if (quote !== undefined) {
      const end = endOfString(text, at + quote.length, quote);
      const content = text.slice(at + quote.length, end);
      const isAlone = language.hasDocstrings === true && quote.length === 3 && startsLine(text, at);
      if (isAlone) skipTo(end + quote.length);
      else add('string', content, Math.min(end + quote.length, text.length));
      continue;
    }
    const found = matchAt(word);
    if (found !== undefined) {
      add('word', found, at + found.length);
      continue;
    }
    const digits = matchAt(number);
    if (digits !== undefined) {
      add('number', digits, at + digits.length);
      continue;
    }
    if (character === '/' && language.hasRegexes === true && mayBeRegex(tokens.at(-1))) {
      const end = endOfRegex(text, at + 1);
      if (end !== -1) {
        skipTo(end);
        continue;
      }
    }
    const two = text.slice(at, at + 2);
    const sign = pairs.has(two) ? two : character;
    add('sign', sign, at + sign.length);
  }
  return tokens;
}

function startsComment(text: string, at: number, { lineComments }: Language): boolean {
  return lineComments.some(
    (one) => text.startsWith(one, at) && (one !== '#' || at === 0 || /\s/.test(text[at - 1]!)),
  );
}

function endOr(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found === -1 ? text.length : found;
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '\n' && (quote === '"' || quote === "'")) return at;
    else if (text.startsWith(quote, at)) return at;
  }
  return text.length;
}

function startsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 200); before--) {
    if (text[before] === '\n') return true;
    if (!/[\s\w]/.test(text[before]!)) return false;
    if (/\w/.test(text[before]!) && at - before > 2) return false;
  }
  return at < 200;
}

function mayBeRegex(before: Token | undefined): boolean {
  return before === undefined || (before.kind !== 'string' && beforeRegex.test(before.text));
}

/** The end of a pattern on the same line; -1 when it is none. */
function endOfRegex(text: string, from: number): number {
  let isClass = false;
  for (let at = from; at < text.length && at < from + 2_000; at++) {
    const character = text[at];
    if (character === '\n') return -1;
    if (character === '\\') at += 1;
    else if (character === '[') isClass = true;
    else if (character === ']') isClass = false;
    else if (character === '/' && !isClass) return at + 1;
  }
  return -1;
}
