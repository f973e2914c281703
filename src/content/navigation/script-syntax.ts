import { scriptParser } from '../config/parsers.ts';

/** A node of Babel's syntax tree. https://github.com/babel/babel/blob/main/packages/babel-parser/ast/spec.md */
export type Node = { type: string; start: number; end: number; [key: string]: any };

/** The syntax of JSON (also with comments), JavaScript or TypeScript. @throws Error when it does not parse */
export function parseScript(text: string, path: string): Node {
  const { parseExpression, parseProgram } = scriptParser();
  if (/\.jsonc?$/i.test(path)) return parseExpression(text, []) as unknown as Node;
  const plugins = [/\.[cm]?ts$/i.test(path) ? ('typescript' as const) : ('jsx' as const)];
  const both = /\.tsx$/i.test(path) ? (['typescript', 'jsx'] as const) : plugins;
  return parseProgram(text, [...both], false) as unknown as Node;
}

/** The node without TypeScript casts and parentheses around it. */
export function unwrap(node: Node): Node {
  const wraps = /^(?:TS(?:As|Satisfies|NonNull)Expression|TSTypeAssertion|ParenthesizedExpression)$/;
  return wraps.test(node.type) ? unwrap(node['expression'] as Node) : node;
}

export function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' || key.endsWith('Comments') || key === 'extra' ? [] : [value].flat().filter(isNode),
  );
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node, parents first. */
export function* walk(root: Node): Generator<Node> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    open.push(...childrenOf(node).reverse());
  }
}

/** A string literal and its span without quotes; null for any other node. */
export function textOf(node: Node | null | undefined): { value: string; start: number; end: number } | null {
  if (node?.type === 'StringLiteral')
    return { value: node['value'], start: node.start + 1, end: node.end - 1 };
  const isPlain = node?.type === 'TemplateLiteral' && node['expressions'].length === 0;
  return isPlain ? { value: node['quasis'][0].value.cooked, start: node.start + 1, end: node.end - 1 } : null;
}

export function keyOf(property: Node): string | null {
  if (property.type !== 'ObjectProperty' || property['computed'] === true) return null;
  const { key } = property;
  return key.type === 'Identifier' ? key.name : (textOf(key)?.value ?? null);
}

/** The value of an object's property. */
export function propertyOf(object: Node | null | undefined, name: string): Node | null {
  const property = propertyNode(object, name);
  return property === null ? null : unwrap(property['value'] as Node);
}

export function propertyNode(object: Node | null | undefined, name: string): Node | null {
  if (object?.type !== 'ObjectExpression') return null;
  return (object['properties'] as Node[]).find((property) => keyOf(property) === name) ?? null;
}

/** A module's main export: `export default …`, `module.exports = …`, or all of a JSON file. */
export function mainExport(root: Node): Node | null {
  if (root.type !== 'Program') return unwrap(root);
  for (const node of root['body'] as Node[]) {
    if (node.type === 'ExportDefaultDeclaration') return follow(node['declaration'] as Node, root);
    const { left, right } = node.type === 'ExpressionStatement' ? (node['expression'] as Node) : ({} as Node);
    const isExports =
      left?.type === 'MemberExpression' && left.object.name === 'module' && left.property.name === 'exports';
    if (isExports === true) return follow(right as Node, root);
  }
  return null;
}

/** The array or object of an expression, through names and function results of this file. */
export function follow(given: Node, root: Node, depth = 0): Node {
  const node = unwrap(given);
  if (depth > 8) return node;
  if (node.type === 'Identifier') {
    const declared = declarationOf(node['name'] as string, root);
    return declared === null ? node : follow(declared, root, depth + 1);
  }
  if (node.type === 'CallExpression' && node['callee'].type === 'Identifier') {
    const called = declarationOf(node['callee'].name as string, root);
    const given = called === null ? null : returnedBy(called);
    if (given !== null) return follow(given, root, depth + 1);
    // `defineConfig({…})` returns its argument.
    const [only, ...more] = node['arguments'] as Node[];
    if (called === null && only !== undefined && more.length === 0) return follow(only, root, depth + 1);
  }
  return isFunction(node) ? follow(returnedBy(node) ?? node, root, depth + 8) : node;
}

function declarationOf(name: string, root: Node): Node | null {
  for (const node of (root['body'] ?? []) as Node[]) {
    const statement = node.type === 'ExportNamedDeclaration' ? ((node['declaration'] ?? node) as Node) : node;
    if (statement.type === 'FunctionDeclaration' && statement['id']?.name === name) return statement;
    if (statement.type !== 'VariableDeclaration') continue;
    const found = (statement['declarations'] as Node[]).find(({ id }) => id.name === name);
    if (found?.['init']) return found['init'] as Node;
  }
  return null;
}

const isFunction = ({ type }: Node) => /Function|^ObjectMethod$/.test(type);

function returnedBy(node: Node): Node | null {
  if (!isFunction(node)) return null;
  const body = node['body'] as Node;
  if (body.type !== 'BlockStatement') return body;
  const last = (body['body'] as Node[]).find(({ type }) => type === 'ReturnStatement');
  return (last?.['argument'] as Node | undefined) ?? null;
}
