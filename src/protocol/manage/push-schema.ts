import { z } from '@hono/zod-openapi';
import { isInnerPath } from '../../lib/inner-path.ts';
import { pushedName } from './source-schema.ts';

/** Maximum files in one push. */
const maxFiles = 50_000;

/** Bytes: docs leave larger texts out. */
const maxFileBytes = 10 * 1024 ** 2;

/** Maximum texts in one request, which also has a limit on its body. */
const maxTexts = 2_000;

const maxPath = 1_000;

function tooLong(path: string): string {
  return `the path of ${path.slice(path.lastIndexOf('/') + 1).slice(-200)} is longer than 1,000 characters: shorten the names of its folders`;
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const pushSchema = z
  .object({
    source: pushedName
      .optional()
      .describe('The name of the pushed source; needed when the project has several.'),
    files: z
      .array(
        z.object({
          path: z
            .string()
            .max(maxPath, { error: ({ input }) => tooLong(String(input)) })
            .refine(isInnerPath, 'Write it relative, with forward slashes, without . and .. in it.')
            .describe('Relative, with forward slashes.'),
          sha256: sha256
            .nullable()
            .describe('SHA-256 of its text as UTF-8; null for images and other binary files.'),
        }),
      )
      .min(1)
      .max(maxFiles)
      .refine(
        (files) => new Set(files.map(({ path }) => path)).size === files.length,
        'A path is there twice.',
      )
      .describe('All files of the docs; absent ones are removed.'),
    confirm: z
      .boolean()
      .default(false)
      .describe('Continues even when more than half of the pages would vanish.'),
  })
  .openapi('PushRequest');

export const pushAnswerSchema = z
  .object({
    statusId: z
      .string()
      .nullable()
      .describe('The id of the started deployment; null while texts are missing.'),
    missing: z.array(z.string()).describe('Hashes of texts to upload before repeating the request.'),
  })
  .openapi('PushAnswer');

export const pushTextsSchema = z
  .object({
    texts: z
      .array(z.string().refine((text) => Buffer.byteLength(text) <= maxFileBytes, 'It is larger than 10 MB.'))
      .min(1)
      .max(maxTexts)
      .describe('Complete texts, identified by their hashes.'),
  })
  .openapi('PushTextsRequest');
