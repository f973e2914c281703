import { keyOf, type Node, parseScript, propertyOf, textOf } from './script-syntax.ts';

/** The text with one more item at the end of an array or object literal. */
function appendItem(text: string, list: Node, made: string): string {
  const items = (list['elements'] ?? list['properties']) as Node[];
  const last = items.at(-1);
  if (last === undefined) return `${text.slice(0, list.start + 1)}${made}${text.slice(list.end - 1)}`;
  const lead = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, last.start));
  return `${text.slice(0, last.end)},${lead === null ? ' ' : `\n${lead[1]}`}${made}${text.slice(last.end)}`;
}

/** How a list of redirects is written: as objects with two keys, or as one map. */
type Form = { from: string; to: string; more?: string } | null;

/**
 * A script or JSON file with one more redirect in its list, or in a new one of the object that may have it. Redirects to the
 * old address lead straight to the new one. Null when it has no place for them.
 * @param find the object and its list
 */
export function addToScript(
  given: string,
  path: string,
  find: (root: Node) => { owner: Node | null; list: Node | null } | null,
  form: Form,
  [from, to]: [from: string, to: string],
): string | null {
  const isJson = path.endsWith('.json');
  const quoted = (value: string) => (isJson ? `"${value}"` : `'${value}'`);
  const keyed = (name: string) => (isJson ? `"${name}"` : name);
  const before = find(parseScript(given, path))?.list ?? null;
  const text = before === null ? given : retarget(given, before, form, from, to);
  const { owner = null, list = null } = find(parseScript(text, path)) ?? {};
  const made =
    form === null
      ? `${quoted(from)}: ${quoted(to)}`
      : (likeLast(text, list, form, from, to) ??
        `{ ${keyed(form.from)}: ${quoted(from)}, ${keyed(form.to)}: ${quoted(to)}${form.more ?? ''} }`);
  if (list !== null)
    return list.type === (form === null ? 'ObjectExpression' : 'ArrayExpression')
      ? appendItem(text, list, made)
      : null;
  if (owner?.type !== 'ObjectExpression') return null;
  return appendItem(text, owner, `${keyed('redirects')}: ${form === null ? `{ ${made} }` : `[${made}]`}`);
}

/** A redirect in the form of the last one in a list. */
function likeLast(
  text: string,
  list: Node | null,
  form: NonNullable<Form>,
  from: string,
  to: string,
): string | null {
  const last = (list?.['elements'] as (Node | null)[] | undefined)?.at(-1);
  const spans = (last?.['properties'] as Node[] | undefined)?.flatMap((property) => {
    const name = keyOf(property);
    const written = textOf(property['value'] as Node);
    const by = name === form.from ? from : name === form.to ? to : null;
    return written === null || by === null ? [] : [{ ...written, by }];
  });
  if (!last || spans?.length !== 2) return null;
  let made = text.slice(last.start, last.end);
  for (const { start, end, by } of spans.sort((a, b) => b.start - a.start))
    made = made.slice(0, start - last.start) + by + made.slice(end - last.start);
  return made;
}

function retarget(text: string, list: Node, form: Form, from: string, to: string): string {
  const stale = ((list['elements'] ?? [list]) as Node[])
    .flatMap((item) => (item?.['properties'] ?? []) as Node[])
    .filter((property) => form === null || keyOf(property) === form.to)
    .map((property) => textOf(property['value'] as Node))
    .filter((value) => value !== null && trimEnd(value.value) === trimEnd(from));
  let result = text;
  for (const value of stale.sort((a, b) => b!.start - a!.start))
    result = result.slice(0, value!.start) + to + result.slice(value!.end);
  return result;
}

const trimEnd = (path: string) => path.replace(/\/$/, '');

/** A JSON file with one more redirect in its `redirects`. */
export const addToJson = (text: string, path: string, from: string, to: string, more = ''): string | null =>
  addToScript(
    text,
    path,
    (root) => ({ owner: root, list: propertyOf(root, 'redirects') }),
    { from: 'source', to: 'destination', more },
    [from, to],
  );
