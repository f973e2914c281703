import { z } from 'zod';

/** A token, key or id: printable, without spaces. */
export const secretText = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be printable, without spaces');

/** Settings that all channels share. */
export const sharedSettings = {
  groups: z
    .array(z.string().min(1).max(100))
    .max(50)
    .optional()
    .describe('Access groups whose pages answers may use. Without it, public pages only.'),
  allow: z
    .array(z.string().min(1).max(200))
    .max(200)
    .optional()
    .describe('Ids of the workspaces, channels and people that are answered. Without it, all are.'),
  storePrivate: z
    .boolean()
    .optional()
    .describe('Whether questions from private channels and direct messages are stored, as all others are.'),
};
