import { folded } from '../names.ts';
import type { Language } from './languages.ts';
import type { Token } from './lex.ts';
import { parametersOf } from './parameters-of.ts';
import { type Given, placeholderOf, valuesOf } from './values-of.ts';

/** A place where code has a name. */
export type Mention = {
  path: string;
  line: number;
  /** The name as it is spelled there. */
  word: string;
  /** Whether it stands alone in a string, as an option's name does. */
  isString: boolean;
  /** Whether the code makes something of that name here: a key, a function, a type, an option. */
  declares: boolean;
  values: Given[];
  parameters: string[] | null;
  /** The line as written, to tell whether a commit touched it. */
  source: string;
};

const declaringWord =
  /^(?:def|func|function|class|const|let|var|fn|type|interface|struct|enum|trait|static|final|export|mod|val|fun|public|private|protected|abstract|async|get|set|readonly|pub|object|record)$/;

/** Names in a longer string, such as `-p, --port <number>`. */
const maxNamesInString = 20;

/** Reports each place of the wanted names in a file's tokens. @param wanted folded names */
export function* mentionsIn(
  path: string,
  tokens: readonly Token[],
  language: Language,
  wanted: ReadonlySet<string>,
  sourceOf: (line: number) => string,
): Generator<[name: string, Mention]> {
  const defaults: boolean[] = [];
  const isInTheFile = /default/i.test(path.slice(path.lastIndexOf('/') + 1));
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'number') continue;
    if (token.kind === 'sign') {
      if (token.text === '{' || token.text === '(' || token.text === '[')
        defaults.push(defaults.at(-1) === true || opensDefaults(tokens, at));
      else if (token.text === '}' || token.text === ')' || token.text === ']') defaults.pop();
      continue;
    }
    for (const word of namesIn(token)) {
      const name = folded(word);
      if (!wanted.has(name)) continue;
      const isString = token.kind === 'string';
      const filled = isString ? placeholderOf(token.text, word) : [];
      const isWhole = !isString || word === token.text || isSyntaxOf(word, token.text);
      const declares = filled.length > 0 || (isWhole && declaresAt(tokens, at, language));
      const isInDefaults = isInTheFile || defaults.at(-1) === true;
      const values = isWhole ? valuesOf(tokens, at, language, isInDefaults) : filled;
      const parameters = declares && !isString ? parametersOf(tokens, at + 1) : null;
      const place = { path, line: token.line, source: sourceOf(token.line) };
      yield [name, { ...place, word, isString: isString && isWhole, declares, values, parameters }];
    }
  }
}

/** Whether a string tells how an option is written: `-p, --port <number>`, `web.listen-address`. */
function isSyntaxOf(word: string, text: string): boolean {
  if (text.endsWith(`.${word}`)) return true;
  return text.startsWith(`${word} `) || (text.length < 100 && text.startsWith('-') && word.startsWith('--'));
}

function namesIn({ kind, text }: Token): string[] {
  if (kind === 'word') return [text];
  if (text.length > 2_000) return [];
  return (text.match(/(?<![\w$-])(?:--?)?[A-Za-z_$][\w$-]{0,99}(?![\w$-])/g) ?? []).slice(
    0,
    maxNamesInString,
  );
}

/** Whether a bracket follows a name of defaults: `const defaults = {`, `DefaultConfig = Config{`. */
function opensDefaults(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 6); back--) {
    const { text, kind } = tokens[back]!;
    if (kind === 'word' && /default/i.test(text)) return true;
    if (text === ';' || text === '{' || text === '}' || text === ',') return false;
  }
  return false;
}

function declaresAt(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1]?.text;
  const before = tokens[at - 1];
  const isKey = next === ':' || next === '=' || next === ':=' || next === '?:' || next === '=>';
  if (token.kind === 'string')
    return (
      isKey ||
      before?.text === '(' ||
      before?.text === ',' ||
      before?.text === '[' ||
      before?.text === '=' ||
      before?.text === ':' ||
      before?.text === '|' ||
      before?.text === '|=' ||
      before?.text === '-' ||
      next === ',' ||
      next === '|'
    );
  if (before?.text === '.' || before?.text === '?.')
    // `app.config = …`, `Foo.prototype.bar = …`, `exports.bar = …`, `reply.send = …`
    return next === '=';
  if (isKey || (next === '?' && tokens[at + 2]?.text === ':')) return true;
  if (before !== undefined && before.line === token.line && declaringWord.test(before.text)) return true;
  // A method, with a body after its parameters, or Go's with its receiver before.
  if (next === '(' && before?.text === ')' && before.line === token.line) return true;
  if (next === '(' && before?.line !== token.line) return true;
  // A field of Go or Java, alone on its line: `Port int`, `private int port;`.
  const isFirst = before === undefined || before.line !== token.line;
  const type = tokens[at + 1];
  if (
    isFirst &&
    type?.line === token.line &&
    (type.kind === 'word' || type.text === '*' || type.text === '[')
  )
    return true;
  if (before?.line === token.line && before.kind === 'word' && (next === ';' || next === '=')) return true;
  // An element of an enumeration or of what a pattern takes apart.
  return (
    language.isIndented !== true &&
    (before?.text === '{' || before?.text === ',') &&
    (next === ',' || next === '}')
  );
}
