/** Maximum number of values, and characters of one value. */
const maxValues = 300;
const maxLength = 2000;

/** The strings, numbers and booleans in a value, by their paths: `{a: {b: 1}}` is `a.b`. */
export function flatValues(value: unknown, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  const open: { value: unknown; path: string }[] = [{ value, path: prefix }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: inner, path } = next;
    if (typeof inner === 'object' && inner !== null) {
      for (const [key, one] of Object.entries(inner).slice(0, maxValues))
        open.push({ value: one, path: path === '' ? key : `${path}.${key}` });
    } else if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') {
      if (Object.keys(flat).length >= maxValues) break;
      flat[path] = String(inner).slice(0, maxLength);
    }
  }
  return flat;
}
