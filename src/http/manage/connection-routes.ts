import { z } from '@hono/zod-openapi';
import { endConnection, listConnections } from '../../accounts/oauth/connections.ts';
import { connectionSchema } from '../../protocol/manage/session-schema.ts';
import { listMemberships } from '../../store/members.ts';
import { iso } from '../page-filter.ts';
import { answerOf, route } from '../json-route.ts';
import { requireSession } from './session-routes.ts';

const shared = { tag: 'Sign-in', scope: 'anyone', key: 'none', errors: ['missing_key'] } as const;
const listRoute = route({
  ...shared,
  errors: [...shared.errors],
  method: 'get',
  path: '/manage/v1/connections',
  summary: 'List the MCP clients that the person let in',
  success: answerOf(z.object({ items: z.array(connectionSchema) }), 'Newest first.'),
  async handle({ deps, admission }) {
    const items = await listConnections(deps.store, requireSession(admission).user.id);
    const shown = items.map((item) => ({
      ...item,
      createdAt: iso(item.createdAt),
      expiresAt: iso(item.expiresAt),
    }));
    return { items: shown };
  },
});

const endRoute = route({
  ...shared,
  errors: [...shared.errors],
  method: 'delete',
  path: '/manage/v1/connections/{connectionId}',
  summary: 'End what an MCP client may do',
  action: 'oauth.end',
  async handle({ admission, param, note, change }) {
    const { user } = requireSession(admission);
    await change(async (store) => {
      await endConnection(store, { userId: user.id, id: param('connectionId') });
      const actor = { kind: 'user', id: user.id, name: user.name } as const;
      for (const { organization } of await listMemberships(store, user.id))
        note({ organizationId: organization.id, actor });
    });
  },
});

export const connectionRoutes = [listRoute, endRoute];
