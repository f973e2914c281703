import { withoutEnd } from '../../../../lib/without-end.ts';

/** A value that only a build knows. It is truthy and prints nothing. */
export const unknown = Symbol('unknown');

export type Value = unknown;

type Fn = (...given: Value[]) => Value;

/** Maximum items of a computed list. */
const maxItems = 200;

/** Maximum characters of a computed string. */
const maxLength = 50_000;

const identity: Fn = (...given) => given.at(-1);

/** Hugo's pure functions. https://gohugo.io/functions/ */
export const functions: Record<string, Fn> = {
  default: (fallback, value) => (value === unknown || !isTrue(value) ? fallback : value),
  cond: (test, yes, no) => (isTrue(test) ? yes : no),
  not: (value) => !isTrue(value),
  eq: (one, ...others) => one !== unknown && others.some((other) => sameValue(one, other)),
  ne: (one, other) => one === unknown || !sameValue(one, other),
  lt: (one, other) => asNumber(one) < asNumber(other),
  le: (one, other) => asNumber(one) <= asNumber(other),
  gt: (one, other) => asNumber(one) > asNumber(other),
  ge: (one, other) => asNumber(one) >= asNumber(other),
  add: (...given) => numbers(given, (one, other) => one + other),
  sub: (...given) => numbers(given, (one, other) => one - other),
  mul: (...given) => numbers(given, (one, other) => one * other),
  div: (...given) => numbers(given, (one, other) => Math.trunc(one / other)),
  mod: (...given) => numbers(given, (one, other) => one % other),
  int: (value) => numberOf(value),
  string: (value) => (value === unknown ? unknown : textOf(value)),
  len: (value) => (Array.isArray(value) || typeof value === 'string' ? value.length : unknown),
  index: (value, ...keys) => keys.reduce<Value>((inner, key) => fieldOf(inner, textOf(key)), value),
  slice: (...given) => given,
  seq: (...given) => sequence(given.map(asNumber)),
  first: (count, list) => (Array.isArray(list) ? list.slice(0, asNumber(count)) : unknown),
  last: (count, list) => (Array.isArray(list) ? list.slice(-asNumber(count)) : unknown),
  after: (count, list) => (Array.isArray(list) ? list.slice(asNumber(count)) : unknown),
  dict: (...given) =>
    Object.fromEntries(given.flatMap((key, at) => (at % 2 === 0 ? [[textOf(key), given[at + 1]]] : []))),
  isset: (value, key) => fieldOf(value, textOf(key)) !== unknown,
  in: (value, item) =>
    Array.isArray(value) ? value.some((one) => sameValue(one, item)) : textOf(value).includes(textOf(item)),
  print: (...given) => given.map(textOf).join(''),
  printf: (format, ...given) => formatText(textOf(format), given),
  lower: onText((text) => text.toLowerCase()),
  upper: onText((text) => text.toUpperCase()),
  title: onText((text) => text.replaceAll(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())),
  humanize: onText((text) => text.replaceAll(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase())),
  trim: onText((text, marks = ' ') => withoutEnd(withoutStart(text, marks), marks)),
  trimspace: onText((text) => text.trim()),
  trimprefix: (prefix, text) =>
    onText((one, start = '') => (one.startsWith(start) ? one.slice(start.length) : one))(text, prefix),
  trimsuffix: (suffix, text) =>
    onText((one, end = '') => (end !== '' && one.endsWith(end) ? one.slice(0, -end.length) : one))(
      text,
      suffix,
    ),
  trimleft: (marks, text) => onText((one, given = '') => withoutStart(one, given))(text, marks),
  trimright: (marks, text) => onText((one, given = '') => withoutEnd(one, given))(text, marks),
  contains: (text, part) => textOf(text).includes(textOf(part)),
  hasprefix: (text, start) => textOf(text).startsWith(textOf(start)),
  hassuffix: (text, end) => textOf(text).endsWith(textOf(end)),
  replace: onText((text, old = '', now = '') =>
    old === '' ? text : text.replaceAll(old, () => now).slice(0, maxLength),
  ),
  split: (text, mark) => (text === unknown ? unknown : textOf(text).split(textOf(mark)).slice(0, maxItems)),
  delimit: (list, mark) => (Array.isArray(list) ? list.map(textOf).join(textOf(mark)) : unknown),
  replacere: (_pattern, _now, text) => text,
  ref: identity,
  relref: identity,
  absurl: addressOf,
  relurl: addressOf,
  abslangurl: addressOf,
  rellangurl: addressOf,
};

/** Functions that do not change the visible text. */
for (const name of 'markdownify safehtml safeurl safehtmlattr safecss safejs plainify htmlunescape htmlescape emojify renderstring'.split(
  ' ',
))
  functions[name] = identity;

/** Truth as in `if`: not empty. Unknown values are true. */
export function isTrue(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== '' && value !== 0 && value !== false && value !== null && value !== undefined;
}

/** A field of a value, case-insensitive; unknown when it has no such field. */
export function fieldOf(value: Value, key: string): Value {
  if (Array.isArray(value)) return value[Number(key)] ?? unknown;
  if (typeof value !== 'object' || value === null) return unknown;
  const name = Object.hasOwn(value, key)
    ? key
    : Object.keys(value).find((one) => one.toLowerCase() === key.toLowerCase());
  return name === undefined ? unknown : (value as Record<string, Value>)[name];
}

export function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A root-relative URL. */
function addressOf(...given: Value[]): Value {
  const path = given.at(-1);
  return typeof path === 'string' && !/^(?:\/|#|[a-z]+:)/.test(path) ? `/${path}` : path;
}

/** The text is the first argument, or with a pipe the last; the other one is short. */
function onText(change: (text: string, ...given: string[]) => string): Fn {
  return (text, ...given) => (text === unknown ? unknown : change(textOf(text), ...given.map(textOf)));
}

function withoutStart(text: string, marks: string): string {
  let from = 0;
  while (from < text.length && marks.includes(text.charAt(from))) from += 1;
  return text.slice(from);
}

function sameValue(one: Value, other: Value): boolean {
  if (one === unknown || other === unknown) return false;
  return (
    one === other || (typeof one !== typeof other && textOf(one) !== '' && textOf(one) === textOf(other))
  );
}

/** What only a build knows is no number. */
function asNumber(value: Value): number {
  return typeof value === 'symbol' ? Number.NaN : Number(value);
}

function numberOf(value: Value): Value {
  const number = Number.parseInt(textOf(value), 10);
  return Number.isNaN(number) ? unknown : number;
}

function numbers(given: Value[], change: (one: number, other: number) => number): Value {
  const values = given.map((value) => (typeof value === 'number' ? value : numberOf(value)));
  if (values.length === 0 || values.some((value) => typeof value !== 'number')) return unknown;
  const result = (values as number[]).reduce(change);
  return Number.isFinite(result) ? result : unknown;
}

function sequence([one = 0, other, third]: number[]): Value {
  const [from, to] = other === undefined ? [1, one] : [one, third ?? other];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return unknown;
  return Array.from({ length: Math.min(maxItems, to - from + 1) }, (_, at) => from + at);
}

function formatText(format: string, given: Value[]): Value {
  if (given.includes(unknown)) return unknown;
  let next = 0;
  return format
    .replaceAll(/%(?:%|[-+#0]?\d*(?:\.\d+)?[a-zA-Z])/g, (verb) => {
      if (verb === '%%') return '%';
      const text = textOf(given[next++]);
      return verb.endsWith('q') ? `"${text}"` : text;
    })
    .slice(0, maxLength);
}
