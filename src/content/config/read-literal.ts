import type {
  ArrowFunctionExpression,
  BlockStatement,
  CallExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  MemberExpression,
  NewExpression,
  Property,
  SpreadElement,
} from 'estree';

/** What names mean around the syntax that is read. Undefined is what cannot be known without running it. */
export type Scope = {
  name: (name: string) => unknown;
  /** The value of a call, from its callee as written (`path.join`) and its arguments. */
  call: (callee: string, values: unknown[]) => unknown;
};

export type Syntax = { type: string } | null | undefined;

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
 * Reads JavaScript syntax as data, without running any of it: literals, arrays, objects, and what `scope` knows of
 * names and calls. A function counts as what it returns. What would have to be run is undefined; in an object or
 * array only that entry is.
 */
export function readLiteral(node: Syntax, scope: Scope = emptyScope): unknown {
  if (node === null || node === undefined) return undefined;
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
    case 'BinaryExpression': {
      if (expression.operator !== '+') return undefined;
      const [left, right] = [read(expression.left), read(expression.right)];
      return typeof left === 'string' && typeof right === 'string' ? left + right : undefined;
    }
    case 'LogicalExpression':
      return chooseLogical(expression.operator, read(expression.left), read(expression.right));
    case 'ConditionalExpression':
      return chooseBranch(read(expression.test), read(expression.consequent), read(expression.alternate));
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
      return readFunction(expression, scope);
    default:
      return undefined;
  }
}

function negate(operator: string, value: unknown): unknown {
  if (operator === '-' && typeof value === 'number') return -value;
  return operator === '!' && value !== undefined ? !value : undefined;
}

function chooseLogical(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '&&') return left === undefined ? undefined : left && right;
  return operator === '||' ? left || right : (left ?? right);
}

/** Without knowing the test, only what both branches agree on is known. */
function chooseBranch(test: unknown, consequent: unknown, alternate: unknown): unknown {
  if (test !== undefined) return test ? consequent : alternate;
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

function readMember({ object, property, computed }: MemberExpression, scope: Scope): unknown {
  const value = readLiteral(object as Syntax, scope);
  const key = !computed && property.type === 'Identifier' ? property.name : readLiteral(property, scope);
  if (typeof value !== 'object' || value === null || (typeof key !== 'string' && typeof key !== 'number')) {
    return undefined;
  }
  return Object.hasOwn(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
}

function readCall({ callee, arguments: given }: CallExpression | NewExpression, scope: Scope): unknown {
  const name = calleeName(callee as Syntax);
  const values = given.map((argument) =>
    argument.type === 'SpreadElement' ? undefined : readLiteral(argument, scope),
  );
  return name === null ? undefined : scope.call(name, values);
}

function calleeName(node: Syntax): string | null {
  const callee = node as Expression;
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const object = calleeName(callee.object as Syntax);
  return object === null ? null : `${object}.${callee.property.name}`;
}

function readFunction(
  { body }: ArrowFunctionExpression | FunctionExpression | FunctionDeclaration,
  scope: Scope,
): unknown {
  if (body.type !== 'BlockStatement') return readLiteral(body, scope);
  const returned = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return readLiteral(returned?.argument, withLocals(body, scope));
}

function withLocals(block: BlockStatement, scope: Scope): Scope {
  const locals = new Map<string, Syntax>();
  for (const statement of block.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier') locals.set(id.name, init);
  }
  const inner: Scope = {
    call: scope.call,
    name(name) {
      const local = locals.get(name);
      if (local === undefined) return scope.name(name);
      // Each is read once: a name that leads back to itself is not known.
      locals.set(name, null);
      const value = readLiteral(local, inner);
      locals.set(name, local);
      return value;
    },
  };
  return inner;
}
