/** The value of a key, made once. Failures are not kept: the next call tries again. */
export function remember<Value>(
  kept: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key) ?? make();
  kept.set(key, known);
  known.catch(() => kept.delete(key));
  return known;
}
