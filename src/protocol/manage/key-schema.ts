import { z } from '@hono/zod-openapi';
import { nameText } from './shared-fields.ts';

const keyScopes = z.array(z.enum(['read', 'write']));

const answers = z.number().int().min(1).max(1_000_000_000).optional();

export const keyBudget = z
  .strictObject({
    answersPerDay: answers,
    answersPerReaderPerDay: answers.describe('Per signed-in reader, or per address.'),
  })
  .describe('For assistant keys; absent limits do not apply.');

export const usualKeyDays = 90;

export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['assistant', 'admin']),
    projectId: z.string().nullable(),
    name: z.string(),
    hint: z.string(),
    scopes: keyScopes,
    ipAllowList: z.array(z.string()),
    originAllowList: z.array(z.string()),
    budget: keyBudget,
    previews: z.boolean().describe('Whether it opens the project’s previews, too.'),
    parentId: z.string().nullable().describe('The key that created it; they are revoked together.'),
    status: z.enum(['active', 'expired', 'revoked']),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .openapi('Key');
export type Key = z.output<typeof keySchema>;

const newKeyFields = {
  name: nameText,
  expiresInDays: z
    .union([z.literal(7), z.literal(30), z.literal(60), z.literal(90)])
    .nullish()
    .describe(`${usualKeyDays} by default; null: never expires.`),
  expiresAt: z.string().max(64).optional().describe('In place of `expiresInDays`: any future time.'),
  ipAllowList: z.array(z.string().max(100)).max(100).optional(),
};

export const newKeySchema = z
  .discriminatedUnion('kind', [
    z.object({
      ...newKeyFields,
      kind: z.literal('assistant'),
      projectId: z.string().max(128),
      originAllowList: z.array(z.string().max(300)).max(100).optional(),
      previews: z
        .boolean()
        .optional()
        .describe('Also opens the project’s previews: keep such a key off public pages.'),
    }),
    z.object({ ...newKeyFields, kind: z.literal('admin'), scopes: keyScopes.optional() }),
  ])
  .openapi('NewKey');
export type NewKey = z.input<typeof newKeySchema>;
