/** How many functions may return the next one. */
const maxReturned = 4;

/** An object whose functions, at any depth, are replaced by what they return without arguments. */
export function withoutFunctions<T extends object>(root: T): T {
  const levels = new Map<object, number>([[root, 0]]);
  // Iterating a map also visits entries that are added meanwhile.
  for (const [object, level] of levels) {
    for (const [key, value] of Object.entries(object)) {
      const [settled, after] = returned(value, level);
      if (settled !== value) (object as Record<string, unknown>)[key] = settled;
      if (typeof settled === 'object' && settled !== null && !levels.has(settled)) levels.set(settled, after);
    }
  }
  return root;
}

function returned(value: unknown, level: number): [value: unknown, level: number] {
  let [settled, after] = [value, level];
  while (typeof settled === 'function') {
    after += 1;
    settled = after > maxReturned ? undefined : (settled as () => unknown)();
  }
  return [settled, after];
}
