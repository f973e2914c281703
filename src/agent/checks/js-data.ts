import type { Node, Program } from 'estree';

/** Adds the names that a page's imports and exports declare. */
export function boundNames(program: Program | null | undefined, names: Set<string>): void {
  for (const statement of program?.body ?? []) {
    if (statement.type === 'ImportDeclaration')
      for (const { local } of statement.specifiers) names.add(local.name);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration') names.add(declaration.id.name);
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id } of declaration.declarations) if (id.type === 'Identifier') names.add(id.name);
  }
}

/** Whether an expression is only a value: literals, arrays and objects of them, and members of `bound` names. */
export function isData(root: Node | null | undefined, bound: ReadonlySet<string>): boolean {
  const open: (Node | null | undefined)[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (node === null || node === undefined) continue;
    switch (node.type) {
      case 'Literal':
      case 'TemplateElement':
        break;
      case 'Program':
        open.push(...node.body);
        break;
      case 'ExpressionStatement':
        open.push(node.expression);
        break;
      case 'TemplateLiteral':
        open.push(...node.expressions);
        break;
      case 'UnaryExpression':
        if (!['-', '+', '!'].includes(node.operator)) return false;
        open.push(node.argument);
        break;
      case 'ArrayExpression':
        open.push(...node.elements);
        break;
      case 'ObjectExpression':
        open.push(...node.properties);
        break;
      case 'Property':
        if (node.computed || node.kind !== 'init' || node.method) return false;
        open.push(node.value);
        break;
      case 'MemberExpression':
        if (node.computed && node.property.type !== 'Literal') return false;
        if (isPrototype(node.property)) return false;
        open.push(node.object);
        break;
      case 'Identifier':
        if (!bound.has(node.name) && node.name !== 'undefined') return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** The texts in an expression or in exports, and whether names stand beside them, whose values are not known here. */
export function textsIn(root: Node | null | undefined): { texts: string[]; hasNames: boolean } {
  const texts: string[] = [];
  let hasNames = false;
  JSON.stringify(root ?? null, (key, value: unknown) => {
    const node = value as Partial<Node> | null;
    if (node?.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node?.type === 'TemplateElement') texts.push(node.value?.cooked ?? '');
    if (node?.type === 'Identifier' && key !== 'key' && key !== 'property') hasNames = true;
    return key === 'loc' || key === 'range' || typeof value === 'bigint' ? undefined : value;
  });
  return { texts, hasNames };
}

const isPrototype = (node: Node) =>
  ['constructor', '__proto__', 'prototype'].includes(
    node.type === 'Identifier' ? node.name : String((node as { value?: unknown }).value),
  );
