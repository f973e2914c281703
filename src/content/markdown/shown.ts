import type { RootContent } from 'mdast';
import { toString } from 'mdast-util-to-string';
import type { Element } from './element.ts';

/** An evaluator's value for JSX: nodes of a page. */
export class Shown {
  readonly nodes: RootContent[];
  constructor(nodes: RootContent[]) {
    this.nodes = nodes;
  }
}

/** The visible nodes of a value in braces; null when it is not known. */
export function nodesOf(value: unknown): RootContent[] | null {
  if (value instanceof Shown) return value.nodes;
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', value }];
  if (typeof value === 'number') return [{ type: 'text', value: String(value) }];
  if (value === null || typeof value === 'boolean') return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item) ?? []);
  return null;
}

/** Whether any text is visible. */
export function hasText(nodes: readonly RootContent[]): boolean {
  return nodes.some((node) => {
    if ('value' in node) return node.value.trim() !== '';
    return 'children' in node ? hasText(node.children) : node.type === 'image';
  });
}

/** Nodes that a component adds to its children: one that repeats them, within itself, would have no end of them. */
const maxAdded = 2000;

/** Whether nodes show the children and titles of the element that they stand for: a part of a component may not be known. */
export function showsAll(nodes: RootContent[], { attributes, children }: Element): boolean {
  if (!hasText(children)) return true;
  if (countOf(nodes) > countOf(children) + maxAdded) return false;
  const text = bareText(nodes);
  const titles = ['title', 'label', 'header', 'heading', 'summary', 'description'];
  const wanted = [
    bareText(children),
    ...titles
      .flatMap((name) => attributes[name] ?? [])
      .map(String)
      .map(bare),
  ];
  return wanted.every((one) => text.includes(one));
}

function countOf(nodes: readonly RootContent[]): number {
  return nodes.reduce((sum, node) => sum + 1 + ('children' in node ? countOf(node.children) : 0), 0);
}

function bareText(nodes: RootContent[]): string {
  return bare(toString({ type: 'root', children: nodes }));
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
