import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import type { ErrorDetail } from '../errors.ts';

type Path = (string | number)[];

/** A client needs to see what is wrong, not a thousand times the same. */
const maxDetails = 20;

/**
 * `value` as the schema says, with only the keys it names.
 * @param at where the value is in the request body
 * @throws DocentError `invalid_request` with details
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: Path = [],
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.slice(0, maxDetails).map((issue) => detailOf(issue, at)));
}

/** The error for what is wrong with a request; its message names the first thing. */
export function invalidRequest(details: ErrorDetail[]): DocentError {
  const [first] = details;
  const where = first === undefined || first.path === '' ? 'the body' : first.path;
  return new DocentError('invalid_request', `Invalid request: ${where}: ${first?.message ?? 'not valid'}.`, {
    details,
  });
}

/**
 * An array that is not looked into when it is too long: an element that is wrong costs microseconds to report,
 * and twelve megabytes hold millions of them.
 */
export function boundedArray<Schema extends z.ZodType>(schema: Schema, max: number) {
  return z.preprocess((value, ctx) => {
    if (!Array.isArray(value) || value.length <= max) return value;
    ctx.addIssue({ code: 'custom', message: `at most ${max} are allowed` });
    return z.NEVER;
  }, z.array(schema).max(max));
}

function detailOf(issue: z.core.$ZodIssue, at: Path): ErrorDetail {
  const path = [...at, ...(issue.path as Path)];
  const inner = issue.code === 'invalid_union' ? closestBranch(issue.errors) : undefined;
  if (inner !== undefined) return detailOf(inner, path);
  return { path: path.join('.'), message: readable(issue.message) };
}

/** Of what each member of a union objects to, that of the member whose `type` was right. */
function closestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const matched = branches.find((issues) => !issues.some((issue) => issue.path[0] === 'type'));
  return (matched ?? branches.at(-1))?.[0];
}

function readable(message: string): string {
  if (message.endsWith('received undefined')) return 'is required';
  return message.replace(/^Invalid input: /, '');
}
