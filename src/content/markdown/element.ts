import type { Node as UnistNode } from 'unist';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';

/** An HTML or JSX element with its children. */
export type Element = UnistNode & {
  type: 'element';
  name: string;
  /** A string, true for an attribute without a value, or the value of an expression. */
  attributes: Record<string, unknown>;
  children: RootContent[];
};

declare module 'mdast' {
  interface RootContentMap {
    element: Element;
  }
}

/** Functions with which components get the readable form of their children. */
export type ReadChildren = {
  blocks: (nodes: Nodes[]) => RootContent[];
  inline: (nodes: Nodes[]) => PhrasingContent[];
};

/** The node as an element, if it is one. */
export function asElement(node: Nodes): Element | null {
  return node.type === 'element' ? node : null;
}

/** The first non-blank string among the attributes `names`. */
export function textAttribute(element: Element, ...names: string[]): string | null {
  for (const name of names) {
    const value = element.attributes[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return null;
}
