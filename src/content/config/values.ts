/**
 * A call with an unknown value, as data: `starlight({...})`. `of` is the known value of the callee, as in
 * `const withNextra = nextra({...})` before `withNextra({...})`.
 */
export type Call = { call: string; arguments: unknown[]; of?: unknown };

/** The value if it is an object, else an empty object. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value if it is a list, else an empty list. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string, else null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A string or a list of strings, as a list. */
export function asTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** The call that a value is the result of, as in `integrations: [starlight({…})]`; null for other values. */
export function asCall(value: unknown): Call | null {
  const { call, arguments: given, of } = asObject(value);
  return typeof call === 'string' && Array.isArray(given) ? { call, arguments: given, of } : null;
}

/**
 * The configuration inside of wrappers such as `defineConfig({…})` and `withPlugin(defineConfig({…}))`, and what stands
 * beside one: `{...withPlugin(), base: '/docs'}`.
 */
export function unwrapConfig(value: unknown): Record<string, unknown> {
  const call = asCall(value);
  if (call === null) return asObject(value);
  const inner = call.arguments.map(unwrapConfig).find((one) => Object.keys(one).length > 0);
  const { call: _, arguments: _given, of: _of, ...beside } = asObject(value);
  return { ...inner, ...beside };
}

/** Visits every object in a value, outer objects first. */
export function walkObjects(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  // Iterating a set also visits values that are added meanwhile.
  const seen = new Set<unknown>([value]);
  for (const next of seen) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) visit(next as Record<string, unknown>);
    for (const inner of Object.values(next)) if (typeof inner === 'object') seen.add(inner);
  }
}
