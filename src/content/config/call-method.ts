type Callback = (...values: unknown[]) => unknown;

/** The result of a method that makes a list or a text of a list; undefined for other methods and for unknown values. */
export function callMethod(object: unknown, method: string, given: unknown[]): unknown {
  if (!Array.isArray(object)) return undefined;
  const list: unknown[] = object;
  const [first] = given;
  switch (method) {
    case 'map':
      return isCallback(first) ? list.map((item, index) => first(item, index, list)) : undefined;
    case 'flatMap':
      return isCallback(first) ? list.flatMap((item, index) => first(item, index, list)) : undefined;
    case 'filter':
      return isCallback(first) ? list.filter((item, index) => first(item, index, list)) : undefined;
    case 'join':
      return list.every((item) => typeof item === 'string' || typeof item === 'number')
        ? list.join(typeof first === 'string' ? first : ',')
        : undefined;
    case 'concat':
      return bounded(list, given) ? list.concat(...given) : undefined;
    case 'flat':
      return bounded([], list) ? list.flat() : undefined;
    default:
      return undefined;
  }
}

/** Entries. Lists that double one another would exhaust memory. */
const maxEntries = 100_000;

function bounded(list: unknown[], more: unknown[]): boolean {
  const added = more.reduce((sum: number, one) => sum + (Array.isArray(one) ? one.length : 1), 0);
  return list.length + added <= maxEntries;
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** The result of a binary operator; undefined when a value is unknown or the types do not fit. */
export function compute(operator: string, left: unknown, right: unknown): unknown {
  if (left === undefined || right === undefined) return undefined;
  switch (operator) {
    case '===':
    case '==':
      return left === right;
    case '!==':
    case '!=':
      return left !== right;
    case '+':
      return isScalar(left) && isScalar(right) ? add(left, right) : undefined;
    default:
      return undefined;
  }
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Characters. A few lines that double a text would exhaust memory. */
const maxText = 1_000_000;

function add(left: string | number, right: string | number): string | number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  return String(left).length + String(right).length > maxText ? undefined : `${left}${right}`;
}
