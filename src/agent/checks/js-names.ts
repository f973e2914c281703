/** The parts of an ESTree node that matter for names: https://github.com/estree/estree */
export type SyntaxNode = { type: string } & Record<string, unknown>;

type NameVisitor = {
  declare(name: string): void;
  use(name: string, kind: 'component' | 'variable'): void;
};

/** Components begin with an upper-case letter or have a dot; the rest are HTML elements. */
export const isComponentName = (name: string) => /^[A-Z]|^\w+\./.test(name);

/**
 * Collects every name that a syntax tree declares (imports, variables, functions, parameters) and every name that it
 * uses. Scopes are ignored: a name that is declared once is known everywhere.
 */
export function walkNames(root: SyntaxNode, visitor: NameVisitor): void {
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const pattern of declaredBy(node)) declarePattern(pattern, visitor);
    if (node.type === 'Identifier') visitor.use(String(node['name']), 'variable');
    if (node.type === 'JSXOpeningElement') useElement(node['name'] as SyntaxNode, visitor);
    open.push(...childrenOf(node));
  }
}

function declaredBy(node: SyntaxNode): SyntaxNode[] {
  const { type, id, local, param, params } = node;
  if (type === 'VariableDeclarator') return nodes(id);
  if (/^Import\w*Specifier$/.test(type)) return nodes(local);
  if (type === 'CatchClause') return nodes(param);
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|Class\w+)$/.test(type)
    ? [...nodes(id), ...nodes(params)]
    : [];
}

function declarePattern(pattern: SyntaxNode, visitor: NameVisitor): void {
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'Identifier') visitor.declare(String(node['name']));
    else if (node.type === 'AssignmentPattern') open.push(...nodes(node['left']));
    else if (node.type === 'Property') open.push(...nodes(node['value']));
    else open.push(...nodes(node['elements']), ...nodes(node['properties']), ...nodes(node['argument']));
  }
}

/** The children that may use a name: not members, keys, imports or exports. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const { type, computed, object, property, key, value, body } = node;
  if (/^(?:Import|ExportAll)\w*Declaration$/.test(type)) return [];
  if (type === 'ExportNamedDeclaration' && node['source']) return [];
  if (type === 'ExportSpecifier') return nodes(node['local']);
  if (type === 'MemberExpression') return [...nodes(object), ...(computed ? nodes(property) : [])];
  if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(type))
    return [...(computed ? nodes(key) : []), ...nodes(value)];
  if (type === 'LabeledStatement') return nodes(body);
  if (type === 'BreakStatement' || type === 'ContinueStatement' || type === 'MetaProperty') return [];
  return Object.values(node).flatMap(nodes);
}

function useElement(name: SyntaxNode, visitor: NameVisitor): void {
  let root = name;
  while (root.type === 'JSXMemberExpression') root = root['object'] as SyntaxNode;
  const text = String(root['name']);
  if (root.type === 'JSXIdentifier' && (root !== name || isComponentName(text)))
    visitor.use(text, 'component');
}

function nodes(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  const isNode = typeof value === 'object' && value !== null && 'type' in value;
  return isNode && typeof value.type === 'string' ? [value as SyntaxNode] : [];
}
