import type { Token } from './lex.ts';

/** A value that can be compared. Values of different kinds say nothing of each other. */
export type Literal = { kind: 'number' | 'string' | 'boolean' | 'nothing' | 'duration'; text: string };

const milliseconds: Record<string, number> = {
  ms: 1,
  millisecond: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
};

const bytes: Record<string, number> = {
  kb: 1_024,
  kib: 1_024,
  mb: 1_024 ** 2,
  mib: 1_024 ** 2,
  gb: 1_024 ** 3,
  gib: 1_024 ** 3,
};

/** A value as docs or a string of the code write it; null for what is no plain value. */
export function literalOf(written: string): Literal | null {
  const text = unquoted(written.trim());
  if (text.length > 200) return null;
  if (/^(?:true|false)$/i.test(text)) return { kind: 'boolean', text: text.toLowerCase() };
  if (/^(?:null|none|nil|undefined)$/i.test(text)) return { kind: 'nothing', text: 'null' };
  const [, digits = '', unit = ''] = /^(-?\d[\d_,.]{0,30})\s?([A-Za-z]{0,12})$/.exec(text) ?? [];
  const value = Number(digits.replaceAll(/[_,]/g, ''));
  if (digits === '' || Number.isNaN(value)) return { kind: 'string', text };
  if (unit === '' || /^(?:n|[iu](?:8|16|32|64|size)|f32|f64|l)$/i.test(unit))
    return { kind: 'number', text: `${value}` };
  const word = unit.toLowerCase();
  const time = milliseconds[word] ?? milliseconds[word.replace(/s$/, '')];
  if (time !== undefined) return { kind: 'duration', text: `${value * time}` };
  if (bytes[word] !== undefined) return { kind: 'number', text: `${value * bytes[word]}` };
  return { kind: 'string', text };
}

function unquoted(text: string): string {
  const quote = text[0];
  const isQuoted =
    text.length > 1 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

const closing = new Set([',', ';', ')', '}', ']']);
/** Wrappers of a plain value: `Some(5)`, `Duration(30 * time.Second)`. */
const maxWrappers = 3;

/** The value of an expression that begins at a token; null for one that is no plain value. */
export function literalAt(tokens: readonly Token[], start: number): Literal | null {
  let at = start;
  for (let depth = 0; depth < maxWrappers && tokens[at]?.kind === 'word'; depth++) {
    let end = at + 1;
    while (tokens[end]?.text === '.' || tokens[end]?.text === '::') end += 2;
    if (tokens[end]?.text !== '(') break;
    if (/^(?:new|not|typeof|await|process|parse\w*)$/.test(tokens[at]!.text)) return null;
    at = end + 1;
  }
  const token = tokens[at];
  if (token === undefined) return null;
  const sign = token.text === '-' && tokens[at + 1]?.kind === 'number' ? '-' : '';
  if (sign !== '') at += 1;
  const first = tokens[at]!;
  if (first.kind === 'sign') return null;
  if (first.kind === 'word' && !/^(?:true|false|null|none|nil|undefined)$/i.test(first.text)) {
    const isUnit = /^time$/.test(first.text) && tokens[at + 1]?.text === '.';
    return isUnit ? productAt(tokens, at) : null;
  }
  if (first.kind === 'number') return productAt(tokens, at, sign);
  return endsAfter(tokens, at) ? literalOf(first.kind === 'string' ? `"${first.text}"` : first.text) : null;
}

/** `60 * 1000`, `5 * time.Minute`. */
function productAt(tokens: readonly Token[], start: number, sign = ''): Literal | null {
  let product = 1;
  let isTime = false;
  for (let at = start; ; at += 2) {
    const token = tokens[at];
    if (token?.kind === 'number') {
      const literal = literalOf(sign + token.text);
      if (literal === null || (literal.kind !== 'number' && literal.kind !== 'duration')) return null;
      isTime ||= literal.kind === 'duration';
      product *= Number(literal.text);
    } else if (token?.text === 'time' && tokens[at + 1]?.text === '.') {
      const unit = milliseconds[tokens[at + 2]?.text.toLowerCase() ?? ''];
      if (unit === undefined) return null;
      isTime = true;
      product *= unit;
      at += 2;
    } else return null;
    if (tokens[at + 1]?.text === '*') continue;
    return endsAfter(tokens, at) ? { kind: isTime ? 'duration' : 'number', text: `${product}` } : null;
  }
}

/** Whether an expression ends with a token: at a closing sign, or with its line. */
function endsAfter(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next === undefined || closing.has(next.text) || next.line > tokens[at]!.line || next.text === 'as';
}

/** Whether two values say the same; null when they cannot be compared. */
export function sameLiteral(one: Literal, other: Literal): boolean | null {
  if (one.kind === other.kind) return one.text === other.text;
  return null;
}
