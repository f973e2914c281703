import type { z } from 'zod';
import { strange } from './forge-fault.ts';

/** The types of GitHub's client say what its API promises; what stands before a server may say anything. @throws ForgeFault */
export function checked<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw strange('GitHub', new Error('an answer of another shape', { cause: parsed.error }));
}
