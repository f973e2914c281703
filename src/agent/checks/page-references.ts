import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { parsePageTree } from '../../content/links/scan-page.ts';
import { isMdx } from '../../content/site/endings.ts';

/** A page's outside references: modules that it imports, and names that it uses without declaring them. */
export type PageReferences = {
  imports: { source: string; line: number }[];
  undeclared: { name: string; kind: 'component' | 'variable'; line: number }[];
};

/** The parts of an ESTree node that matter for names: https://github.com/estree/estree */
type SyntaxNode = { type: string } & Record<string, unknown>;

/**
 * Lists the references of one MDX page as data, without evaluating it. Scopes are ignored: a name that is declared once
 * is known everywhere.
 * @param asMdx whether the site compiles `.md` as MDX, too
 */
export function listPageReferences(path: string, text: string, asMdx: boolean): PageReferences {
  const imports: PageReferences['imports'] = [];
  if (!asMdx && !isMdx(path)) return { imports, undeclared: [] };
  const declared = new Set<string>();
  const used = new Map<string, PageReferences['undeclared'][number]>();
  visit(parsePageTree(text, true), (node) => {
    const line = node.position?.start.line ?? 1;
    const use = (name: string, kind: 'component' | 'variable') => {
      if (!used.has(name)) used.set(name, { name, kind, line });
    };
    // Components begin with an upper-case letter or have a dot; the rest are HTML elements.
    const useElement = (name: string) => {
      if (/^[A-Z]|^\w+\./.test(name)) use(name.split('.')[0]!, 'component');
    };
    for (const part of programsOf(node).flatMap(partsOf)) {
      for (const pattern of declaredBy(part)) for (const name of namesIn(pattern)) declared.add(name);
      const source = nodes(part['source'])[0]?.['value'];
      if (typeof source === 'string') imports.push({ source, line });
      if (part.type === 'Identifier') use(String(part['name']), 'variable');
      if (part.type === 'JSXOpeningElement') useElement(elementName(part['name'] as SyntaxNode));
    }
    if (node.type.startsWith('mdxJsx') && 'name' in node) useElement(String(node.name));
  });
  return { imports, undeclared: [...used.values()].filter(({ name }) => !declared.has(name)) };
}

/** The syntax trees of the JavaScript that a node holds. */
function programsOf(node: Nodes): SyntaxNode[] {
  const attributes = 'attributes' in node && Array.isArray(node.attributes) ? node.attributes : [];
  const holders = [node, ...attributes, ...attributes.map(({ value }) => value)];
  return holders.flatMap(
    (holder) => (holder as { data?: { estree?: SyntaxNode } } | null)?.data?.estree ?? [],
  );
}

/** The nodes of a syntax tree that may declare or use a name: not members, keys, imports or exports. */
function partsOf(root: SyntaxNode): SyntaxNode[] {
  const parts = [root];
  for (const part of parts) parts.push(...childrenOf(part));
  return parts;
}

/** The patterns of the names that a node declares. */
function declaredBy({ type, id, param, params, specifiers }: SyntaxNode): SyntaxNode[] {
  if (type === 'VariableDeclarator') return nodes(id);
  if (type === 'CatchClause') return nodes(param);
  if (type === 'ImportDeclaration') return nodes(specifiers).flatMap(({ local }) => nodes(local));
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|Class\w+)$/.test(type)
    ? [...nodes(id), ...nodes(params)]
    : [];
}

function namesIn(pattern: SyntaxNode): string[] {
  const { type, name, left, value, elements, properties, argument } = pattern;
  if (type === 'Identifier') return [String(name)];
  const inner = type === 'AssignmentPattern' ? left : type === 'Property' ? value : null;
  return [inner, elements, properties, argument].flatMap(nodes).flatMap(namesIn);
}

/** The children that may use a name. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const { type, computed, object, property, key, value, body, source, local } = node;
  if (/^(?:Import|ExportAll)\w*Declaration$/.test(type)) return [];
  if (type === 'ExportNamedDeclaration' && source) return [];
  if (type === 'ExportSpecifier') return nodes(local);
  if (type === 'MemberExpression') return [...nodes(object), ...(computed ? nodes(property) : [])];
  if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(type))
    return [...(computed ? nodes(key) : []), ...nodes(value)];
  if (type === 'LabeledStatement') return nodes(body);
  if (type === 'BreakStatement' || type === 'ContinueStatement' || type === 'MetaProperty') return [];
  return Object.values(node).flatMap(nodes);
}

/** `Tabs.Item` of an element's name; '' where it has a namespace. */
function elementName({ type, name, object, property }: SyntaxNode): string {
  if (type === 'JSXIdentifier') return String(name);
  if (type !== 'JSXMemberExpression') return '';
  return `${elementName(object as SyntaxNode)}.${elementName(property as SyntaxNode)}`;
}

function nodes(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  const isNode = typeof value === 'object' && value !== null && 'type' in value;
  return isNode && typeof value.type === 'string' ? [value as SyntaxNode] : [];
}
