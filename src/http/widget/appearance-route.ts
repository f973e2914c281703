import { z } from '@hono/zod-openapi';
import { cleanLine } from '../../lib/clean-text.ts';
import { iso } from '../paging.ts';
import type { Route } from '../route.ts';

const line = (longest: number) => z.string().max(longest).transform(cleanLine);
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

/** How the widget looks, and what it says. An empty text is as good as none. */
export const appearanceShape = z.strictObject({
  name: line(60).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #2f5bea')
    .optional(),
  logo: webAddress.optional().describe('The address of a picture.'),
  greeting: line(300).optional(),
  label: line(40).optional().describe('Of the button.'),
  position: z.enum(['bottom-right', 'bottom-left', 'none']).optional(),
  support: z
    .union([z.email().max(254), webAddress])
    .optional()
    .describe('Where a person answers: an address or a mail address.'),
  starters: z
    .array(line(200))
    .max(6)
    .transform((texts) => texts.filter((text) => text !== ''))
    .optional()
    .describe('Questions to start with.'),
});

const answerShape = appearanceShape
  .extend({
    docs: z
      .object({ commit: z.string().nullable(), deployedAt: z.string().nullable() })
      .nullable()
      .describe('Which state of the docs answers; null until there is one.'),
  })
  .openapi('Appearance');

/** `GET /discovery/v1/appearance/{domain}`: what the widget asks when it is opened. */
export const appearanceRoute: Route<undefined> = {
  method: 'get',
  path: '/discovery/v1/appearance/{domain}',
  summary: 'How the widget looks',
  tag: 'Assistant',
  key: 'assistant',
  showsDocs: false,
  success: {
    status: 200,
    description: 'What the project sets; the widget has a default for the rest.',
    content: { 'application/json': { schema: answerShape } },
  },
  async handle({ deps, admission: { project }, headers }) {
    const docs = await deps.indexes.lease(project).then(
      async (lease) => {
        await using lent = lease;
        const { commit, deployedAt } = lent.deployment;
        return { commit, deployedAt: iso(deployedAt) };
      },
      () => null,
    );
    const cache = { 'cache-control': 'private, max-age=60' };
    return Response.json({ ...project.settings.appearance, docs }, { headers: { ...headers, ...cache } });
  },
};
