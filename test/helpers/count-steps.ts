// Counts the work of what is imported after this: each call of a function and each turn of a loop is a step, and so is
// each character or element that a built-in function looks at. Unlike a time, that is the same on any machine. It replaces
// built-in functions, so it is for a process of its own. How often a regular expression goes back over a text it does not
// see: that none does so for long, their structure shows.
import { registerHooks } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { parse } from '@babel/parser';

let steps = 0;
let countsBuiltIns = false;
Object.assign(globalThis, { countStep: () => void steps++, countSpread });
const step = 'countStep()';

/** How many steps a piece of work takes. */
export async function stepsOf(work: () => unknown): Promise<number> {
  // Not before, since what loads modules calls them a million times.
  if (!countsBuiltIns) countBuiltIns();
  countsBuiltIns = true;
  const before = steps;
  await work();
  return steps - before;
}

function countSpread(spread: unknown): unknown {
  if (Array.isArray(spread)) steps += spread.length;
  else if (spread instanceof Set || spread instanceof Map) steps += spread.size;
  else if (typeof spread === 'object' && spread !== null && !(Symbol.iterator in spread))
    steps += Object.keys(spread).length;
  return spread;
}

const product = new URL('../../src/', import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url.startsWith(product) ? { ...loaded, source: withSteps(String(loaded.source)) } : loaded;
  },
});

type Node = { type: string; start: number; end: number; body?: Node; directives?: Node[]; argument?: Node };
type Insert = { at: number; text: string };

/** The source with a count in each function, loop and spread. */
function withSteps(source: string): string {
  const inserts: Insert[] = [];
  const wrap = ({ start, end }: Node, open: string, close: string) => {
    inserts.push({ at: start, text: open }, { at: end, text: close });
  };
  walk(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program, (node) => {
    const { type, body, argument } = node;
    if (type === 'SpreadElement') wrap(argument!, 'countSpread(', ')');
    else if (!/^(?:For|While|DoWhile)|Function|Method$/.test(type) || body?.type === undefined) return;
    else if (body.type === 'BlockStatement')
      inserts.push({ at: body.directives?.at(-1)?.end ?? body.start + 1, text: `;${step};` });
    else if (body.type.endsWith('Statement')) wrap(body, `{${step};`, '}');
    else wrap(body, `(${step},`, ')');
  });
  let counted = '';
  let at = 0;
  for (const insert of inOrder(inserts)) {
    counted += source.slice(at, insert.at) + insert.text;
    at = insert.at;
  }
  return counted + source.slice(at);
}

/** By place; where several end, that of the innermost first, which was found last. */
function inOrder(inserts: Insert[]): Insert[] {
  return inserts
    .map((insert, found) => ({ insert, found }))
    .sort((a, b) => a.insert.at - b.insert.at || b.found - a.found)
    .map(({ insert }) => insert);
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return;
  if ('type' in node) visit(node as Node);
  for (const name in node) if (name !== 'loc') walk(node[name as never], visit);
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type LookedAt = (self: any, result: any, args: any[]) => number;

/** Counts for each call of built-in functions what it looks at. */
function count(owner: object, names: string, lookedAt: LookedAt): void {
  const functions = owner as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names.split(' ')) {
    const builtIn = functions[name]!;
    functions[name] = function (this: unknown, ...args: unknown[]) {
      const result = Reflect.apply(builtIn, this, args);
      steps += 1 + lookedAt(this, result, args);
      return result;
    };
  }
}

const whole: LookedAt = (self) => self.length;
const made: LookedAt = (_, result) => result.length;
const uncut: LookedAt = (self, { length }) => self.length - length;
/** From where a search began to what it found. */
const searched: LookedAt = (self, found, [, from = 0]) =>
  Math.abs((found < 0 ? self.length : found) - Math.min(from, self.length));

/** What begins with `^` looks no further than where it begins. */
const isAnchored = (pattern: RegExp) =>
  pattern.sticky || (pattern.source.startsWith('^') && !pattern.multiline);

/** A query costs what it is given and what it finds. */
const asked: LookedAt = (_, rows, values) =>
  values.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 1), 0) +
  (rows?.length ?? 1);
function countBuiltIns(): void {
  const ofTexts = String.prototype;
  count(ofTexts, 'indexOf', searched);
  count(ofTexts, 'lastIndexOf', (self, found, [, from = self.length]) => Math.min(from, self.length) - found);
  count(ofTexts, 'includes', (self, found, [, from = 0]) => (found ? 0 : self.length - from));
  count(ofTexts, 'toLowerCase toUpperCase normalize isWellFormed toWellFormed localeCompare', whole);
  count(ofTexts, 'split replace replaceAll', (self, _, [by]) => (by instanceof RegExp ? 0 : self.length));
  count(ofTexts, 'trim trimStart trimEnd', uncut);
  count(ofTexts, 'repeat padStart padEnd', made);

  const ofLists = Array.prototype;
  count(ofLists, 'indexOf', searched);
  count(ofLists, 'includes lastIndexOf reverse fill toReversed join', whole);
  count(ofLists, 'sort toSorted', (self) => self.length * Math.ceil(Math.log2(self.length + 1)));
  count(ofLists, 'slice concat flat', made);
  count(ofLists, 'splice unshift', whole);

  count(JSON, 'parse', (_, __, [text]) => text.length);
  count(JSON, 'stringify', (_, text) => text?.length ?? 0);
  count(Object, 'keys values entries', made);
  count(TextDecoder.prototype, 'decode', made);

  // All that uses a regular expression calls this: https://tc39.es/ecma262/#sec-regexpexec
  const { exec } = RegExp.prototype;
  Object.assign(RegExp.prototype, {
    exec(this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const match = exec.call(this, text);
      if (match !== null) steps += 1 + match.index + match[0].length - from;
      else steps += isAnchored(this) ? 1 : 1 + Math.max(0, `${text}`.length - from);
      return match;
    },
  });
  count(StatementSync.prototype, 'all get run', asked);
}
