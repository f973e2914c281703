import {
  type Item,
  type Navigation,
  type NavigationEntry,
  type SiteFile,
  targetMark,
  titleMark,
} from './site-file.ts';
import {
  follow,
  keyOf,
  mainExport,
  type Node,
  parseScript,
  propertyNode,
  textOf,
  unwrap,
  walk,
} from './script-syntax.ts';

/** How a navigation in JavaScript or JSON names pages. */
type ScriptRules = {
  /** Object keys whose string names a page. */
  targets: readonly string[];
  /** Object keys whose string is a title. */
  titles: readonly string[];
  /** Keys whose value is skipped. */
  ignored?: readonly string[];
  /** Keys whose string is a folder, listed as a whole. */
  folders?: readonly string[];
  /** Whether a string in an array names a page. */
  texts: boolean;
};

/** Every entry in arrays and objects that names a page. */
export function scriptEntries(
  text: string,
  root: Node,
  parts: readonly Node[],
  rules: ScriptRules,
): Navigation {
  const found: Navigation = { entries: [], folders: [] };
  for (const part of parts) readNode(part, { text, root, rules, found, groups: [], depth: 0 });
  return found;
}

/**
 * A file of JavaScript or JSON that names pages: in its main export, or below some keys, which may be anywhere, because a
 * configuration may be composed of parts.
 */
export const scriptFile = (file: SiteFile, rules: ScriptRules, keys?: readonly string[]): SiteFile => ({
  ...file,
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const named = [...walk(root)].flatMap((node) =>
      (keys ?? []).flatMap((key) => (propertyNode(node, key)?.['value'] as Node | undefined) ?? []),
    );
    return scriptEntries(text, root, keys === undefined ? [mainExport(root) ?? []].flat() : named, rules);
  },
});

type Reading = {
  text: string;
  root: Node;
  rules: ScriptRules;
  found: Navigation;
  groups: string[];
  depth: number;
};

const maxDepth = 40;

function readNode(given: Node, reading: Reading): void {
  if (reading.depth > maxDepth) return;
  const node = follow(given, reading.root);
  const deeper = { ...reading, depth: reading.depth + 1 };
  if (node.type === 'ArrayExpression') readList(node, deeper);
  else if (node.type === 'ObjectExpression') readObject(node, null, deeper);
}

function readList(list: Node, reading: Reading): void {
  const elements = (list['elements'] as (Node | null)[]).filter((one) => one !== null);
  elements.forEach((element, nth) => {
    const item = itemOf(element, elements, nth);
    const target = textOf(unwrap(element));
    if (target !== null) {
      const quote = reading.text[element.start]!;
      const pattern = `${quote}${targetMark}${quote}`;
      if (reading.rules.texts) add(reading, target, item, null, pattern);
    } else if (unwrap(element).type === 'ObjectExpression') readObject(unwrap(element), item, reading);
    else readNode(element.type === 'SpreadElement' ? (element['argument'] as Node) : element, reading);
  });
}

function readObject(object: Node, item: Item | null, reading: Reading): void {
  const { rules, text } = reading;
  const properties = object['properties'] as Node[];
  const title = titleOf(object, rules);
  const groups = title === null ? reading.groups : [...reading.groups, title];
  const hasChildren = properties.some(
    (property) =>
      isFollowed(property, rules) &&
      follow(property['value'] as Node, reading.root).type === 'ArrayExpression',
  );
  properties.forEach((property, nth) => {
    const key = keyOf(property);
    if (key === null || !isFollowed(property, rules)) return;
    const value = property['value'] as Node;
    const written = textOf(unwrap(value));
    const own = itemOf(property, properties, nth);
    if (rules.folders?.includes(key) && written !== null) reading.found.folders.push(written.value);
    else if (rules.targets.includes(key) && written !== null) {
      const whole = item !== null && !hasChildren;
      const pattern = whole ? patternOf(object, rules, text) : null;
      add(
        { ...reading, groups: whole ? reading.groups : groups },
        written,
        whole ? item : own,
        title,
        pattern,
      );
    } else if (written === null) {
      // The key of `Introduction: ['a', 'b']` is a group; a value that belongs to one key is removed with the key.
      const inner = groupKeys.has(key) ? groups : [...groups, key];
      const under = { ...reading, groups: inner };
      const node = follow(value, reading.root);
      if (node.type === 'ObjectExpression') readObject(node, own, { ...under, depth: reading.depth + 1 });
      else readNode(value, under);
    }
  });
}

/** Keys that are field names, not titles. */
const groupKeys = new Set(
  'items pages groups tabs anchors versions languages dropdowns sidebar nav link root'.split(' '),
);

const isFollowed = (property: Node, rules: ScriptRules) =>
  property.type === 'ObjectProperty' && !rules.ignored?.includes(keyOf(property) ?? '');

function titleOf(object: Node, rules: ScriptRules): string | null {
  for (const key of rules.titles) {
    const title = textOf(propertyNode(object, key)?.['value']);
    if (title !== null) return title.value;
  }
  return null;
}

/** The object on one line, with only its type, title and target. */
function patternOf(object: Node, rules: ScriptRules, text: string): string {
  let isTitled = false;
  const kept = (object['properties'] as Node[]).flatMap((property) => {
    const key = keyOf(property);
    const value = textOf(property['value']);
    if (key === null || value === null) return [];
    const name = text.slice(property['key'].start, property['key'].end);
    const quote = text[property['value'].start]!;
    if (rules.targets.includes(key)) return [`${name}: ${quote}${targetMark}${quote}`];
    if (key === 'type') return [`${name}: ${quote}${value.value}${quote}`];
    if (!rules.titles.includes(key) || isTitled) return [];
    isTitled = true;
    return [`${name}: ${quote}${titleMark}${quote}`];
  });
  return `{ ${kept.join(', ')} }`;
}

function itemOf({ start, end }: Node, siblings: readonly Node[], nth: number): Item {
  return {
    between: 'commas',
    start,
    end,
    previousEnd: siblings[nth - 1]?.end ?? null,
    nextStart: siblings[nth + 1]?.start ?? null,
  };
}

function add(
  { found, groups }: Reading,
  { value, start, end }: { value: string; start: number; end: number },
  item: Item,
  title: string | null,
  pattern: string | null,
): void {
  const entry: NavigationEntry = {
    target: value,
    span: { start, end },
    item,
    title,
    groups,
    pattern,
    quoting: 'script',
  };
  found.entries.push(entry);
}
