import type { Exports } from './evaluate-module.ts';

/** Methods that leave most of a text as it is; what others make, such as `'.'.join(parts)`, is not known. */
const formatting = /^\.(?:format|format_map|[lr]?strip|replace|encode|decode)$/;

/** How deep values may be nested. */
const maxDepth = 40;

/**
 * The top-level assignments of a Python file whose values are literals, earlier names, both joined by `+`, or the
 * default of `os.environ.get`. Nothing is run; other assignments are left out.
 */
export function readPython(text: string): Exports {
  const values: Record<string, unknown> = {};
  for (const { 0: start, 1: name = '', 2: operator, index } of text.matchAll(
    /^([A-Za-z_]\w{0,80})[ \t]*(?::[ \t]{0,20}[\w[\], .]{1,80}[ \t]*)?(\+?=)(?!=)[ \t]*/gm,
  )) {
    const reader = new PythonReader(text, index + start.length, values);
    const value = reader.sum(0);
    if (value === undefined) continue;
    const before = values[name];
    values[name] =
      operator === '+=' && Array.isArray(before) && Array.isArray(value)
        ? [...before, ...(value as unknown[])]
        : value;
  }
  return values;
}

/** Reads one expression; `undefined` when its value is unknown. */
class PythonReader {
  #text: string;
  #at: number;
  #names: Record<string, unknown>;

  constructor(text: string, at: number, names: Record<string, unknown>) {
    this.#text = text;
    this.#at = at;
    this.#names = names;
  }

  sum(depth: number): unknown {
    let value = this.#value(depth);
    for (;;) {
      this.#skipBlanks(depth > 0);
      if (this.#text.charAt(this.#at) !== '+') return value;
      this.#at += 1;
      this.#skipBlanks(depth > 0);
      const more = this.#value(depth);
      if (typeof value === 'string' && typeof more === 'string') value += more;
      else if (Array.isArray(value) && Array.isArray(more))
        value = [...(value as unknown[]), ...(more as unknown[])];
    }
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) return undefined;
    let value = this.#operand(depth);
    for (;;) {
      const method = this.#match(/\.\w+(?=\()/y);
      const next = this.#text.charAt(this.#at);
      if (method === null && next !== '[') return value;
      this.#collection(method === null ? '[' : '(', depth);
      if (method === null || !formatting.test(method)) value = undefined;
    }
  }

  #operand(depth: number): unknown {
    this.#skipBlanks(depth > 0);
    const letter = this.#text.charAt(this.#at);
    if (letter === '[' || letter === '(' || letter === '{') return this.#collection(letter, depth);
    const string = this.#string();
    if (string !== null) return this.#adjacent(string, depth);
    const word = this.#match(/-?[\w.]+/y);
    if (word === null) return undefined;
    if (/^-?[\d.]+$/.test(word)) return Number(word);
    if (word === 'True' || word === 'False') return word === 'True';
    if (this.#text.charAt(this.#at) === '(') {
      const given = this.#collection('(', depth);
      return /^os\.(?:environ\.get|getenv)$/.test(word) && Array.isArray(given) ? given[1] : undefined;
    }
    return Object.hasOwn(this.#names, word) ? this.#names[word] : undefined;
  }

  /** Adjacent strings are joined, in brackets also over several lines. */
  #adjacent(first: string, depth: number): string {
    let joined = first;
    for (;;) {
      this.#skipBlanks(depth > 0);
      const next = this.#string();
      if (next === null) return joined;
      joined += next;
    }
  }

  #collection(open: string, depth: number): unknown {
    const close = open === '[' ? ']' : open === '(' ? ')' : '}';
    const list: unknown[] = [];
    const object: Record<string, unknown> = {};
    let [isObject, commas] = [false, 0];
    this.#at += 1;
    while (this.#at < this.#text.length) {
      this.#skipBlanks(true);
      if (this.#text.charAt(this.#at) === close) {
        this.#at += 1;
        if (isObject) return object;
        return open === '(' && commas === 0 ? list[0] : list;
      }
      const before = this.#at;
      const value = this.sum(depth + 1);
      this.#skipBlanks(true);
      if (open === '{' && this.#text.charAt(this.#at) === ':') {
        this.#at += 1;
        isObject = true;
        object[String(value)] = this.sum(depth + 1);
      } else if (value !== undefined) list.push(value);
      this.#skipBlanks(true);
      if (this.#text.charAt(this.#at) === ',') {
        commas += 1;
        this.#at += 1;
      } else if (this.#at === before) this.#at += 1;
    }
    return undefined;
  }

  #string(): string | null {
    const prefix = this.#match(/[rRuUbBfF]{0,2}(?="|')/y);
    if (prefix === null) return null;
    const quote = this.#match(/"""|'''|"|'/y) ?? '"';
    const isRaw = /r/i.test(prefix);
    let value = '';
    while (this.#at < this.#text.length && !this.#text.startsWith(quote, this.#at)) {
      const letter = this.#text.charAt(this.#at);
      if (letter === '\n' && quote.length === 1) break;
      if (letter === '\\' && !isRaw) {
        const next = this.#text.charAt(this.#at + 1);
        value += next === 'n' ? '\n' : next === 't' ? '\t' : next === '\n' ? '' : next;
        this.#at += 2;
      } else {
        value += letter;
        this.#at += 1;
      }
    }
    this.#at += quote.length;
    if (!/f/i.test(prefix)) return value;
    return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const known = Object.hasOwn(this.#names, name) ? this.#names[name] : '';
      return typeof known === 'string' || typeof known === 'number' ? String(known) : '';
    });
  }

  #skipBlanks(overLines: boolean): void {
    this.#match(overLines ? /(?:\s|#[^\n]*|\\\n)+/y : /(?:[ \t]|\\\n)+/y);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#at = pattern.lastIndex;
    return found[0];
  }
}
