import type { RootContent } from 'mdast';
import { readLiteral } from '../config/read-literal.ts';
import type { Scope, Syntax } from '../config/module-scope.ts';
import { nodesOf, Shown } from '../markdown/shown.ts';

type JsxName = { type: string; name?: string; object?: JsxName; property?: JsxName };

type Jsx = {
  type: string;
  value?: unknown;
  expression?: Syntax;
  argument?: Syntax;
  name?: JsxName;
  children?: Jsx[];
  attributes?: Jsx[];
  openingElement?: Jsx;
};

type PlaceElement = (
  name: string,
  attributes: Record<string, unknown>,
  children: RootContent[],
  scope: Scope,
) => RootContent[];

/** The nodes that JSX in an expression shows; undefined for other syntax. */
export function readJsx(node: { type: string }, scope: Scope, place: PlaceElement): unknown {
  const jsx = node as Jsx;
  if (jsx.type === 'JSXFragment') return new Shown(childrenOf(jsx, scope));
  if (jsx.type !== 'JSXElement') return undefined;
  const opening = jsx.openingElement;
  return new Shown(place(nameOf(opening?.name), attributesOf(opening, scope), childrenOf(jsx, scope), scope));
}

function nameOf(name: JsxName | undefined): string {
  if (name?.type === 'JSXMemberExpression') return `${nameOf(name.object)}.${nameOf(name.property)}`;
  return name?.name ?? '';
}

function attributesOf(opening: Jsx | undefined, scope: Scope): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const attribute of opening?.attributes ?? []) {
    if (attribute.type === 'JSXSpreadAttribute') {
      const spread = readLiteral(attribute.argument, scope);
      if (typeof spread === 'object' && spread !== null) Object.assign(attributes, spread);
      continue;
    }
    const value = attribute.value as Jsx | null | undefined;
    const key = attribute.name?.name ?? '';
    if (value === null || value === undefined) attributes[key] = true;
    else attributes[key] = readLiteral((value.expression ?? value) as Syntax, scope);
  }
  return attributes;
}

function childrenOf({ children = [] }: Jsx, scope: Scope): RootContent[] {
  return children.flatMap((child) => {
    if (child.type === 'JSXText') return textOf(String(child.value));
    if (child.type === 'JSXExpressionContainer' || child.type === 'JSXSpreadChild')
      return nodesOf(readLiteral(child.expression, scope)) ?? [];
    return nodesOf(readLiteral(child, scope)) ?? [];
  });
}

/** JSX drops whitespace around line breaks. https://facebook.github.io/jsx/ */
function textOf(text: string): RootContent[] {
  const lines = text.split('\n');
  const kept = lines.map((line, at) => {
    const start = at === 0 ? line : line.trimStart();
    return at === lines.length - 1 ? start : start.trimEnd();
  });
  const value = kept.filter((line) => line !== '').join(' ');
  return value === '' ? [] : [{ type: 'text', value }];
}
