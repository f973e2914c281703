import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Parses by the schema. A key whose value is null is as good as absent, unless the schema takes null: clients in
 * Kotlin, Swift, C# and Python write null for what is not set.
 * @param value is the caller's own: such keys are deleted from it
 */
export function parseWithoutNulls<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success || !dropNulls(value, parsed.error.issues)) return parsed;
  return schema.safeParse(value);
}

/** @returns whether one of the problems was a null */
function dropNulls(value: unknown, issues: readonly Issue[]): boolean {
  let dropped = false;
  for (const issue of issues) {
    if (dropNull(value, issue.path)) dropped = true;
    else if (issue.code === 'invalid_union') {
      const inner = issue.path.reduce(childOf, value);
      for (const branch of issue.errors) if (dropNulls(inner, branch)) dropped = true;
    }
  }
  return dropped;
}

function dropNull(value: unknown, path: PropertyKey[]): boolean {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce(childOf, value);
  if (key === undefined || childOf(parent, key) !== null || Array.isArray(parent)) return false;
  return Reflect.deleteProperty(parent as object, key);
}

function childOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
}
