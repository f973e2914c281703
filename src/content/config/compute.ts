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
