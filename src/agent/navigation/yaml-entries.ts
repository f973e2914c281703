import { type Document, isMap, isPair, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { type Item, type Navigation, targetMark, titleMark } from './navigation.ts';

/** How a YAML navigation names pages. */
type YamlRules = {
  /** Keys whose string names a page; null when every string does, with its key as the title. */
  targets: readonly string[] | null;
  titles: readonly string[];
};

/** @throws Error when it does not parse */
export function parseYaml(text: string): Document {
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent' });
  if (document.errors.length > 0) throw new Error(document.errors[0]!.message.split('\n')[0]);
  return document;
}

/** Every entry below a node that names a page. */
export function yamlEntries(text: string, root: unknown, rules: YamlRules): Navigation {
  const found: Navigation = { entries: [], folders: [] };
  readNode(root, { text, rules, found, groups: [], item: null });
  return found;
}

type Reading = { text: string; rules: YamlRules; found: Navigation; groups: string[]; item: ListItem | null };
type ListItem = Item & { prefix: string };

function readNode(node: unknown, reading: Reading): void {
  if (isSeq(node)) {
    for (const [nth, child] of node.items.entries()) {
      const item =
        node.flow === true ? flowItem(node.items as Node[], nth) : itemOf(child as Node, reading.text);
      if (isScalar(child)) {
        const pattern = item === null ? null : made(item, targetMark);
        if (reading.rules.targets === null) add(reading, child, item, null, pattern);
      } else readNode(child, { ...reading, item });
    }
  } else if (isMap(node)) readMap(node.items, reading);
}

function readMap(pairs: readonly unknown[], reading: Reading): void {
  const { rules, item, groups } = reading;
  const texts = new Map<string, Scalar>();
  for (const pair of pairs)
    if (isPair(pair) && isScalar(pair.key) && isScalar(pair.value))
      texts.set(String(pair.key.value), pair.value);
  const named =
    rules.titles.flatMap((key) => texts.get(key) ?? []).map(({ value }) => String(value))[0] ?? null;
  const hasChildren = pairs.some((pair) => isPair(pair) && (isSeq(pair.value) || isMap(pair.value)));
  for (const pair of pairs) {
    if (!isPair(pair) || !isScalar(pair.key)) continue;
    const key = String(pair.key.value);
    if (!isScalar(pair.value)) {
      const title = rules.targets === null ? key : named;
      readNode(pair.value, { ...reading, item: null, groups: title === null ? groups : [...groups, title] });
    } else if (rules.targets === null || rules.targets.includes(key)) {
      const title = rules.targets === null ? key : named;
      const own = hasChildren ? null : item;
      add(reading, pair.value, own, title, own === null ? null : patternOf(own, key, texts, rules));
    }
  }
}

const made = ({ between, prefix }: ListItem, text: string) =>
  between === 'lines' ? `${prefix}${text}\n` : text;

/** `- Title: target`, or an item with the same keys as its neighbour. */
function patternOf(
  item: ListItem,
  key: string,
  texts: ReadonlyMap<string, Scalar>,
  rules: YamlRules,
): string | null {
  if (rules.targets === null) return made(item, `${titleMark}: ${targetMark}`);
  if (item.between === 'commas') return null;
  const title = rules.titles.find((each) => texts.has(each));
  const lines = [...(title === undefined ? [] : [`${title}: ${titleMark}`]), `${key}: ${targetMark}`];
  return `${item.prefix}${lines.join(`\n${' '.repeat(item.prefix.length)}`)}\n`;
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
function itemOf(node: Node, text: string): ListItem | null {
  if (!node.range) return null;
  const start = text.lastIndexOf('\n', node.range[0] - 1) + 1;
  const prefix = text.slice(start, node.range[0]);
  if (!/^[ ]*-[ ]+$/.test(prefix)) return null;
  // The end of the value; the rest of its line is a comment.
  const last = text.slice(0, node.range[1]).trimEnd().length;
  const lineEnd = text.indexOf('\n', last);
  return { between: 'lines', start, end: lineEnd < 0 ? text.length : lineEnd + 1, prefix };
}

function add(
  { found, groups, text }: Reading,
  scalar: Scalar,
  item: ListItem | null,
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
