import type {
  ArrowFunctionExpression,
  FunctionDeclaration,
  FunctionExpression,
  ObjectPattern,
  Pattern,
  Statement,
} from 'estree';
import type { Scope, Syntax } from './module-scope.ts';

export type FunctionSyntax = ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;

type Read = (node: Syntax, scope: Scope) => unknown;

/** The return value of a function, as far as it is known; an `if` with an unknown test is skipped. */
export function returnedBy({ body }: FunctionSyntax, scope: Scope, read: Read): unknown {
  if (body.type !== 'BlockStatement') return read(body, scope);
  return returnedIn(body.body, withLocals(body.body, scope, read), read)?.value;
}

function returnedIn(statements: Statement[], scope: Scope, read: Read): { value: unknown } | null {
  for (const statement of statements) {
    if (statement.type === 'ReturnStatement') return { value: read(statement.argument, scope) };
    if (statement.type === 'TryStatement' || statement.type === 'BlockStatement') {
      const { body } = statement.type === 'TryStatement' ? statement.block : statement;
      const returned = returnedIn(body, withLocals(body, scope, read), read);
      if (returned !== null) return returned;
    }
    if (statement.type !== 'IfStatement') continue;
    const test = read(statement.test, scope);
    if (test === undefined) continue;
    const branch = test ? statement.consequent : statement.alternate;
    if (branch == null) continue;
    const inner = branch.type === 'BlockStatement' ? branch.body : [branch];
    const returned = returnedIn(inner, withLocals(inner, scope, read), read);
    if (returned !== null) return returned;
  }
  return null;
}

/** A scope that evaluates names lazily; a name that depends on itself is unknown. */
function withNames(names: Map<string, () => unknown>, scope: Scope): Scope {
  const reading = new Set<string>();
  return {
    ...scope,
    name(name) {
      const local = names.get(name);
      if (local === undefined) return scope.name(name);
      if (reading.has(name)) return undefined;
      reading.add(name);
      const value = local();
      reading.delete(name);
      return value;
    },
  };
}

function withLocals(statements: Statement[], scope: Scope, read: Read): Scope {
  const names = new Map<string, () => unknown>();
  const inner = withNames(names, scope);
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration') names.set(statement.id.name, () => read(statement, inner));
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) bind(id, () => read(init, inner), inner, read, names);
  }
  return inner;
}

/** The scope of a function called with `given`. */
export function bindParameters(parameters: Pattern[], given: unknown[], scope: Scope, read: Read): Scope {
  const names = new Map<string, () => unknown>();
  const inner = withNames(names, scope);
  for (const [index, parameter] of parameters.entries()) {
    const value = parameter.type === 'RestElement' ? given.slice(index) : given[index];
    bind(parameter.type === 'RestElement' ? parameter.argument : parameter, () => value, inner, read, names);
  }
  return inner;
}

/** Destructures a value by a pattern such as `{ title, items = [] }`. */
function bind(
  pattern: Pattern,
  value: () => unknown,
  scope: Scope,
  read: Read,
  names: Map<string, () => unknown>,
): void {
  if (pattern.type === 'Identifier') names.set(pattern.name, value);
  else if (pattern.type === 'AssignmentPattern')
    bind(pattern.left, () => value() ?? read(pattern.right, scope), scope, read, names);
  else if (pattern.type === 'ArrayPattern') {
    for (const [index, element] of pattern.elements.entries()) {
      if (element !== null && element.type !== 'RestElement')
        bind(element, () => ownValue(value(), String(index)), scope, read, names);
    }
  } else if (pattern.type === 'ObjectPattern') {
    const taken = pattern.properties.flatMap((property) => keyOf(property) ?? []);
    for (const property of pattern.properties) {
      const key = keyOf(property);
      if (property.type === 'RestElement')
        bind(property.argument, () => ownRest(value(), taken), scope, read, names);
      else if (key !== null) bind(property.value, () => ownValue(value(), key), scope, read, names);
    }
  }
}

function keyOf(property: ObjectPattern['properties'][number]): string | null {
  return property.type !== 'RestElement' && property.key.type === 'Identifier' ? property.key.name : null;
}

function ownRest(value: unknown, taken: string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !taken.includes(key)));
}

function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
