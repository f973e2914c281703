import type { Node as UnistNode } from 'unist';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';

/** An HTML tag or a component, from HTML or from JSX, with what it holds. */
export type Element = UnistNode & {
  type: 'element';
  name: string;
  /** Text, true for an attribute without a value, or the value of an expression. */
  attributes: Record<string, unknown>;
  children: RootContent[];
};

declare module 'mdast' {
  interface RootContentMap {
    element: Element;
  }
}

/** How components get at the readable form of what they hold. */
export type ReadChildren = {
  blocks: (nodes: Nodes[]) => RootContent[];
  inline: (nodes: Nodes[]) => PhrasingContent[];
};

/** A node as an element when it is one. */
export function asElement(node: Nodes): Element | null {
  return node.type === 'element' ? node : null;
}

/** The first attribute of `names` that is text and not blank. */
export function textAttribute(element: Element, ...names: string[]): string | null {
  for (const name of names) {
    const value = element.attributes[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return null;
}
