import { type Node, parseScript, propertyOf, textOf } from './script-syntax.ts';

/** The text with one more item at the end of an array or object literal. */
export function appendItem(text: string, list: Node, made: string): string {
  const items = (list['elements'] ?? list['properties']) as Node[];
  const last = items.at(-1);
  if (last === undefined) return `${text.slice(0, list.start + 1)}${made}${text.slice(list.end - 1)}`;
  const lead = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, last.start));
  return `${text.slice(0, last.end)},${lead === null ? ' ' : `\n${lead[1]}`}${made}${text.slice(last.end)}`;
}

/** A redirect in the form of the last one in a list, or on one line when the list is empty. */
export function redirectLike(
  text: string,
  list: Node,
  keys: { from: string; to: string; quoted: boolean; more?: string },
  values: { from: string; to: string },
): string {
  const last = (list['elements'] as (Node | null)[]).at(-1);
  const spans = (last?.['properties'] as Node[] | undefined)?.flatMap((property) => {
    const name = property['key']?.name ?? property['key']?.value;
    const written = textOf(property['value'] as Node);
    const by = name === keys.from ? values.from : name === keys.to ? values.to : null;
    return written === null || by === null ? [] : [{ ...written, by }];
  });
  if (last && spans?.length === 2) {
    let made = text.slice(last.start, last.end);
    for (const { start, end, by } of spans.sort((a, b) => b.start - a.start))
      made = made.slice(0, start - last.start) + by + made.slice(end - last.start);
    return made;
  }
  const key = (name: string) => (keys.quoted ? `"${name}"` : name);
  const value = (one: string) => (keys.quoted ? `"${one}"` : `'${one}'`);
  return `{ ${key(keys.from)}: ${value(values.from)}, ${key(keys.to)}: ${value(values.to)}${keys.more ?? ''} }`;
}

/** Existing redirects to the old address lead straight to the new one. */
export function retarget(
  text: string,
  lists: readonly Node[],
  keys: readonly string[],
  from: string,
  to: string,
): string {
  const stale = lists
    .flatMap((list) => (list['elements'] ?? [list]) as Node[])
    .flatMap((item) => (item?.['properties'] ?? []) as Node[])
    .filter((property) => keys.length === 0 || keys.includes(property['key']?.name ?? property['key']?.value))
    .map((property) => textOf(property['value'] as Node))
    .filter((value) => value !== null && trimEnd(value.value) === trimEnd(from));
  let result = text;
  for (const value of stale.sort((a, b) => b!.start - a!.start))
    result = result.slice(0, value!.start) + to + result.slice(value!.end);
  return result;
}

const trimEnd = (path: string) => path.replace(/\/$/, '');

const keys = { from: 'source', to: 'destination', quoted: true };

/** A JSON file with one more redirect in its `redirects`. */
export function addToJson(
  given: string,
  path: string,
  from: string,
  to: string,
  more: string,
): string | null {
  const read = (text: string) => {
    const root = parseScript(text, path);
    return { root, list: propertyOf(root, 'redirects') };
  };
  const before = read(given);
  const text = before.list === null ? given : retarget(given, [before.list], [keys.to], from, to);
  const { root, list } = read(text);
  if (root.type !== 'ObjectExpression') return null;
  if (list === null)
    return appendItem(text, root, `"redirects": [{ "source": "${from}", "destination": "${to}"${more} }]`);
  if (list.type !== 'ArrayExpression') return null;
  return appendItem(text, list, redirectLike(text, list, { ...keys, more }, { from, to }));
}
