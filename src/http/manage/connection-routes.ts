import { z } from '@hono/zod-openapi';
import { endConnection, listConnections } from '../../accounts/oauth/connections.ts';
import { connectionSchema } from '../../protocol/manage/session-schema.ts';
import { listMemberships } from '../../store/members.ts';
import { iso } from '../page-filter.ts';
import type { Route } from '../route.ts';
import { answerOf, done, noContent } from './answer-of.ts';
import { requireSession } from './session-routes.ts';

const shared = { tag: 'Sign-in', scope: 'anyone', key: 'none', errors: ['missing_key'] } as const;
const listAnswer = answerOf(z.object({ items: z.array(connectionSchema) }), 'Newest first.');

const listRoute: Route<undefined, 'anyone'> = {
  ...shared,
  errors: [...shared.errors],
  method: 'get',
  path: '/manage/v1/connections',
  summary: 'List the MCP clients that the person let in',
  success: listAnswer,
  async handle({ deps, admission, headers }) {
    const items = await listConnections(deps.store, requireSession(admission).user.id);
    const shown = items.map((item) => ({
      ...item,
      createdAt: iso(item.createdAt),
      expiresAt: iso(item.expiresAt),
    }));
    return listAnswer.json({ items: shown }, headers);
  },
};

const endRoute: Route<undefined, 'anyone'> = {
  ...shared,
  errors: [...shared.errors],
  method: 'delete',
  path: '/manage/v1/connections/{connectionId}',
  summary: 'End what an MCP client may do',
  action: 'oauth.end',
  success: noContent,
  async handle({ admission, param, headers, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endConnection(store, { userId: user.id, id: param('connectionId') });
      const actor = { kind: 'user', id: user.id, name: user.name } as const;
      for (const { organization } of await listMemberships(store, user.id))
        note({ organizationId: organization.id, actor });
    });
    return done(headers);
  },
};

export const connectionRoutes = [listRoute, endRoute];
