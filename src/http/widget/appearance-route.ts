import { startersOf } from '../../assistant/make-starters.ts';
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
    description: 'The project’s settings, with starters made from the docs when none are set.',
    content: { 'application/json': { schema: answerShape } },
  },
  async handle({ deps, admission: { project }, headers }) {
    const { appearance } = project.settings;
    const live = await deps.indexes.lease(project).then(
      async (lease) => {
        await using lent = lease;
        const { commit, deployedAt } = lent.deployment;
        const set = appearance?.starters ?? [];
        const starters =
          set.length > 0 ? set : await startersOf(lent.index, appearance?.name ?? project.name);
        return { starters, docs: { commit, deployedAt: iso(deployedAt) } };
      },
      () => ({ docs: null }),
    );
    const cache = { 'cache-control': 'private, max-age=60' };
    return Response.json({ ...appearance, ...live }, { headers: { ...headers, ...cache } });
  },
};
