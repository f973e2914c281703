/** Values, and characters of texts, that JSON may be made of. References could expand a few lines to more than memory holds. */
const maxValues = 20_000;
const maxCharacters = 200_000;

/** What `JSON.stringify(value, null, space)` returns, as an example on a page; undefined for what is too large. */
export function stringify(value: unknown, space: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !isSmall(value)) return undefined;
  return JSON.stringify(
    value,
    null,
    typeof space === 'number' || typeof space === 'string' ? space : undefined,
  );
}

function isSmall(root: object): boolean {
  const open: unknown[] = [root];
  let [values, characters] = [0, 0];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    values += 1;
    if (typeof next === 'string') characters += next.length;
    if (values > maxValues || characters > maxCharacters) return false;
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
  return true;
}
