// What a key issues: a walk over every route that answers with a secret or opens a door, on both databases.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import { routes } from '../../src/http/routes.ts';
import { findNotifications } from '../../src/store/notifications.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { updatePlan } from '../../src/store/organizations.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Answer = { status: number; body: any };
type Door = {
  body?: unknown;
  /** Whether it is open, for a caller at an address. */ open(from: string, made: Answer): Promise<boolean>;
};

/** Routes of admin keys that change something, and open nothing that lasts without a key. */
const shut = [
  /\/(?:conversations|eval-questions|views|deployments|previews|push|models|topic-names|gaps|sources|invitations|members|triggers|channels|drafts)\b/,
  /^post \/manage\/v1\/organizations\/\{organization\}\/notifications\/test$/,
  /^post \/v1\/project\/update\//,
  /^post \/v2\/agent\//,
  // For owners and operators, which keys never are.
  /^(?:post \/manage\/v1\/organizations|patch \/manage\/v1\/organizations\/\{organization\}(?:\/plan)?)$/,
  // It narrows or widens where a key of readers may be used, which browsers alone heed.
  /^patch \/manage\/v1\/organizations\/\{organization\}\/keys\/\{keyId\}$/,
];

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`what a key issues ends with it: ${kind}`, () => {
    let server: TestServer;
    let drop = async () => {};
    const here = '203.0.113.7';
    const elsewhere = '198.51.100.9';

    const send = async (
      method: string,
      path: string,
      { key = server.adminKey as string | null, from = here, body = undefined as unknown, headers = {} } = {},
    ): Promise<Answer> => {
      const answer = await fetch(server.url + path, {
        method: method.toUpperCase(),
        headers: {
          'x-forwarded-for': from,
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
      };
    };
    const search = (from: string, headers: Record<string, string>, key = server.assistantKey) =>
      send('post', `/discovery/v1/search/${server.domain}`, { key, from, headers, body: { query: 'proxy' } });
    const setting = async () => (await findProjectById(server.app.store, server.projectId))!.settings;
    const settings = (
      changes: object,
      isOpen: (now: Awaited<ReturnType<typeof setting>>) => boolean,
    ): Door => ({
      body: { settings: changes },
      open: async () => isOpen(await setting()),
    });

    const doors: Record<string, () => Door[]> = {
      'post /manage/v1/projects/{projectId}/reader-secret': () => [
        {
          open: async (from, { body }) => {
            const token = await new SignJWT({ groups: ['staff'] })
              .setProtectedHeader({ alg: 'HS256' })
              .setSubject('ann')
              .setAudience(server.domain)
              .setExpirationTime('1h')
              .sign(new TextEncoder().encode(body.secret));
            return (await search(from, { 'x-docent-reader': token })).status === 200;
          },
        },
      ],
      'post /manage/v1/projects/{projectId}/webhook': () => [
        {
          open: async (from, made) => {
            const body = JSON.stringify({ zen: 'x', hook_id: 1 });
            const signature = createHmac('sha256', made.body.secret).update(body).digest('hex');
            const headers = {
              'x-github-event': 'ping',
              'x-github-delivery': crypto.randomUUID(),
              'x-hub-signature-256': `sha256=${signature}`,
            };
            return (
              (await send('post', `/v1/webhooks/${server.projectId}`, { key: null, from, body, headers }))
                .status === 200
            );
          },
        },
      ],
      'post /manage/v1/projects/{projectId}/ask-page': () => [
        {
          open: async (from) =>
            (await send('get', `/ask/${server.domain}`, { key: null, from })).status === 200,
        },
      ],
      'post /manage/v1/organizations/{organization}/keys': () => [
        {
          body: { kind: 'assistant', name: 'child', projectId: server.projectId },
          open: async (from, { body }) => (await search(from, {}, body.secret)).status === 200,
        },
        {
          body: { kind: 'admin', name: 'child' },
          open: async (from, { body }) =>
            (await send('get', `/manage/v1/projects/${server.projectId}`, { key: body.secret, from }))
              .status === 200,
        },
      ],
      'patch /manage/v1/organizations/{organization}/notifications': () => [
        {
          body: { emails: [], webhookUrl: 'https://hooks.example.com/x', weekly: true, alerts: true },
          open: async () => {
            const { organizationId } = (await findProjectById(server.app.store, server.projectId))!;
            return (await findNotifications(server.app.store, organizationId))?.webhookUrl != null;
          },
        },
      ],
      'patch /manage/v1/projects/{projectId}': () => [
        settings(
          { readerJwksUrl: 'https://keys.example.com/jwks' },
          (now) => now.readerJwksUrl !== undefined,
        ),
        settings(
          { codeRepositories: [{ url: 'https://code.example.com/a' }] },
          (now) => now.codeRepositories?.length === 1,
        ),
        settings(
          { triggers: { schedules: [{ name: 'x', every: 'day', prompt: 'Fix links' }] } },
          (now) => now.triggers?.schedules?.length === 1,
        ),
        settings({ previewBranches: ['*'] }, (now) => now.previewBranches?.length === 1),
        settings({ allowCode: ['import'] }, (now) => now.allowCode?.length === 1),
        settings({ overages: true }, (now) => now.overages === true),
        settings({ requireThreadKey: false }, (now) => now.requireThreadKey !== true),
      ],
      'post /manage/v1/organizations/{organization}/projects': () => [
        {
          body: {
            name: 'made',
            sources: [{ kind: 'pushed' }],
            settings: { readerJwksUrl: 'https://keys.example.com/jwks' },
          },
          open: async (_, { body }) =>
            (await findProjectById(server.app.store, body.id))?.settings.readerJwksUrl !== undefined,
        },
      ],
    };

    before(async () => {
      const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
      if (postgres !== null) drop = postgres.stop;
      server = await startServer({
        settings: {
          DOCENT_TRUSTED_PROXIES: '127.0.0.1,::1',
          ...(postgres !== null && { DOCENT_DATABASE_URL: await postgres.createDatabase() }),
        },
      });
      const { organizationId } = (await findProjectById(server.app.store, server.projectId))!;
      await updatePlan(server.app.store, organizationId, { limits: { keysPerHour: 1_000 } });
      assert.equal((await send('delete', `/manage/v1/projects/${server.projectId}/ask-page`)).status, 204);
      const strict = { settings: { requireThreadKey: true } };
      assert.equal(
        (await send('patch', `/manage/v1/projects/${server.projectId}`, { body: strict })).status,
        200,
      );
    });
    after(async () => {
      await server.close();
      await drop();
    });

    test('every route that makes or changes something is known to open a door, or to open none', () => {
      const changing = routes
        .filter(({ key, method }) => key === 'admin' && (method === 'post' || method === 'patch'))
        .map(({ method, path }) => `${method} ${path}`);
      const unknown = changing.filter(
        (route) => !(route in doors) && !shut.some((pattern) => pattern.test(route)),
      );
      assert.deepEqual(unknown, []);
    });

    test('every route that answers with a secret is among them', async () => {
      const { body: document } = await send('get', '/openapi.json', { key: null });
      const schemas = document.components.schemas;
      for (const [path, methods] of Object.entries<any>(document.paths))
        for (const [method, { responses, security }] of Object.entries<any>(methods)) {
          const schema = responses['201']?.content?.['application/json']?.schema;
          const shape = JSON.stringify([schema, schemas[schema?.$ref?.split('/').at(-1)]]);
          if (security.length > 0 && /"secret":\{/.test(shape)) assert.ok(`${method} ${path}` in doors, path);
        }
    });

    for (const [route, of] of Object.entries(doors)) {
      test(`${route}: within the bounds of its key, and never after it`, async () => {
        const [method = '', path = ''] = route.split(' ');
        const organization = (await send('get', '/manage/v1/organizations')).body.items[0].id as string;
        const at = path.replace('{organization}', organization).replace('{projectId}', server.projectId);
        const keys = `/manage/v1/organizations/${organization}/keys`;
        for (const [nth, door] of of().entries()) {
          const wanted = { kind: 'admin', name: `ci ${nth}`, expiresInDays: 7, ipAllowList: [here] };
          const issuer = await send('post', keys, { body: wanted });
          assert.equal(issuer.status, 201, JSON.stringify(issuer.body));
          const made = await send(method, at, { key: issuer.body.secret, body: door.body });
          assert.ok(made.status < 300, `${made.status} ${JSON.stringify(made.body)}`);
          assert.equal(await door.open(here, made), true, 'it opens');
          if (!path.startsWith('/manage/v1/projects/{projectId}') || door.body === undefined)
            if (!/notifications|projects$/.test(path))
              assert.equal(await door.open(elsewhere, made), false, 'elsewhere');
          assert.equal((await send('delete', `${keys}/${issuer.body.id}`)).status, 204);
          assert.equal(await door.open(here, made), false, `${JSON.stringify(door.body)} is closed`);
        }
      });
    }

    test('a key only narrows the sites and limits of a key that it did not make', async () => {
      const organization = (await send('get', '/manage/v1/organizations')).body.items[0].id as string;
      const keys = `/manage/v1/organizations/${organization}/keys`;
      const sites = ['https://a.example.com', 'https://b.example.com'];
      const wanted = { kind: 'assistant', name: 'site', projectId: server.projectId, originAllowList: sites };
      const site = await send('post', keys, { body: wanted });
      const { secret: key } = (await send('post', keys, { body: { kind: 'admin', name: 'ci' } })).body;
      const change = async (body: object, by: string = key) =>
        (await send('patch', `${keys}/${site.body.id}`, { key: by, body })).status;
      assert.equal(await change({ originAllowList: [] }), 400);
      assert.equal(await change({ originAllowList: [...sites, 'https://c.example.com'] }), 400);
      assert.equal(await change({ originAllowList: sites.slice(1), budget: { answersPerDay: 5 } }), 200);
      assert.equal(await change({ originAllowList: sites }), 400);
      for (const budget of [{}, { answersPerDay: 6 }, { answersPerReaderPerDay: 1 }])
        assert.equal(await change({ budget }), 400, JSON.stringify(budget));
      assert.equal(await change({ budget: { answersPerDay: 4, answersPerReaderPerDay: 1 } }), 200);
      assert.equal(await change({ originAllowList: [], budget: {} }, server.adminKey), 200, 'its maker may');
    });

    test('what a person or another key made before it stays', async () => {
      const organization = (await send('get', '/manage/v1/organizations')).body.items[0].id as string;
      const keys = `/manage/v1/organizations/${organization}/keys`;
      const project = `/manage/v1/projects/${server.projectId}`;
      const own = await send('post', `${project}/reader-secret`);
      const secret = doors['post /manage/v1/projects/{projectId}/reader-secret']!()[0]!;
      await send('patch', project, {
        body: { settings: { readerJwksUrl: 'https://own.example.com/jwks', allowCode: ['a'] } },
      });
      const issuer = await send('post', keys, { body: { kind: 'admin', name: 'ci' } });
      const { secret: key, id } = issuer.body;
      const theirs = await send('post', `${project}/reader-secret`, { key });
      await send('patch', project, {
        key,
        body: { settings: { readerJwksUrl: 'https://x.example.com/jwks', allowCode: ['a', 'b'] } },
      });
      assert.deepEqual((await setting()).allowCode, ['a', 'b']);
      assert.equal((await send('delete', `${keys}/${id}`)).status, 204);
      const left = await setting();
      assert.deepEqual([left.readerJwksUrl, left.allowCode], ['https://own.example.com/jwks', ['a']]);
      assert.ok(!JSON.stringify(left.issued).includes(id), 'nothing of the key is left');
      assert.deepEqual([await secret.open(here, own), await secret.open(here, theirs)], [true, false]);
    });

    test('readiness of a project is told to who may read it, and of others as of none', async () => {
      const ready = async (domain: string, key: string | null = null) =>
        send('get', `/readyz?project=${domain}`, { key });
      assert.deepEqual(await ready(server.domain), await ready('nobody'));
      assert.equal((await ready(server.domain, server.assistantKey)).status, 200);
    });
  });
}
