import type { Node as UnistNode } from 'unist';
import type { Nodes, RootContent } from 'mdast';
import type { MdxJsxAttribute, MdxJsxExpressionAttribute } from 'mdast-util-mdx';
import { readExpression } from '../config/read-expression.ts';

/** An HTML tag or a component, from HTML or from JSX, with what it holds. */
export type Element = UnistNode & {
  type: 'element';
  name: string;
  /** Text, true for an attribute without a value, or what a literal expression holds. */
  attributes: Record<string, unknown>;
  children: RootContent[];
};

declare module 'mdast' {
  interface RootContentMap {
    element: Element;
  }
}

/** A node as an element when it is one: JSX elements and fragments count. */
export function asElement(node: Nodes): Element | null {
  if (node.type === 'element') return node;
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return null;
  const attributes: Record<string, unknown> = {};
  for (const attribute of node.attributes) readAttribute(attribute, attributes);
  return { type: 'element', name: node.name ?? '', attributes, children: node.children };
}

function readAttribute(
  attribute: MdxJsxAttribute | MdxJsxExpressionAttribute,
  attributes: Record<string, unknown>,
): void {
  if (attribute.type !== 'mdxJsxAttribute') return;
  const { name, value } = attribute;
  if (value === null || value === undefined) attributes[name] = true;
  else if (typeof value === 'string') attributes[name] = value;
  else {
    const literal = readExpression(value.value);
    if (literal !== undefined) attributes[name] = literal;
  }
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
