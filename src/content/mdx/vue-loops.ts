import type { Nodes, Root, RootContent } from 'mdast';
import type { Scope } from '../config/module-scope.ts';
import { asElement, type Element } from '../markdown/element.ts';
import { fillVariables, type Lookup } from '../markdown/fill-variables.ts';
import { readExpression } from './read-expression.ts';

/** Copies of elements on one page. */
const maxCopies = 5000;

/** `item in items`, `(item, index) of items`, `{ name, url } in items`, with single spaces. */
const loop =
  /^(?:\( ?)?(\{[\w$ ,]*\}|[\w$]+)(?: ?, ?([\w$]+))?(?: ?, ?([\w$]+))?(?: ?\) ?| )(?:in|of) ([^]+)$/;

/**
 * Repeats the elements with `v-for` over known data, each filled with its own values; loops over other data stay.
 * https://vuejs.org/guide/essentials/list.html
 */
export function placeLoops(root: Root, scope: Scope): Root {
  let left = maxCopies;

  const placeAll = (nodes: readonly Nodes[], within: Scope): RootContent[] =>
    nodes.flatMap((node): RootContent[] => {
      const element = asElement(node);
      const rounds = element === null ? null : roundsOf(element, within);
      if (element !== null && rounds !== null) {
        return rounds.flatMap((names) => (left-- > 0 ? copy(element, withNames(within, names)) : []));
      }
      if (!('children' in node)) return [node as RootContent];
      return [{ ...node, children: placeAll(node.children, within) } as RootContent];
    });

  const copy = (element: Element, inner: Scope): RootContent[] => {
    const { 'v-for': _, ...attributes } = boundAttributes(element, inner);
    const { 'v-text': shown, ...others } = attributes;
    const children = placeAll(element.children, inner);
    const text = typeof shown === 'string' ? textOf(readValue(shown, inner)) : null;
    const one: Element = {
      ...element,
      attributes: others,
      children: text === null ? children : [{ type: 'text', value: text }],
    };
    const filled = fillVariables(
      { type: 'root', children: [one] },
      { lookup: lookupIn(inner), inCode: false },
    );
    return filled.root.children;
  };

  return { ...root, children: placeAll(root.children, scope) };
}

/** The values of `{{ }}` in a scope. */
export function lookupIn(scope: Scope): Lookup {
  return (expression) => textOf(readValue(expression, scope));
}

function readValue(expression: string, scope: Scope): unknown {
  const read = readExpression(expression, scope);
  return read.kind === 'value' ? read.value : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The names of each round of an element's loop; null when it has none, or none over known data. */
function roundsOf(element: Element, scope: Scope): Record<string, unknown>[] | null {
  const written = element.attributes['v-for'];
  const [, item = '', second, third, source = ''] =
    typeof written === 'string' ? (loop.exec(written.trim().replaceAll(/\s+/g, ' ')) ?? []) : [];
  if (source === '') return null;
  const data = readValue(source, scope);
  if (Array.isArray(data) || typeof data === 'number') {
    const items = Array.isArray(data)
      ? data
      : Array.from({ length: Math.min(data, maxCopies) }, (_, at) => at + 1);
    return items.map((value, at) => ({
      ...named(item, value),
      ...(second !== undefined && { [second]: at }),
    }));
  }
  if (typeof data !== 'object' || data === null) return null;
  return Object.entries(data).map(([key, value], at) => ({
    ...named(item, value),
    ...(second !== undefined && { [second]: key }),
    ...(third !== undefined && { [third]: at }),
  }));
}

function named(pattern: string, value: unknown): Record<string, unknown> {
  if (!pattern.startsWith('{')) return { [pattern]: value };
  const keys = pattern.slice(1, -1).split(',');
  const fields = typeof value === 'object' && value !== null ? value : {};
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.some((one) => one.trim() === key)));
}

/** `:href="item.link"` as `href`. */
function boundAttributes({ attributes }: Element, scope: Scope): Record<string, unknown> {
  const read = Object.entries(attributes).map(([name, value]): [string, unknown] => {
    const plain = /^(?::|v-bind:)([\w-]+)$/.exec(name)?.[1];
    return plain === undefined || typeof value !== 'string'
      ? [name, value]
      : [plain, readValue(value, scope)];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function withNames(scope: Scope, names: Record<string, unknown>): Scope {
  return { ...scope, name: (name) => (Object.hasOwn(names, name) ? names[name] : scope.name(name)) };
}
