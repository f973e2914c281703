import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from 'mdast';
import { Shown } from './shown.ts';
import type { Element, ReadChildren } from './element.ts';
import { richText } from './rich-text.ts';

/** Entries of one component. Longer data is no text. */
const maxEntries = 500;

/** Entries that lie in others, and how deep. */
const maxWithin = 1000;
const deepest = 8;

/** Attributes whose lists and objects say how a component looks. */
const unseen = /^(?:style|sx|class|className|icon|icons|tags|toc|theme|config|sizes|breakpoints)$/;

const titles = ['title', 'label', 'name', 'question', 'term', 'heading', 'header', 'prop', 'key', 'status'];
const facts = [
  'type',
  'default',
  'defaultValue',
  'required',
  'isRequired',
  'optional',
  'isOptional',
  'version',
  'since',
];
const texts = [
  'description',
  'content',
  'text',
  'answer',
  'desc',
  'summary',
  'subtitle',
  'body',
  'details',
  'value',
];
const codes = ['code', 'snippet', 'example'];
const targets = ['href', 'link', 'url', 'to'];

type Entry = Record<string, unknown>;

/** The title of a component as JSX: `title={<>A <b>title</b></>}`. */
export function titleOfProps({ attributes }: Element, read: ReadChildren): RootContent[] {
  return titles.flatMap((key) => {
    const value = attributes[key];
    return value instanceof Shown ? read.blocks(value.nodes) : [];
  });
}

/**
 * What a component shows of its attributes, besides its title and children: JSX, and, when it has no children, lists and
 * tables of texts: `items={[{title: 'One', content: <b>first</b>}]}`, `type={{size: {type: 'number'}}}`.
 */
export function blocksOfProps(element: Element, read: ReadChildren): RootContent[] {
  const blocks: RootContent[] = [];
  let left = maxEntries;
  const budget = { left: maxWithin };
  for (const [key, value] of Object.entries(element.attributes)) {
    if (unseen.test(key) || titles.includes(key)) continue;
    if (value instanceof Shown) blocks.push(...read.blocks(value.nodes));
    else if (element.children.length === 0) {
      const entries = entriesOf(value).slice(0, left);
      left -= entries.length;
      const children = entries.map((one) => itemOf(one, read, budget)).filter((one) => one !== null);
      if (children.length > 0) blocks.push({ type: 'list', ordered: false, spread: false, children });
    }
  }
  return blocks;
}

/** Attributes with words that are no text. */
const unshown =
  /^(?:class|className|style|id|key|href|to|src|url|link|path|file|icon|image|img|lang|language|type|size|sizes|width|height|variant|color|allow|rel|target|slot|as|client:.*|(?:aria|data|set|is)[-:].*|on[A-Z].*)$/;

/**
 * The commands that a site's own component without content shows, each below the name of its attribute:
 * `<CommandTabs npm="npm run build" cargo="cargo build" />`.
 */
export function codeOfProps({ attributes, children }: Element): RootContent[] {
  if (children.length > 0) return [];
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && !unshown.test(entry[0]) && /\S\s+\S/.test(entry[1]),
  );
  return given.slice(0, maxEntries).flatMap(([name, value]): RootContent[] => [
    { type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: name }] }] },
    { type: 'code', value },
  ]);
}

/** A list of objects or rows, or an object of objects by their names. */
function entriesOf(value: unknown): Entry[] {
  if (Array.isArray(value))
    return value.map((one) => (Array.isArray(one) ? rowOf(one) : one)).filter(isEntry);
  if (!isEntry(value)) return [];
  const all = Object.entries(value);
  return all.every(([, one]) => isEntry(one)) ? all.map(([name, one]) => ({ name, ...(one as Entry) })) : [];
}

/** `['size', 'number', 'How big']` */
function rowOf(cells: unknown[]): Entry | null {
  const [name, ...rest] = cells;
  if (typeof name !== 'string') return null;
  const words = rest.filter((cell) => typeof cell === 'string');
  return { name, text: words.join(', '), details: rest.find((cell) => cell instanceof Shown) };
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Shown);
}

/** The lists of an entry, such as the `parameters` of a type. */
function listsWithin(entry: Entry, read: ReadChildren, budget: { left: number }, depth: number): List[] {
  if (depth > deepest) return [];
  return Object.entries(entry).flatMap(([key, value]): List[] => {
    if (unseen.test(key) || !Array.isArray(value)) return [];
    const entries = entriesOf(value).slice(0, Math.max(0, budget.left));
    budget.left -= entries.length;
    const children = entries.flatMap((one) => itemOf(one, read, budget, depth) ?? []);
    return children.length === 0 ? [] : [{ type: 'list', ordered: false, spread: false, children }];
  });
}

function itemOf(entry: Entry, read: ReadChildren, budget: { left: number }, depth = 0): ListItem | null {
  const line: PhrasingContent[] = [];
  const below: BlockContent[] = [];
  const title = titles.map((key) => textOf(entry[key])).find((one) => one !== null);
  const url = targets.map((key) => textOf(entry[key])).find((one) => one !== null);
  if (title !== undefined) {
    const strong: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: title! }] };
    line.push(url === undefined ? strong : { type: 'link', url: url!, children: [strong] });
  }
  const known = facts.flatMap((key) => {
    const name = key.replace(/^is/, '').toLowerCase();
    const value = textOf(entry[key]) ?? (entry[key] === true ? name : null);
    return value === null || value === title ? [] : [key.startsWith('default') ? `default: ${value}` : value];
  });
  const told = known.join(', ');
  if (told !== '') line.push({ type: 'text', value: line.length === 0 ? told : ` (${told})` });
  for (const value of texts.map((key) => entry[key])) {
    const text = textOf(value);
    if (text !== null && isJson(text)) {
      below.push({ type: 'code', lang: 'json', value: text });
      continue;
    }
    if (text !== null && text !== title) {
      if (line.length > 0) line.push({ type: 'text', value: ': ' });
      line.push(...richText(text));
    }
    if (value instanceof Shown) below.push(...(read.blocks(value.nodes) as BlockContent[]));
  }
  for (const value of codes.map((key) => textOf(entry[key])))
    if (value !== null) below.push({ type: 'code', lang: languageOf(entry, value), value });
  below.push(...listsWithin(entry, read, budget, depth + 1));
  // Values that are no text, such as the coordinates of a picture, have no title or text.
  if (line.length === 0 && below.length === 0) return null;
  const first: BlockContent[] = line.length === 0 ? [] : [{ type: 'paragraph', children: line }];
  return { type: 'listItem', spread: false, children: [...first, ...below] };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function languageOf(entry: Entry, code: string): string | null {
  return textOf(entry['language']) ?? textOf(entry['lang']) ?? (isJson(code) ? 'json' : null);
}

function isJson(text: string): boolean {
  return text.includes('\n') && /^(?:\{[^]*\}|\[[^]*\])$/.test(text);
}
