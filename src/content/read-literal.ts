import type { Expression, Property, SpreadElement } from 'estree';

/** Names of constants in reach whose values are known. */
export type KnownNames = (name: string) => unknown;

type Syntax = { type: string } | null | undefined;

/** Wrappers of TypeScript around a value: `x as const`, `x satisfies T`, `x!`, `(x)`. */
const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
]);

/**
 * Reads JavaScript syntax as data, without running any of it: strings, numbers, arrays, objects and what they are
 * made of. What would have to be evaluated is undefined; in an object or array only that entry is.
 */
export function readLiteral(node: Syntax, known: KnownNames = () => undefined): unknown {
  if (node === null || node === undefined) return undefined;
  if (wrappers.has(node.type))
    return readLiteral((node as unknown as { expression: Syntax }).expression, known);
  const expression = node as Expression;
  switch (expression.type) {
    case 'Literal':
      return 'regex' in expression || 'bigint' in expression ? undefined : expression.value;
    case 'TemplateLiteral':
      return joinTemplate(
        expression.quasis.map(({ value }) => value.cooked ?? ''),
        expression.expressions.map((part) => readLiteral(part, known)),
      );
    case 'Identifier':
      return expression.name === 'undefined' ? undefined : known(expression.name);
    case 'UnaryExpression': {
      const value = readLiteral(expression.argument, known);
      if (expression.operator === '-' && typeof value === 'number') return -value;
      return expression.operator === '!' && typeof value === 'boolean' ? !value : undefined;
    }
    case 'BinaryExpression': {
      if (expression.operator !== '+' || expression.left.type === 'PrivateIdentifier') return undefined;
      const [left, right] = [readLiteral(expression.left, known), readLiteral(expression.right, known)];
      return typeof left === 'string' && typeof right === 'string' ? left + right : undefined;
    }
    case 'ArrayExpression':
      return expression.elements.flatMap((element) =>
        element?.type === 'SpreadElement'
          ? spreadItems(readLiteral(element.argument, known))
          : [readLiteral(element, known)],
      );
    case 'ObjectExpression':
      return readObject(expression.properties, known);
    default:
      return undefined;
  }
}

function joinTemplate(texts: string[], values: unknown[]): string | undefined {
  let joined = texts[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    joined += String(value) + (texts[index + 1] ?? '');
  }
  return joined;
}

function spreadItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readObject(properties: (Property | SpreadElement)[], known: KnownNames): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = readLiteral(property.argument, known);
      if (typeof spread === 'object' && spread !== null) Object.assign(object, spread);
      continue;
    }
    const key =
      property.key.type === 'Identifier' && !property.computed
        ? property.key.name
        : readLiteral(property.key, known);
    if (typeof key === 'string' || typeof key === 'number') object[key] = readLiteral(property.value, known);
  }
  return object;
}
