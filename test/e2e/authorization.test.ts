// Every route that is not for assistant keys × every role. Of another organization: `tenants.test.ts`.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createKey } from '../../src/accounts/manage-keys.ts';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { routes } from '../../src/http/routes.ts';
import { newId } from '../../src/lib/ids.ts';
import { addOrganization } from '../../src/store/organizations.ts';
import { updateUser } from '../../src/store/users.ts';
import { signedInAs } from '../helpers/people.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const callers = [
  'nobody',
  'assistant key',
  'read key',
  'write key',
  'stranger',
  'viewer',
  'admin',
  'owner',
  'operator',
] as const;
type Caller = (typeof callers)[number];

/** What each route needs: to read (viewer), to change (admin), or to own. Written by hand, so that no route decides for itself. */
const needs: Record<string, 'viewer' | 'admin' | 'owner' | 'operator'> = {
  'get /manage/v1/organizations': 'viewer',
  'post /manage/v1/organizations': 'operator',
  'get /manage/v1/operator/organizations': 'operator',
  'get /manage/v1/organizations/{organization}': 'viewer',
  'patch /manage/v1/organizations/{organization}': 'owner',
  'get /manage/v1/organizations/{organization}/members': 'viewer',
  'patch /manage/v1/organizations/{organization}/members/{userId}': 'owner',
  'delete /manage/v1/organizations/{organization}/members/{userId}': 'owner',
  'get /manage/v1/organizations/{organization}/invitations': 'admin',
  'post /manage/v1/organizations/{organization}/invitations': 'admin',
  'delete /manage/v1/organizations/{organization}/invitations/{invitationId}': 'admin',
  'get /manage/v1/organizations/{organization}/audit': 'viewer',
  'get /manage/v1/organizations/{organization}/projects': 'viewer',
  'post /manage/v1/organizations/{organization}/projects': 'admin',
  'get /manage/v1/organizations/{organization}/keys': 'viewer',
  'post /manage/v1/organizations/{organization}/keys': 'admin',
  'patch /manage/v1/organizations/{organization}/keys/{keyId}': 'admin',
  'delete /manage/v1/organizations/{organization}/keys/{keyId}': 'admin',
  'get /manage/v1/organizations/{organization}/notifications': 'admin',
  'patch /manage/v1/organizations/{organization}/notifications': 'admin',
  'post /manage/v1/organizations/{organization}/notifications/test': 'admin',
  'get /manage/v1/organizations/{organization}/plan': 'viewer',
  'patch /manage/v1/organizations/{organization}/plan': 'operator',
  'get /manage/v1/organizations/{organization}/usage': 'viewer',
  'get /manage/v1/projects/{projectId}': 'viewer',
  'patch /manage/v1/projects/{projectId}': 'admin',
  'post /manage/v1/projects/{projectId}/ask-page': 'admin',
  'delete /manage/v1/projects/{projectId}/ask-page': 'admin',
  'get /manage/v1/projects/{projectId}/overview': 'viewer',
  'get /manage/v1/projects/{projectId}/conversations': 'viewer',
  'get /manage/v1/projects/{projectId}/conversations/{threadId}': 'viewer',
  'patch /manage/v1/projects/{projectId}/conversations/{threadId}': 'admin',
  'delete /manage/v1/projects/{projectId}/conversations/{threadId}': 'admin',
  'get /manage/v1/projects/{projectId}/eval-questions': 'viewer',
  'post /manage/v1/projects/{projectId}/eval-questions': 'admin',
  'delete /manage/v1/projects/{projectId}/eval-questions/{questionId}': 'admin',
  'get /manage/v1/projects/{projectId}/views': 'viewer',
  'post /manage/v1/projects/{projectId}/views': 'admin',
  'delete /manage/v1/projects/{projectId}/views/{viewId}': 'admin',
  'get /manage/v1/projects/{projectId}/page-use': 'viewer',
  'delete /manage/v1/projects/{projectId}/conversations': 'admin',
  'get /manage/v1/projects/{projectId}/feedback': 'viewer',
  'get /manage/v1/projects/{projectId}/searches': 'viewer',
  'get /manage/v1/projects/{projectId}/deployments': 'viewer',
  'get /manage/v1/projects/{projectId}/deployments/{deploymentId}': 'viewer',
  'post /manage/v1/projects/{projectId}/deployments/{deploymentId}/restore': 'admin',
  'get /manage/v1/projects/{projectId}/models': 'viewer',
  'post /manage/v1/projects/{projectId}/models/test': 'admin',
  'get /manage/v1/projects/{projectId}/previews': 'viewer',
  'post /manage/v1/projects/{projectId}/previews': 'admin',
  'delete /manage/v1/projects/{projectId}/previews/{previewId}': 'admin',
  'post /manage/v1/projects/{projectId}/webhook': 'admin',
  'delete /manage/v1/projects/{projectId}/webhook': 'admin',
  'post /manage/v1/projects/{projectId}/reader-secret': 'admin',
  'delete /manage/v1/projects/{projectId}/reader-secret': 'admin',
  'post /manage/v1/projects/{projectId}/push': 'admin',
  'post /manage/v1/projects/{projectId}/push/texts': 'admin',
  'post /v1/project/update/{projectId}': 'admin',
  'get /v1/project/update-status/{statusId}': 'viewer',
  'get /manage/v1/projects/{projectId}/index/findings': 'viewer',
  'get /manage/v1/projects/{projectId}/index/pages': 'viewer',
  'get /manage/v1/projects/{projectId}/index/page': 'viewer',
  'post /manage/v1/organizations/{organization}/sources/check': 'admin',
  'get /manage/v1/projects/{projectId}/gaps': 'viewer',
  'get /manage/v1/projects/{projectId}/gaps/{gapId}': 'viewer',
  'patch /manage/v1/projects/{projectId}/gaps/{gapId}': 'admin',
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/merge': 'admin',
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/unmerge': 'admin',
  'get /manage/v1/projects/{projectId}/topic-names': 'viewer',
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/move': 'admin',
  'get /manage/v1/projects/{projectId}/topics': 'viewer',
  'post /manage/v1/projects/{projectId}/gaps/{gapId}/job': 'admin',
  'get /manage/v1/projects/{projectId}/channels': 'viewer',
  'post /manage/v1/projects/{projectId}/channels/{channel}/test': 'admin',
  'post /manage/v1/projects/{projectId}/channels/{channel}/register': 'admin',
  'get /manage/v1/projects/{projectId}/drafts': 'viewer',
  'post /manage/v1/projects/{projectId}/drafts/{draftId}/post': 'admin',
  'delete /manage/v1/projects/{projectId}/drafts/{draftId}': 'admin',
  'get /manage/v1/projects/{projectId}/triggers': 'viewer',
  'get /manage/v1/projects/{projectId}/triggers/waiting': 'viewer',
  'post /manage/v1/projects/{projectId}/triggers/{triggerId}/move': 'admin',
  'post /manage/v1/projects/{projectId}/triggers/{triggerId}/drop': 'admin',
  'post /manage/v1/projects/{projectId}/triggers/{triggerId}/retry': 'admin',
  'get /v1/analytics/{projectId}/assistant': 'viewer',
  'get /v1/analytics/{projectId}/assistant/threads/{threadId}': 'viewer',
  'get /v1/analytics/{projectId}/assistant/caller-stats': 'viewer',
  'get /v1/analytics/{projectId}/feedback': 'viewer',
  'get /v1/analytics/{projectId}/feedback/by-page': 'viewer',
  'get /v1/analytics/{projectId}/searches': 'viewer',
  'post /v2/agent/{projectId}/job': 'admin',
  'get /v2/agent/{projectId}/job/{id}': 'viewer',
  'get /v2/agent/{projectId}/jobs': 'viewer',
  'post /v2/agent/{projectId}/job/{id}/message': 'admin',
  'post /v2/agent/{projectId}/job/{id}/cancel': 'admin',
  'post /v2/agent/{projectId}/job/{id}/archive': 'admin',
  'get /v2/agent/{projectId}/job/{id}/events': 'viewer',
  'get /v2/agent/{projectId}/job/{id}/change': 'viewer',
  'post /v2/agent/{projectId}/job/{id}/retry': 'admin',
  'post /v2/agent/{projectId}/job/{id}/resolve': 'admin',
  'get /v2/agent/{projectId}/job/{id}/file': 'viewer',
  'post /v2/agent/{projectId}/job/{id}/merge': 'admin',
  'post /v2/agent/{projectId}/job/{id}/close': 'admin',
  // Nobody sends its name here, so it stays.
  'delete /manage/v1/organizations/{organization}': 'owner',
  // The last one: when the owner may do it, the project is gone.
  'delete /manage/v1/projects/{projectId}': 'owner',
};

/** The role with which a caller comes to its own organization. */
const roleOf: Record<Caller, number> = {
  operator: 3,
  owner: 2,
  admin: 1,
  viewer: 0,
  stranger: -1,
  'write key': 1,
  'read key': 0,
  'assistant key': -1,
  nobody: -1,
};
const rankOf = { viewer: 0, admin: 1, owner: 2, operator: 3 };

describe('who may do what', () => {
  let server: TestServer;
  let own: { organization: string; projectId: string };
  const send = {} as Record<Caller, (method: string, path: string) => Promise<{ status: number; body: any }>>;

  before(async () => {
    server = await startServer({ settings: { DOCENT_FOLDERS: '/' } });
    const { store } = server.app;
    const named = { name: 'own', slug: 'own', plan: {}, createdAt: 1 };
    const mine = await addOrganization(store, { id: newId('org'), ...named });
    const sources = [{ kind: 'folder' as const, path: server.docs }];
    const { id } = await createProject(store, { organizationId: mine.id, name: 'docs', sources });
    own = { organization: mine.slug, projectId: id };
    for (const role of ['owner', 'admin', 'viewer'] as const)
      send[role] = (await signedInAs(server, mine.id, role)).send;
    const operator = await signedInAs(server, mine.id, 'owner');
    await updateUser(store, operator.userId, { operator: true });
    send.operator = operator.send;
    send.stranger = (await signedInAs(server, mine.id, null)).send;
    const limits = { keysPerHour: 100 };
    const key = async (kind: object) =>
      (await createKey(store, mine, { name: 'k', ...kind } as never, limits)).secret;
    send['write key'] = withKey(server, await key({ kind: 'admin', scopes: ['write'] }));
    send['read key'] = withKey(server, await key({ kind: 'admin', scopes: ['read'] }));
    send['assistant key'] = withKey(server, await key({ kind: 'assistant', projectId: own.projectId }));
    send.nobody = withKey(server, undefined);
  });
  after(() => server.close());

  test('the table names every route that has a role', () => {
    const guarded = routes
      .filter(({ key }) => key === 'admin')
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      guarded.filter((each) => !(each in needs)),
      [],
      'routes without a row',
    );
    assert.deepEqual(
      Object.keys(needs).filter((each) => !guarded.includes(each)),
      [],
      'rows without a route',
    );
  });

  for (const [name, needed] of Object.entries(needs)) {
    const [method = '', path = ''] = name.split(' ');
    for (const caller of callers) {
      test(`${name} by ${caller}`, async () => {
        const { status, body } = await send[caller](method, fill(path, own));
        const allowed = roleOf[caller] >= rankOf[needed];
        if (allowed) return assert.ok(![401, 403].includes(status), `${status} ${body?.message}`);
        if (caller === 'nobody') return assert.equal(status, 401);
        if (caller === 'assistant key') return assert.equal(body.code, 'wrong_key_kind');
        if (caller === 'stranger' && path.includes('{')) return assert.equal(status, 404);
        if (caller === 'stranger' && needed === 'viewer') return assert.deepEqual(body.items, []);
        assert.equal(status, 403, JSON.stringify(body));
        assert.match(body.code, /^insufficient_(role|scope)$/);
      });
    }
  }
});

function fill(path: string, names: { organization: string; projectId: string }): string {
  return path
    .replace('{organization}', names.organization)
    .replace('{projectId}', names.projectId)
    .replaceAll(/\{\w+\}/g, 'unknown');
}

function withKey({ url }: TestServer, key: string | undefined) {
  return async (method: string, path: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answer = await fetch(url + path, { method: method.toUpperCase(), headers });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
}
