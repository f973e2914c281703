import { startersOf } from '../../assistant/make-starters.ts';
import { appearanceSchema } from '../../protocol/manage/appearance-schema.ts';
import { z } from '@hono/zod-openapi';
import { iso } from '../page-filter.ts';
import { findReader } from '../reader-access.ts';
import type { Route } from '../route.ts';
import { answerOf } from '../json-route.ts';

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
  success: answerOf(
    answerShape,
    'The project’s settings, with starters made from the docs when none are set.',
  ),
  async handle({ deps, admission, headers, request, clientIp }) {
    const { project } = admission;
    const { appearance, requireReader = false } = project.settings;
    // Made starters are titles of the docs.
    const showsTitles =
      !requireReader ||
      (await findReader(deps, admission, request, clientIp).then(
        () => true,
        () => false,
      ));
    const live = await deps.indexes.lease(project).then(
      async (lease) => {
        await using lent = lease;
        const { commit, deployedAt } = lent.deployment;
        const set = appearance?.starters ?? [];
        const starters =
          set.length > 0 || !showsTitles
            ? set
            : await startersOf(lent.index, appearance?.name ?? project.name);
        return { starters, docs: { commit, deployedAt: iso(deployedAt) } };
      },
      () => ({ docs: null }),
    );
    const cache = { 'cache-control': 'private, max-age=60', vary: 'X-Docent-Reader' };
    return Response.json({ ...appearance, ...live }, { headers: { ...headers, ...cache } });
  },
};
