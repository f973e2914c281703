import { fieldOf, functions, isTrue, textOf, unknown, type Value } from './functions.ts';

/** The scope of a template. */
export type Scope = {
  /** The value of the dot. */
  dot: Value;
  variable: (name: string) => Value;
  assign: (name: string, value: Value, isNew: boolean) => void;
  /** A field of the dot, `$` or `site`: `['Get'], ['title']`. Unknown when it is no field of a shortcode. */
  ask: (path: string[], given: Value[]) => Value;
  /** The translated string for a key. */
  translate: (key: string) => Value;
  /** The output of a partial template for a value. */
  partial: (name: string, dot: Value) => Value;
};

/** The dot of a shortcode, with fields instead of a value. */
export const shortcode = Symbol('shortcode');

const deepest = 30;

const tokens =
  /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)'|:=|\)(?:\.\w+)+|[|(),=]|(?:\.\w+)+|\$?[A-Za-z_][\w]*(?:\.\w+)*|\$(?:\.\w+)*|-?\d+(?:\.\d+)?|\./g;

/** The value of an action, and whether it is output: an assignment is not. */
export function evaluate(source: string, scope: Scope): { value: Value; names: string[]; isShown: boolean } {
  const list = source.match(tokens) ?? [];
  const at = list.findIndex((token) => token === ':=' || token === '=');
  if (at < 0 || !list[0]?.startsWith('$'))
    return { value: readPipeline(list, scope), names: [], isShown: true };
  const names = list.slice(0, at).filter((token) => token.startsWith('$'));
  const value = readPipeline(list.slice(at + 1), scope);
  if (names.length === 1) scope.assign(names[0] ?? '', value, list[at] === ':=');
  return { value, names, isShown: false };
}

/** `a b | c d`: the value of each command is the last argument of the next. */
function readPipeline(list: string[], scope: Scope): Value {
  const reader = { list, at: 0, depth: 0 };
  return pipeline(reader, scope);
}

type Reader = { list: string[]; at: number; depth: number };

function pipeline(reader: Reader, scope: Scope): Value {
  let value: Value = unknown;
  let isFirst = true;
  for (;;) {
    value = command(reader, scope, isFirst ? [] : [value]);
    isFirst = false;
    if (reader.list[reader.at] !== '|') return value;
    reader.at += 1;
  }
}

function command(reader: Reader, scope: Scope, piped: Value[]): Value {
  const head = reader.list[reader.at];
  if (head === undefined || head === ')') return piped[0] ?? unknown;
  const isCall =
    /^(?:\$?\.|[A-Za-z_]|\$\w*\.)/.test(head) && head !== 'true' && head !== 'false' && head !== 'nil';
  if (isCall) reader.at += 1;
  const given: Value[] = [];
  const isName = /^[A-Za-z_]\w*$/.test(head);
  if (!isCall) given.push(operand(reader, scope));
  for (;;) {
    const token = reader.list[reader.at];
    if (token === undefined || token === '|' || token.startsWith(')')) break;
    if (token === ',') {
      reader.at += 1;
      continue;
    }
    given.push(operand(reader, scope));
  }
  if (!isCall) return given[0];
  return isName || /^(?:[a-z]\w*)\.[A-Z]\w*$/.test(head)
    ? call(head, [...given, ...piped], scope)
    : ask(head, [...given, ...piped], scope);
}

function operand(reader: Reader, scope: Scope): Value {
  const token = reader.list[reader.at] ?? '';
  reader.at += 1;
  if (token === '(') {
    if (reader.depth >= deepest) {
      reader.at = reader.list.length;
      return unknown;
    }
    reader.depth += 1;
    const value = pipeline(reader, scope);
    reader.depth -= 1;
    const end = reader.list[reader.at] ?? '';
    if (end.startsWith(')')) reader.at += 1;
    return end.length > 1 ? fieldsOf(value, end.slice(2).split('.')) : value;
  }
  if (/^["'`]/.test(token)) {
    const text = token.slice(1, -1);
    return token.startsWith('`')
      ? text
      : text.replaceAll(/\\(.)/g, (_, mark: string) => ({ n: '\n', t: '\t' })[mark] ?? mark);
  }
  if (/^-?\d/.test(token)) return Number(token);
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'nil') return null;
  return /^[A-Za-z_]\w*$/.test(token) ? call(token, [], scope) : ask(token, [], scope);
}

/** `.Title`, `$.Page.Title`, `$name.field`, `site.Params.x`. */
function ask(token: string, given: Value[], scope: Scope): Value {
  if (token === '.') return scope.dot;
  const [head = '', ...path] = token.split('.');
  if (head === '') return scope.dot === shortcode ? scope.ask(path, given) : fieldsOf(scope.dot, path);
  if (head === '$') return scope.ask(path, given);
  if (head.startsWith('$')) return fieldsOf(scope.variable(head), path);
  return scope.ask([head, ...path], given);
}

function fieldsOf(value: Value, path: string[]): Value {
  if (value === shortcode) return unknown;
  return path.filter((key) => key !== '').reduce<Value>(fieldOf, value);
}

/** `strings.TrimPrefix` and `trimprefix` are the same function. */
function call(name: string, given: Value[], scope: Scope): Value {
  const short = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (short === 't' || short === 'i18n' || short === 'translate') return scope.translate(textOf(given[0]));
  if (/^partial(?:cached)?$/.test(short)) return scope.partial(textOf(given[0]), given[1]);
  if (short === 'and') return given.find((value) => !isTrue(value)) ?? given.at(-1);
  if (short === 'or') return given.find(isTrue) ?? given.at(-1);
  return Object.hasOwn(functions, short) ? functions[short]?.(...given) : unknown;
}
