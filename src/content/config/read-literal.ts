import type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  MemberExpression,
  NewExpression,
  Property,
  SpreadElement,
} from 'estree';
import { callMethod, compute } from './call-method.ts';
import { bindParameters, returnedBy, type FunctionSyntax } from './read-function.ts';
import type { Scope, Syntax } from './module-scope.ts';
import { asCall } from './values.ts';

const emptyScope: Scope = { name: () => undefined, call: () => undefined };

/** Wrappers around a value that do not change it. */
const wrappers: Record<string, string> = {
  TSAsExpression: 'expression',
  TSSatisfiesExpression: 'expression',
  TSNonNullExpression: 'expression',
  ParenthesizedExpression: 'expression',
  ChainExpression: 'expression',
  AwaitExpression: 'argument',
};

/**
 * Reads JavaScript syntax as data without running it: literals, arrays, objects, and the names and calls that `scope`
 * knows. A function stands for its return value. A value that only running the code would give is undefined; in an
 * object or array, only that entry is.
 */
export function readLiteral(node: Syntax, scope: Scope = emptyScope): unknown {
  if (node === null || node === undefined) return undefined;
  if (scope.budget !== undefined && --scope.budget.steps < 0) return undefined;
  const inside = wrappers[node.type];
  if (inside !== undefined) return readLiteral((node as unknown as Record<string, Syntax>)[inside], scope);
  const expression = node as Expression | FunctionDeclaration;
  const read = (part: Syntax): unknown => readLiteral(part, scope);
  switch (expression.type) {
    case 'Literal':
      return 'regex' in expression || 'bigint' in expression ? undefined : expression.value;
    case 'TemplateLiteral':
      return joinTemplate(
        expression.quasis.map(({ value }) => value.cooked ?? ''),
        expression.expressions.map(read),
      );
    case 'Identifier':
      return scope.name(expression.name);
    case 'MemberExpression':
      return readMember(expression, scope);
    case 'UnaryExpression':
      return negate(expression.operator, read(expression.argument));
    case 'BinaryExpression':
      return compute(expression.operator, read(expression.left), read(expression.right));
    case 'LogicalExpression':
      return chooseLogical(expression.operator, read(expression.left), read(expression.right), scope);
    case 'ConditionalExpression':
      return chooseBranch(
        read(expression.test),
        read(expression.consequent),
        read(expression.alternate),
        scope,
      );
    case 'ArrayExpression':
      return expression.elements.flatMap((element) =>
        element?.type === 'SpreadElement' ? spreadItems(read(element.argument)) : [read(element)],
      );
    case 'ObjectExpression':
      return readObject(expression.properties, scope);
    case 'CallExpression':
    case 'NewExpression':
      return readCall(expression, scope);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return scope.hasFunctions === true
        ? functionOf(expression, scope)
        : returnedBy(expression, scope, readLiteral);
    default:
      return scope.show?.(expression, scope);
  }
}

function negate(operator: string, value: unknown): unknown {
  if (operator === '-' && typeof value === 'number') return -value;
  return operator === '!' && value !== undefined ? !value : undefined;
}

/** Under an unknown condition, content is kept: better shown than lost. */
function chooseLogical(operator: string, left: unknown, right: unknown, { show }: Scope): unknown {
  if (operator === '&&') return left === undefined ? show && right : left && right;
  return operator === '||' ? left || right : (left ?? right);
}

/** With an unknown test, the value is known only when both branches agree. */
function chooseBranch(test: unknown, consequent: unknown, alternate: unknown, { show }: Scope): unknown {
  if (test !== undefined) return test ? consequent : alternate;
  if (show !== undefined) return consequent ?? alternate;
  return consequent === alternate ? consequent : undefined;
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

function readObject(properties: (Property | SpreadElement)[], scope: Scope): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = readLiteral(property.argument, scope);
      if (typeof spread === 'object' && spread !== null) Object.assign(object, spread);
      continue;
    }
    const { key, computed } = property;
    const name = key.type === 'Identifier' && !computed ? key.name : readLiteral(key, scope);
    if (typeof name === 'string' || typeof name === 'number')
      object[name] = readLiteral(property.value, scope);
  }
  return object;
}

function readMember(node: MemberExpression & { isTaken?: boolean }, scope: Scope): unknown {
  const { object, property, computed } = node;
  const key = !computed && property.type === 'Identifier' ? property.name : readLiteral(property, scope);
  if (isEnvironment(object)) return key === 'NODE_ENV' || key === 'MODE' ? 'production' : null;
  const value = readLiteral(object as Syntax, scope);
  // What is taken of an unknown result, as in `const { docs, meta } = defineDocs({…})`, stands for the call.
  if (node.isTaken === true && asCall(value) !== null) return value;
  if (key === 'length' && (typeof value === 'string' || Array.isArray(value))) return value.length;
  if (typeof value !== 'object' || value === null || (typeof key !== 'string' && typeof key !== 'number')) {
    return undefined;
  }
  return Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
}

/** The `env` of `process` or `import.meta`: the published site, with no other variable set. */
function isEnvironment(node: MemberExpression['object']): boolean {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.property.name !== 'env')
    return false;
  const { object } = node;
  return object.type === 'MetaProperty' || (object.type === 'Identifier' && object.name === 'process');
}

function readCall({ callee, arguments: given }: CallExpression | NewExpression, scope: Scope): unknown {
  const values = given.flatMap((argument) =>
    argument.type === 'SpreadElement'
      ? spreadItems(readLiteral(argument.argument, scope))
      : [readArgument(argument as Syntax, scope)],
  );
  const name = calleeName(callee as Syntax);
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed) {
    const result = callMethod(readLiteral(callee.object as Syntax, scope), callee.property.name, values);
    if (result !== undefined) return result;
  }
  const isKnown = scope.hasFunctions === true || isInline(callee as Syntax);
  const called = isKnown ? readArgument(callee as Syntax, scope) : undefined;
  if (typeof called === 'function') {
    const result = (called as (...values: unknown[]) => unknown)(...values);
    // A call in a configuration whose value is unknown stays data, as its arguments may be the configuration.
    if (result !== undefined || scope.show !== undefined) return result;
  }
  return name === null ? undefined : scope.call(name, values.map(withoutFunctions));
}

/** An inline function is passed as a function, because only its caller knows the arguments. */
function readArgument(argument: Syntax, scope: Scope): unknown {
  return isInline(argument) ? functionOf(argument, scope) : readLiteral(argument, scope);
}

function isInline(node: Syntax): node is FunctionExpression | ArrowFunctionExpression {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** Functions that call one another without end have no value. */
const maxCalls = 200;

function functionOf(syntax: FunctionSyntax, scope: Scope): (...given: unknown[]) => unknown {
  const { budget } = scope;
  return (...given) => {
    const calls = (budget?.calls ?? 0) + 1;
    if (calls > maxCalls) return undefined;
    if (budget !== undefined) budget.calls = calls;
    const value = returnedBy(syntax, bindParameters(syntax.params, given, scope, readLiteral), readLiteral);
    if (budget !== undefined) budget.calls = calls - 1;
    return value;
  };
}

/** In a call that stays data, function arguments are replaced by their return values. */
function withoutFunctions(value: unknown): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

function calleeName(node: Syntax): string | null {
  const callee = node as Expression;
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const object = calleeName(callee.object as Syntax);
  return object === null ? null : `${object}.${callee.property.name}`;
}
