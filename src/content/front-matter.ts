import { parse } from 'yaml';

export type FrontMatter = Record<string, unknown>;

/** Characters. Longer front matter is no front matter that a person wrote. */
const maxFrontMatterLength = 64 * 1024;

/** References to YAML anchors. A bomb needs thousands. */
const maxAliases = 50;

/** Values stay as they are written: `version: 2.0` is "2.0" and not 2, `lang: no` is "no" and not false. */
const asText = { schema: 'failsafe', uniqueKeys: false } as const;

/**
 * Splits a page into front matter and body. The front matter is YAML as data: no tags that make objects, no code.
 * When it is broken, its plain `key: value` lines are kept and `warning` says why.
 */
export function splitFrontMatter(text: string): { data: FrontMatter; body: string; warning: string | null } {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (opening === null) return { data: {}, body: text, warning: null };
  const closing = /^(?:---|\.\.\.)[ \t]*$/gm;
  closing.lastIndex = opening[0].length;
  const end = closing.exec(text);
  if (end === null) return { data: {}, body: text, warning: null };
  const source = text.slice(opening[0].length, end.index);
  const body = text.slice(end.index + end[0].length).replace(/^\r?\n/, '');
  return { ...parseFrontMatter(source), body };
}

function parseFrontMatter(source: string): { data: FrontMatter; warning: string | null } {
  if (source.length > maxFrontMatterLength) {
    return { data: {}, warning: 'The front matter is too long; it was ignored.' };
  }
  try {
    const data = parseLenient(source);
    if (data === null || data === '') return { data: {}, warning: null };
    if (typeof data === 'object' && !Array.isArray(data)) return { data: data as FrontMatter, warning: null };
    return { data: {}, warning: 'The front matter is not a list of keys and values; it was ignored.' };
  } catch (thrown) {
    const reason = (thrown as Error).message.split('\n', 1)[0]?.replace(/:$/, '');
    return { data: plainPairs(source), warning: `The front matter is broken (${reason}).` };
  }
}

/** Read again with plain values in quotes when it is broken: `title: @scope/name` and `title: a: b` are common. */
function parseLenient(source: string): unknown {
  const options = { ...asText, maxAliasCount: maxAliases, logLevel: 'error' } as const;
  try {
    return parse(source, options);
  } catch (thrown) {
    const quoted = source.replaceAll(
      /^([ \t]*(?:-[ \t]+)?[A-Za-z_][\w-]*:[ \t]+)(?!["'|>[{&*!#\s])([^\n]*[^\s\n])[ \t]*$/gm,
      (_, key: string, value: string) => `${key}${JSON.stringify(value)}`,
    );
    try {
      return parse(quoted, options);
    } catch {
      throw thrown;
    }
  }
}

function plainPairs(source: string): FrontMatter {
  const pairs: FrontMatter = {};
  for (const line of source.split('\n')) {
    const pair = /^([A-Za-z_][\w-]*):[ \t]+([^\s[{&*>|].*)$/.exec(line.trimEnd());
    if (pair?.[1] !== undefined && pair[2] !== undefined)
      pairs[pair[1]] = pair[2].replace(/^(["'])(.*)\1$/, '$2');
  }
  return pairs;
}

/** The first of `keys` whose value is text that is not blank. */
export function textField(data: FrontMatter, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = data[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '' && text !== 'null' && text !== '~') return text;
  }
  return null;
}

/** The values of the first of `keys` that is there: a list, or text with commas. */
export function listField(data: FrontMatter, ...keys: string[]): string[] {
  for (const key of keys) {
    const value = data[key];
    const list = typeof value === 'string' ? value.split(',') : value;
    if (!Array.isArray(list)) continue;
    const texts = list.filter((item: unknown) => typeof item === 'string');
    return texts.map((item) => item.trim()).filter((item) => item !== '');
  }
  return [];
}

/** Whether one of `keys` says `value`. */
export function flagField(data: FrontMatter, value: boolean, ...keys: string[]): boolean {
  return keys.some((key) => data[key] === String(value));
}
