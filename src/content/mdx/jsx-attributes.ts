import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { Scope } from '../config/module-scope.ts';
import { guarded } from './guarded.ts';
import { readExpression } from './read-expression.ts';

/** A component's attributes by name, as far as their values are known. */
export function attributesOf(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  scope: Scope,
): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      const read = guarded(() => readExpression(attribute.value.replace(/^\s*\.\.\./, ''), scope));
      if (read?.kind === 'value' && typeof read.value === 'object') Object.assign(attributes, read.value);
      continue;
    }
    const { name, value } = attribute;
    if (value === null || value === undefined) attributes[name] = true;
    else if (typeof value === 'string') attributes[name] = value;
    else {
      const read = guarded(() => readExpression(value.value, scope));
      if (read?.kind === 'value') attributes[name] = read.value;
    }
  }
  return attributes;
}
