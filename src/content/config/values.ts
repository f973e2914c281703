import type { Call } from './evaluate-module.ts';

/** A value as an object; empty when it is not one. */
export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A value as a list; empty when it is not one. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as text; null when it is not one. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** One text or a list of texts, as a list. */
export function asTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** The call that a value came from, as in `integrations: [starlight({…})]`; null when it is not one. */
export function asCall(value: unknown): Call | null {
  const { call, arguments: given, of } = asObject(value);
  return typeof call === 'string' && Array.isArray(given) ? { call, arguments: given, of } : null;
}

/** The configuration that wrappers such as `defineConfig({…})` and `withPlugin(defineConfig({…}))` are given. */
export function unwrapConfig(value: unknown): Record<string, unknown> {
  const call = asCall(value);
  if (call === null) return asObject(value);
  const inner = call.arguments.map(unwrapConfig);
  return inner.find((one) => Object.keys(one).length > 0) ?? {};
}

/** Visits every object in a value, the outer ones first. */
export function walkObjects(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  // A set is walked in the order of insertion, and what is added meanwhile is walked too.
  const seen = new Set<unknown>([value]);
  for (const next of seen) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) visit(next as Record<string, unknown>);
    for (const inner of Object.values(next)) if (typeof inner === 'object') seen.add(inner);
  }
}
