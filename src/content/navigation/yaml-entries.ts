import type { Document, Node, Scalar } from 'yaml';
import { dataParsers } from '../config/parsers.ts';
import { type Item, type Navigation, type SiteFile, targetMark, titleMark } from './site-file.ts';

/** How a YAML navigation names pages. */
type YamlRules = {
  /** Keys whose string names a page; null when every string does, with its key as the title. */
  targets: readonly string[] | null;
  titles: readonly string[];
  /** Whether a string in a list names a page, where keys do, too. */
  texts?: true;
  /** Keys whose value is a folder or glob, listed as a whole. */
  folders?: readonly string[];
  /** Whether a title with pages below it may stand without a page of its own. */
  bareTitles?: true;
};

/** @throws Error when it does not parse, or holds more than one document */
export function parseYaml(text: string): Document {
  const document = dataParsers().yaml.parseDocument(text, { schema: 'core', logLevel: 'error' });
  if (document.errors.length > 0) throw new Error(document.errors[0]!.message.split('\n')[0]);
  return document;
}

/** Every entry below a node that names a page. */
export function yamlEntries(text: string, root: unknown, rules: YamlRules): Navigation {
  const found: Navigation = { entries: [], folders: [] };
  readNode(root, { text, rules, found, groups: [], item: null, emptied: null });
  return found;
}

/**
 * A file of YAML that names pages below its `parts`, or anywhere.
 * @param isPage whether a name is that of a page, not of a folder, a title or another file
 * @param roots the keys below which it is read, where more than its parts name pages
 */
export function yamlFile(
  file: Pick<SiteFile, 'fits' | 'parts' | 'rootsOf' | 'addRedirect'>,
  rules: YamlRules,
  isPage: (target: string) => boolean = () => true,
  roots = file.parts,
): SiteFile {
  return {
    ...file,
    readNavigation(text) {
      const document = parseYaml(text);
      const nodes = roots?.map((part) => document.getIn(part, true)) ?? [document.contents];
      const found = nodes.map((node) => yamlEntries(text, node, rules));
      const entries = found.flatMap((one) => one.entries).sort((a, b) => a.span.start - b.span.start);
      return {
        entries: entries.filter(({ target }) => isPage(target)),
        // `contents: auto` takes the pages of the folder itself.
        folders: found
          .flatMap(({ folders }) => folders)
          .map((one) => (/^(?:auto|true)$/.test(one) ? '.' : one)),
      };
    },
  };
}

type Reading = {
  text: string;
  rules: YamlRules;
  found: Navigation;
  groups: string[];
  item: ListItem | null;
  /** Where the key of a list ends. */
  emptied: number | null;
};
type ListItem = Item & { prefix: string };

function readNode(node: unknown, reading: Reading): void {
  const { isMap, isScalar, isSeq } = dataParsers().yaml;
  if (isSeq(node)) {
    for (const [nth, child] of node.items.entries()) {
      const emptied = node.items.length === 1 ? reading.emptied : null;
      const item =
        node.flow === true
          ? flowItem(node.items as Node[], nth)
          : itemOf(child as Node, reading.text, emptied);
      if (isScalar(child)) {
        const pattern = item === null ? null : made(item, mark(targetMark, child));
        const isNamed = reading.rules.targets === null || reading.rules.texts === true;
        if (isNamed) add(reading, child, item, null, pattern);
      } else readNode(child, { ...reading, item });
    }
  } else if (isMap(node)) readMap(node.items, reading);
}

function readMap(pairs: readonly unknown[], reading: Reading): void {
  const { isMap, isPair, isScalar, isSeq } = dataParsers().yaml;
  const { rules, item, groups } = reading;
  const texts = new Map<string, Scalar>();
  for (const pair of pairs)
    if (isPair(pair) && isScalar(pair.key) && isScalar(pair.value))
      texts.set(String(pair.key.value), pair.value);
  const targets = rules.targets === null ? pairs : rules.targets.filter((key) => texts.has(key));
  const named =
    rules.titles.flatMap((key) => texts.get(key) ?? []).map(({ value }) => String(value))[0] ?? null;
  const hasChildren = pairs.some((pair) => isPair(pair) && (isSeq(pair.value) || isMap(pair.value)));
  for (const pair of pairs) {
    if (!isPair(pair) || !isScalar(pair.key)) continue;
    const key = String(pair.key.value);
    const title = rules.targets === null ? key : named;
    if (isScalar(pair.value) && pair.value.value !== null && rules.folders?.includes(key) === true)
      reading.found.folders.push(String(pair.value.value));
    else if (!isScalar(pair.value)) {
      const emptied = isSeq(pair.value) ? endOf(pair.key, reading.text) : null;
      const inner = title === null ? groups : [...groups, title];
      readNode(pair.value, { ...reading, item: null, emptied, groups: inner });
    } else if (rules.targets === null || rules.targets.includes(key)) {
      // An item with more keys than the page's own is kept when the page is removed.
      const saysMore = hasChildren || targets.length > 1;
      const own = saysMore ? null : item;
      const pattern = own === null ? null : patternOf(own, pair.key, pair.value, texts, rules);
      const stays = saysMore && rules.bareTitles === true && named !== null;
      const line = stays ? lineOf(pair.key, pair.value, reading.text) : null;
      add(reading, pair.value, own ?? line, title, pattern);
    }
  }
}

const made = ({ between, prefix }: ListItem, text: string) =>
  between === 'lines' ? `${prefix}${text}\n` : text;

/** A placeholder, quoted like the text that it replaces. */
const mark = (placeholder: string, { type }: Scalar) => {
  const quote = type === 'QUOTE_DOUBLE' ? '"' : type === 'QUOTE_SINGLE' ? "'" : '';
  return `${quote}${placeholder}${quote}`;
};

/** `- Title: target`, or an item with the same keys as its neighbour. */
function patternOf(
  item: ListItem,
  key: Scalar,
  value: Scalar,
  texts: ReadonlyMap<string, Scalar>,
  rules: YamlRules,
): string {
  const target = mark(targetMark, value);
  if (rules.targets === null) return made(item, `${mark(titleMark, key)}: ${target}`);
  const title = rules.titles.find((each) => texts.has(each));
  const named = title === undefined ? [] : [`${title}: ${mark(titleMark, texts.get(title)!)}`];
  const lines = [...named, `${String(key.value)}: ${target}`];
  if (item.between === 'commas') return `{ ${lines.join(', ')} }`;
  return made(item, lines.join(`\n${' '.repeat(item.prefix.length)}`));
}

/** The end of a key whose list begins on the next line. */
function endOf({ range }: Scalar, text: string): number | null {
  const colon = range ? text.indexOf(':', range[1]) : -1;
  return colon >= 0 && /^[ \t]*(?:#.*)?\n/.test(text.slice(colon + 1)) ? colon + 1 : null;
}

/** The line of a key that opens a list, for a page that is removed while its title stays. */
function lineOf({ range }: Scalar, value: Scalar, text: string): Item | null {
  if (!range || !value.range) return null;
  const start = text.lastIndexOf('\n', range[0] - 1) + 1;
  const lineEnd = text.indexOf('\n', value.range[1]);
  const rest = text.slice(value.range[1], lineEnd < 0 ? text.length : lineEnd);
  const isAlone = text.slice(start, range[0]).trim() === '' && /^\s*(?:#|$)/.test(rest);
  return isAlone ? { between: 'lines', start, end: lineEnd < 0 ? text.length : lineEnd + 1 } : null;
}

/** An item of `[a, Title: b]`. */
function flowItem(items: readonly Node[], nth: number): ListItem | null {
  const [previous, own, next] = [items[nth - 1]?.range, items[nth]?.range, items[nth + 1]?.range];
  if (!own) return null;
  const place = {
    start: own[0],
    end: own[1],
    previousEnd: previous?.[1] ?? null,
    nextStart: next?.[0] ?? null,
  };
  return { between: 'commas', ...place, prefix: '' };
}

/** The span of an item that has lines of its own. */
function itemOf(node: Node, text: string, emptied: number | null): ListItem | null {
  if (!node.range) return null;
  const start = text.lastIndexOf('\n', node.range[0] - 1) + 1;
  const prefix = text.slice(start, node.range[0]);
  if (!/^[ ]*-[ ]+$/.test(prefix)) return null;
  // The end of the value; the rest of its line is a comment.
  const last = text.slice(0, node.range[1]).trimEnd().length;
  const lineEnd = text.indexOf('\n', last);
  const end = lineEnd < 0 ? text.length : lineEnd + 1;
  return { between: 'lines', start, end, prefix, ...(emptied !== null && { emptied }) };
}

function add(
  { found, groups, text }: Reading,
  scalar: Scalar,
  item: Item | null,
  title: string | null,
  pattern: string | null,
): void {
  if (typeof scalar.value !== 'string' || !scalar.range) return;
  const isQuoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE';
  const [from, to] = scalar.range;
  const span = isQuoted ? { start: from + 1, end: to - 1 } : { start: from, end: to };
  // An entry that is no list item can only be renamed.
  const none = { between: 'lines' as const, start: span.start, end: span.start };
  found.entries.push({
    target: scalar.value,
    span: text.slice(span.start, span.end) === scalar.value ? span : { start: span.start, end: span.start },
    item: item ?? none,
    title,
    groups,
    pattern,
    quoting: 'yaml',
  });
}
