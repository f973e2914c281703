import { dataParsers } from './config/parsers.ts';
import { findFrontMatter, type Format } from './find-front-matter.ts';

export type FrontMatter = Record<string, unknown>;

/** Characters. No person writes longer front matter. */
const maxFrontMatterLength = 64 * 1024;

/** Maximum YAML aliases. A YAML bomb needs thousands. */
const maxAliases = 50;

/**
 * Splits a page into front matter and body. YAML front matter is data: no custom tags, no code. When it is invalid, its
 * plain `key: value` lines are kept and `warning` says why. As in Hugo, front matter between `+++` lines is TOML, and an
 * object at the start of the page is JSON, on one line or up to a line that begins with `}`.
 * https://gohugo.io/content-management/front-matter/
 */
export function splitFrontMatter(text: string): { data: FrontMatter; body: string; warning: string | null } {
  const found = findFrontMatter(text);
  if (found === null) return { data: {}, body: text, warning: null };
  const { format, start, end, bodyStart } = found;
  const source = text.slice(start, end);
  const body = text.slice(bodyStart).replace(/^\r?\n/, '');
  const read = parseFrontMatter(source, format);
  // A page without front matter may begin with a brace.
  if (format === 'json' && read.warning !== null) return { data: {}, body: text, warning: null };
  return { ...read, body };
}

const parsers: Record<Format, (source: string) => unknown> = {
  yaml: parseLenient,
  toml: (source) => textsOf(dataParsers().parseToml(source)),
  json: (source) => textsOf(JSON.parse(source.replace(/^\uFEFF/, ''))),
};

/** Numbers, dates and booleans as strings, as with YAML. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, textsOf(inner)]));
}

function parseFrontMatter(source: string, format: Format): { data: FrontMatter; warning: string | null } {
  if (source.length > maxFrontMatterLength) {
    return { data: {}, warning: 'The front matter is too long; it was ignored.' };
  }
  try {
    const data: unknown = parsers[format](source);
    if (data === null || data === '') return { data: {}, warning: null };
    if (typeof data === 'object' && !Array.isArray(data)) return { data: data as FrontMatter, warning: null };
    return { data: {}, warning: 'The front matter is not a list of keys and values; it was ignored.' };
  } catch (thrown) {
    const reason = (thrown as Error).message.split('\n', 1)[0]?.replace(/:$/, '');
    return { data: plainPairs(source), warning: `The front matter is broken (${reason}).` };
  }
}

/** Invalid YAML is parsed again with plain values in quotes: `title: @scope/name` and `title: a: b` are common. */
function parseLenient(source: string): unknown {
  const { parseYamlAsText } = dataParsers();
  try {
    return parseYamlAsText(source, maxAliases);
  } catch (thrown) {
    const quoted = joinQuoted(source).replaceAll(
      /^([ \t]*(?:-[ \t]+)?[A-Za-z_][\w-]*:[ \t]+)(?!["'|>[{&*!#\s])([^\n]*[^\s\n])[ \t]*$/gm,
      (_, key: string, value: string) => `${key}${JSON.stringify(value)}`,
    );
    try {
      return parseYamlAsText(quoted, maxAliases);
    } catch {
      throw thrown;
    }
  }
}

/** A text in quotes that goes on at the start of the next line, which YAML would have indented. */
function joinQuoted(source: string): string {
  return source.replaceAll(
    /^([ \t]*(?:-[ \t]+)?[A-Za-z_][\w-]*:[ \t]+)(?:'(?:[^'\n]|'')*(?:\n(?:[^'\n]|'')*){1,20}'|"(?:[^"\\\n]|\\.)*(?:\n(?:[^"\\\n]|\\.)*){1,20}")[ \t]*$/gm,
    (whole) =>
      whole
        .split(/\n\s*/)
        .map((line) => line.trimEnd())
        .join(' '),
  );
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

/** The first non-blank string among `keys`. */
export function textField(data: FrontMatter, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = data[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '' && text !== 'null' && text !== '~') return text;
  }
  return null;
}

/** The values of the first of `keys` that is set: a list, or a comma-separated string. */
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

/** Whether one of `keys` equals `value`. */
export function flagField(data: FrontMatter, value: boolean, ...keys: string[]): boolean {
  const spelled = value ? /^(?:true|yes|on)$/i : /^(?:false|no|off)$/i;
  return keys.some((key) => spelled.test(String(data[key])));
}
