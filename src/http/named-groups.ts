import { z } from '@hono/zod-openapi';

/** The access groups in a request's query. */
export const groupsQuery = z
  .string()
  .max(2000)
  .optional()
  .describe('Access groups, separated by commas; only an admin key may name them.');

export function namedGroups({ groups = '' }: { groups?: string | undefined }): string[] {
  return groups.split(',').filter((group) => group !== '');
}
