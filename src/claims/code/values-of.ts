import type { Language } from './languages.ts';
import type { Token } from './lex.ts';
import { type Literal, literalAt, literalOf } from './literal.ts';

/** A value that code gives a name. A plain one may be of a call, a default of a declaration. */
export type Given = { literal: Literal; isDefault: boolean };

/** Tokens of a declaration in which its default is looked for. */
const reach = 80;
const isDefaultWord = /^default(?:_?value(?:_t)?|s)?$/i;
/** Calls that declare a setting of the name that they are given. */
const declaringCall =
  /^(?:(?:bool|string|int|int8|int16|int32|int64|uint|uint16|uint32|uint64|float32|float64|duration|count)(?:slice|array)?(?:var)?p?|setdefault|getenv|getenvordefault|get|env|envor\w*|option|flag)$/i;

/** The values that are given to the name at a token. @param isInDefaults whether it stands among defaults */
export function valuesOf(
  tokens: readonly Token[],
  at: number,
  language: Language,
  isInDefaults: boolean,
): Given[] {
  const given: Given[] = [];
  const add = (literal: Literal | null, isDefault: boolean): void => {
    if (literal !== null) given.push({ literal, isDefault });
  };
  const name = tokens[at]!;
  const isNamed = isInDefaults || /default/i.test(name.text);
  const next = tokens[at + 1]?.text;
  if (next === '=' || next === ':=' || next === '=>')
    add(literalAt(tokens, at + 2), isNamed || isParameter(tokens, at));
  if (next === '??' || next === '||') add(literalAt(tokens, at + 2), true);
  // The shell's `${PORT:-3000}`.
  const isExpanded = next === ':' && tokens[at + 2]?.text === '-' && tokens[at - 1]?.text === '{';
  if (isExpanded) add(literalAt(tokens, at + 3), true);
  else if (next === ':' || next === '?:' || next === '?') {
    const colon = next === '?' ? at + 2 : at + 1;
    add(literalAt(tokens, colon + 1), isNamed);
    const equals = assignmentAfterType(tokens, colon + 1);
    if (equals !== -1) add(literalAt(tokens, equals + 1), true);
  }
  if (name.kind === 'string' && next === ',') add(argumentAfter(tokens, at), true);
  add(defaultWithin(tokens, at, language), true);
  if (language.hasLifetimes) add(defaultBefore(tokens, at), true);
  return given;
}

/** The default in a string's placeholder: `${acme.pool.size:10}`, `${PORT:-3000}`. */
export function placeholderOf(text: string, word: string): Given[] {
  const start = text.indexOf(`${word}:`);
  if (start === -1 || !/\$\{[\w.]*$/.test(text.slice(Math.max(0, start - 100), start))) return [];
  const value = /^-?([^}]{1,80})\}/.exec(text.slice(start + word.length + 1))?.[1];
  const literal = value === undefined ? null : literalOf(value);
  return literal === null ? [] : [{ literal, isDefault: true }];
}

/** Whether `name = value` stands among the parameters of a function or what a pattern takes apart. */
function isParameter(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text;
  if (before !== ',' && before !== '(' && before !== '{' && before !== '*') return false;
  for (let back = at - 1, depth = 0; back >= Math.max(0, at - 400); back--) {
    const { text } = tokens[back]!;
    if (text === ')' || text === '}' || text === ']') depth += 1;
    if (text !== '(' && text !== '{' && text !== '[') continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    if (text === '{') return /^(?:const|let|var|\(|,)$/.test(tokens[back - 1]?.text ?? '');
    return /^(?:def|function|fn)$/.test(tokens[back - 2]?.text ?? '');
  }
  return false;
}

/** The `=` after a type on the same line; -1 when there is none. */
function assignmentAfterType(tokens: readonly Token[], start: number): number {
  const line = tokens[start]?.line;
  for (let at = start, depth = 0; at < start + 24 && tokens[at]?.line === line; at++) {
    const { text } = tokens[at]!;
    if (text === '=' && depth === 0) return at;
    if (text === '[' || text === '<') depth += 1;
    if (text === ']' || text === '>') depth -= 1;
    if (text === '(' || text === '{' || text === '}' || text === ')' || text === ';') return -1;
    if (text === ',' && depth === 0) return -1;
  }
  return -1;
}

/** The value that a declaring call is given after the name: `IntVar(&port, "port", 8080, "…")`. */
function argumentAfter(tokens: readonly Token[], at: number): Literal | null {
  let open = at - 1;
  for (let depth = 0; open >= Math.max(0, at - 30); open--) {
    const { text } = tokens[open]!;
    if (text === ')') depth += 1;
    if (text !== '(') continue;
    if (depth === 0) break;
    depth -= 1;
  }
  const called = tokens[open - 1]?.text ?? '';
  if (tokens[open]?.text !== '(' || !declaringCall.test(called)) return null;
  if (/^(?:option|flag)$/i.test(called)) {
    // `.option('--port <n>', 'what it is', 3000)`
    const isText = tokens[at + 2]?.kind === 'string' && tokens[at + 3]?.text === ',';
    return isText ? literalAt(tokens, at + 4) : null;
  }
  // The calls of pflag that end in P take a letter first.
  const isShort = /p$/i.test(called) && !/^(?:setdefault|get\w*|env\w*)$/i.test(called);
  return literalAt(tokens, isShort ? at + 4 : at + 2);
}

/** `default: 3000` within what declares the name. */
function defaultWithin(
  tokens: readonly Token[],
  at: number,
  { isIndented = false }: Language,
): Literal | null {
  const name = tokens[at]!;
  const separator = tokens[at + 1]?.text;
  const isKey = separator === ':' || separator === '=' || separator === '?:' || separator === '?';
  if (!isKey && name.kind !== 'string') return null;
  for (let next = at + 1, depth = 0; next < Math.min(tokens.length, at + reach); next++) {
    const { text, column, line, kind } = tokens[next]!;
    if (isIndented && line > name.line && column <= name.column) return null;
    if (text === '{' || text === '(' || text === '[') depth += 1;
    if (text === '}' || text === ')' || text === ']') depth -= 1;
    // `Flag("port", "…").Default("3000")`
    const isChained = depth < 0 && !isKey && tokens[next + 1]?.text === '.';
    if (isChained) depth = 0;
    if (depth < 0 || (text === ';' && depth === 0)) return null;
    // The next key, or the next element.
    if (isKey && depth === 0 && (text === ',' || (line > name.line && !isIndented))) return null;
    const sign = tokens[next + 1]?.text;
    if (kind === 'sign' || !isDefaultWord.test(text)) continue;
    if (sign === ':' || sign === '=' || sign === '(') {
      if (depth > 1 && sign !== '(') continue;
      return literalAt(tokens, next + 2);
    }
  }
  return null;
}

/** The default in the attribute before a field: `#[arg(long, default_value_t = 8)] pub port: u16`. */
function defaultBefore(tokens: readonly Token[], at: number): Literal | null {
  let back = at - 1;
  if (tokens[back]?.text === 'pub') back -= 1;
  if (tokens[back]?.text !== ']') return null;
  for (const end = Math.max(0, at - 60); back > end; back--) {
    if (tokens[back]!.text === '#') return null;
    if (isDefaultWord.test(tokens[back]!.text) && tokens[back + 1]?.text === '=')
      return literalAt(tokens, back + 2);
  }
  return null;
}
