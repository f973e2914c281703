import { z } from '@hono/zod-openapi';
import { DocentError } from '../errors.ts';
import type { ErrorDetail } from '../errors.ts';
import { parseWithoutNulls } from '../lib/parse-without-nulls.ts';

type Path = (string | number)[];

/** Maximum problems per error: clients need examples, not a thousand repetitions. */
const maxDetails = 20;

/**
 * Parses `value` by the schema, and drops unknown keys, and those with a null that the schema does not take.
 * @param at the position of the value in the request body
 * @throws DocentError `invalid_request` with details
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: Path = [],
): z.output<Schema> {
  const result = parseWithoutNulls(schema, value);
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.slice(0, maxDetails).map((issue) => detailOf(issue, at)));
}

/** The error for an invalid request; its message names the first problem. */
export function invalidRequest(details: ErrorDetail[]): DocentError {
  const [first] = details;
  const where = first === undefined || first.path === '' ? 'the body' : first.path;
  return new DocentError('invalid_request', `Invalid request: ${where}: ${first?.message ?? 'not valid'}.`, {
    details,
  });
}

/**
 * An array whose elements are not validated when it is too long: reporting an invalid element takes microseconds, and
 * twelve megabytes hold millions of them.
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

/** Of a failed union, the problems of the member with the matching `type`. */
function closestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const matched = branches.find((issues) => !issues.some((issue) => issue.path[0] === 'type'));
  return (matched ?? branches.at(-1))?.[0];
}

/** The library's messages about bounds are too technical. */
function readable(message: string): string {
  if (message.endsWith('received undefined')) return 'is required';
  if (message === 'Invalid URL') return 'must be a whole address, such as https://docs.example.com';
  const [, size, what, limit] =
    /^Too (big|small): expected (\w+) to (?:have|be) [<>]=(\d+)/.exec(message) ?? [];
  if (limit === undefined) return message.replace(/^Invalid input: /, '');
  const bound = `at ${size === 'big' ? 'most' : 'least'} ${limit}`;
  return what === 'number'
    ? `must be ${bound}`
    : `must have ${bound} ${what === 'string' ? 'characters' : 'entries'}`;
}
