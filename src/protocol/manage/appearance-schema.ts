import { z } from '@hono/zod-openapi';
import { cleanLine } from '../../lib/clean-text.ts';

const line = (maxLength: number) => z.string().max(maxLength).transform(cleanLine);

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

/** The widget's look and texts. An empty text counts as absent. */
export const appearanceSchema = z.strictObject({
  name: line(60).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #2f5bea')
    .optional(),
  logo: webAddress.optional().describe('The address of an image.'),
  greeting: line(300).optional(),
  label: line(40).optional().describe('Of the button.'),
  position: z.enum(['bottom-right', 'bottom-left', 'none']).optional(),
  support: z
    .union([z.email().max(254), webAddress])
    .optional()
    .describe('A contact: a web or mail address.'),
  starters: z
    .array(line(200))
    .max(6)
    .transform((texts) => texts.filter((text) => text !== ''))
    .optional()
    .describe('Questions to start with.'),
});
export type Appearance = z.output<typeof appearanceSchema>;
