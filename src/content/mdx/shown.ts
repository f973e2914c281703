import type { RootContent } from 'mdast';

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
