import { appearanceSchema } from '../../protocol/manage/appearance-schema.ts';
import { z } from '@hono/zod-openapi';
import { iso } from '../page-filter.ts';
import type { Route } from '../route.ts';

const answerShape = appearanceSchema
  .extend({
    docs: z
      .object({ commit: z.string().nullable(), deployedAt: z.string().nullable() })
      .nullable()
      .describe('The live version of the docs; null until there is one.'),
  })
  .openapi('Appearance');

/** `GET /discovery/v1/appearance/{domain}`: called when the widget is opened. */
export const appearanceRoute: Route<undefined> = {
  method: 'get',
  path: '/discovery/v1/appearance/{domain}',
  summary: 'How the widget looks',
  tag: 'Assistant',
  key: 'assistant',
  showsDocs: false,
  success: {
    status: 200,
    description: 'The project’s settings; the widget has defaults for the rest.',
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
