type Callback = (...values: unknown[]) => unknown;

/** The result of a method that only reads its object; undefined for other methods and for unknown values. */
export function callMethod(object: unknown, method: string, given: unknown[]): unknown {
  if (Array.isArray(object)) return callOfList(object, method, given);
  if (typeof object === 'string' && given.every((value) => value !== undefined)) {
    return callOfText(object, method, given);
  }
  return undefined;
}

function callOfList(list: unknown[], method: string, given: unknown[]): unknown {
  const [first, second] = given;
  switch (method) {
    case 'map':
      return isCallback(first) ? list.map((item, index) => first(item, index, list)) : undefined;
    case 'flatMap':
      return isCallback(first) ? list.flatMap((item, index) => first(item, index, list)) : undefined;
    case 'filter':
      return isCallback(first) ? list.filter((item, index) => first(item, index, list)) : undefined;
    case 'find':
      return isCallback(first) ? list.find((item, index) => first(item, index, list)) : undefined;
    case 'join':
      return list.every((item) => typeof item === 'string' || typeof item === 'number')
        ? list.join(typeof first === 'string' ? first : ',')
        : undefined;
    case 'slice':
      return list.slice(asNumber(first), asNumber(second));
    case 'concat':
      return bounded(list, given) ? list.concat(...given) : undefined;
    case 'flat':
      return bounded([], list) ? list.flat() : undefined;
    case 'reduce':
      return isCallback(first)
        ? list.reduce((before, item, index) => first(before, item, index, list), second)
        : undefined;
    case 'some':
      return isCallback(first) ? list.some((item, index) => first(item, index, list)) : undefined;
    case 'every':
      return isCallback(first) ? list.every((item, index) => first(item, index, list)) : undefined;
    case 'includes':
      return list.includes(first);
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

function callOfText(text: string, method: string, [first, second]: unknown[]): unknown {
  switch (method) {
    case 'toUpperCase':
      return text.toUpperCase();
    case 'toLowerCase':
      return text.toLowerCase();
    case 'trim':
      return text.trim();
    case 'slice':
      return text.slice(asNumber(first), asNumber(second));
    case 'split':
      return typeof first === 'string' ? text.split(first) : undefined;
    case 'startsWith':
      return typeof first === 'string' ? text.startsWith(first) : undefined;
    case 'endsWith':
      return typeof first === 'string' ? text.endsWith(first) : undefined;
    case 'includes':
      return typeof first === 'string' ? text.includes(first) : undefined;
    case 'replace':
      return typeof first === 'string' && typeof second === 'string'
        ? text.replace(first, () => second)
        : undefined;
    case 'replaceAll':
      return typeof first === 'string' && typeof second === 'string' && first !== ''
        ? text.replaceAll(first, () => second)
        : undefined;
    default:
      return undefined;
  }
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
