import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createKey } from '../../src/accounts/manage-keys.ts';
import { ensureProject } from '../../src/accounts/ensure-project.ts';
import { listSearchTerms } from '../../src/store/searches.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const question = (text: string) => ({
  fp: 'anonymous',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
});

/** Every endpoint with an assistant key, with a body that it takes. */
const endpoints = [
  {
    path: (domain: string) => `/discovery/v1/assistant/${domain}/message`,
    body: { fp: 'a', messages: [{ id: '1', role: 'user', content: 'proxy?', parts: [] }] },
    status: 200,
  },
  {
    path: (domain: string) => `/discovery/v2/assistant/${domain}/message`,
    body: question('How do I set a proxy?'),
    status: 200,
  },
  { path: (domain: string) => `/discovery/v1/search/${domain}`, body: { query: 'proxy' }, status: 200 },
  {
    path: (domain: string) => `/discovery/v1/page/${domain}`,
    body: { path: '/guide/proxy' },
    status: 200,
    limited: false,
  },
];

async function assertError(response: Response, status: number, code: string): Promise<string> {
  const body = (await response.json()) as Record<string, unknown>;
  assert.equal(response.status, status, JSON.stringify(body));
  assert.equal(body.code, code);
  assert.equal(body.error, body.message);
  assert.ok(String(body.message).length > 0);
  assert.equal(body.requestId, response.headers.get('x-request-id'));
  assert.doesNotMatch(JSON.stringify(body), /\/work\/|\.ts\b|SELECT|node_modules/);
  return String(body.message);
}

describe('every assistant endpoint', () => {
  let server: TestServer;
  let foreignDomain: string;
  before(async () => {
    server = await startServer();
    const folder = await docsFolder();
    const { project } = await ensureProject(server.app.store, { folder: folder.path });
    foreignDomain = project.domain;
    await folder.remove();
  });
  after(() => server.close());
  const organization = () => ({ id: ids().organizationId, plan: {} });
  const ids = () => ({ organizationId: organizationId, projectId: server.projectId });
  let organizationId: string;
  before(async () => {
    const { organization } = await ensureProject(server.app.store, { folder: server.docs });
    organizationId = organization.id;
  });
  const newAssistantKey = async (extra: object) => {
    const made = await createKey(
      server.app.store,
      organization(),
      { kind: 'assistant', projectId: server.projectId, name: 'test', ...extra },
      { keysPerHour: 1_000 },
    );
    return made;
  };

  test('a search for nothing finds nothing and is no search that found nothing', async () => {
    const response = await post(`${server.url}/discovery/v1/search/${server.domain}`, server.assistantKey, {
      query: ' ',
    });
    assert.deepEqual(await response.json(), []);
    const asked = { projectId: server.projectId, onlyWithoutResults: true };
    assert.deepEqual((await listSearchTerms(server.app.store, asked, { limit: 9 })).rows, []);
  });

  for (const { path, body, status, limited = true } of endpoints) {
    const name = path('{domain}');
    const url = (domain = server.domain) => server.url + path(domain);

    test(`${name} succeeds with an assistant key`, async () => {
      const response = await post(url(), server.assistantKey, body);
      assert.equal(response.status, status);
      assert.match(response.headers.get('x-request-id')!, /^req_/);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-expose-headers')!, /x-thread-key/);
      for (const header of [
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
        'ratelimit',
        'ratelimit-policy',
      ]) {
        assert.equal(response.headers.has(header), limited, header);
      }
      await response.text();
    });

    test(`${name} is there with a slash at its end, too`, async () => {
      const response = await post(`${url()}/`, server.assistantKey, body);
      assert.equal(response.status, status);
      await response.text();
      const preflight = await fetch(`${url()}/`, { method: 'OPTIONS' });
      assert.equal(preflight.status, 204);
    });

    test(`${name} without a key is 401 missing_key`, async () => {
      await assertError(await post(url(), undefined, body), 401, 'missing_key');
    });

    test(`${name} with an unknown or malformed key is 401 invalid_key, with one body`, async () => {
      const wellFormed = server.assistantKey.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
      const texts = new Set<string>();
      for (const key of [wellFormed, 'svc_dsc_', 'svc_x', 'nonsense']) {
        const response = await post(url(), key, body);
        texts.add(((await response.clone().json()) as { message: string }).message);
        await assertError(response, 401, 'invalid_key');
      }
      assert.equal(texts.size, 1);
    });

    test(`${name} with an admin key is 403 wrong_key_kind`, async () => {
      await assertError(await post(url(), server.adminKey, body), 403, 'wrong_key_kind');
    });

    test(`${name} with a foreign domain is 404, the same as one that does not exist`, async () => {
      await assertError(await post(url(foreignDomain), server.assistantKey, body), 404, 'not_found');
      await assertError(await post(url('no-such-domain'), server.assistantKey, body), 404, 'not_found');
    });

    test(`${name} with an address outside the key's list is 403 ip_not_allowed`, async () => {
      const { secret } = await newAssistantKey({ ipAllowList: ['203.0.113.0/24'] });
      await assertError(await post(url(), secret, body), 403, 'ip_not_allowed');
    });

    test(`${name} from a site outside the key's list is 403 origin_not_allowed`, async () => {
      const { secret } = await newAssistantKey({ originAllowList: ['https://docs.example.com'] });
      await assertError(
        await post(url(), secret, body, { origin: 'https://evil.example' }),
        403,
        'origin_not_allowed',
      );
      const good = await post(url(), secret, body, { origin: 'https://docs.example.com' });
      assert.equal(good.status, status);
      await good.text();
    });

    test(`${name} with a body that is not JSON is 400 invalid_json`, async () => {
      await assertError(await post(url(), server.assistantKey, '{"fp":'), 400, 'invalid_json');
    });

    test(`${name} with a body of the wrong shape is 400 with details`, async () => {
      const response = await post(url(), server.assistantKey, []);
      const { details } = (await response.clone().json()) as { details: { path: string; message: string }[] };
      assert.ok(details.length > 0 && details.every(({ message }) => message.length > 0));
      await assertError(response, 400, 'invalid_request');
    });

    test(`${name} with another content type is 415`, async () => {
      await assertError(
        await post(url(), server.assistantKey, body, { 'content-type': 'text/plain' }),
        415,
        'unsupported_media_type',
      );
    });

    test(`${name} with a compressed body is 415`, async () => {
      await assertError(
        await post(url(), server.assistantKey, body, { 'content-encoding': 'gzip' }),
        415,
        'unsupported_media_type',
      );
    });

    test(`${name} with a body of more than 1 MiB without attachments is 413`, async () => {
      const large = JSON.stringify({ ...body, padding: 'x'.repeat(1024 ** 2) });
      const message = await assertError(await post(url(), server.assistantKey, large), 413, 'body_too_large');
      if (name.endsWith('/message')) assert.match(message, /send the last messages only/);
    });

    test(`GET ${name} is 405 and names what is allowed`, async () => {
      const response = await fetch(url(), { headers: { authorization: `Bearer ${server.assistantKey}` } });
      assert.match(response.headers.get('allow')!, /^POST/);
      assert.match(await assertError(response, 405, 'method_not_allowed'), /Use POST here\./);
    });

    test(`the preflight of ${name} is open and echoes the headers that it asks for`, async () => {
      const response = await fetch(url(), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://x.dev',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, x-anything, x.any+thing',
        },
      });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal(
        response.headers.get('access-control-allow-headers'),
        'authorization, x-anything, x.any+thing',
      );
      assert.match(response.headers.get('access-control-allow-methods')!, /POST/);
    });
  }

  test('a revoked key is refused at once', async () => {
    const { revokeKey } = await import('../../src/accounts/manage-keys.ts');
    const { key, secret } = await newAssistantKey({});
    const url = `${server.url}/discovery/v1/search/${server.domain}`;
    assert.equal((await post(url, secret, { query: 'proxy' })).status, 200);
    await revokeKey(server.app.store, { organizationId, id: key.id });
    await assertError(await post(url, secret, { query: 'proxy' }), 401, 'invalid_key');
  });

  test('the resume endpoint answers 204', async () => {
    const response = await fetch(
      `${server.url}/discovery/v2/assistant/${server.domain}/message/chat1/stream`,
      {
        headers: { authorization: `Bearer ${server.assistantKey}` },
      },
    );
    assert.equal(response.status, 204);
  });

  test('an unknown address is 404', async () => {
    await assertError(await fetch(`${server.url}/nothing/here`), 404, 'not_found');
  });

  test('search answers a bare array of pages with title, url, anchor and score', async () => {
    const response = await post(`${server.url}/discovery/v1/search/${server.domain}`, server.assistantKey, {
      query: 'install on Linux',
      pageSize: 2,
    });
    const results = (await response.json()) as {
      content: string;
      path: string;
      metadata: Record<string, unknown>;
    }[];
    assert.equal(results[0]?.path, 'guide/install');
    assert.equal(results[0]?.metadata.title, 'Install Harbour');
    assert.equal(results[0]?.metadata.anchor, 'linux');
    assert.match(String(results[0]?.metadata.url), /^\/guide\/install#linux$/);
    assert.ok(results.every(({ metadata }) => Number(metadata.score) >= 0 && Number(metadata.score) <= 1));
    assert.ok(results.length <= 2);
  });

  test('groups that an admin key names open the pages that declare them; a public key has public pages only', async () => {
    const search = async (filter: object, key = server.assistantKey) => {
      const response = await post(`${server.url}/discovery/v1/search/${server.domain}`, key, {
        query: 'secret discount code',
        filter,
      });
      return ((await response.json()) as { path: string }[]).map(({ path }) => path);
    };
    assert.ok(!(await search({})).includes('internal/prices'));
    const groups = ['staff'];
    assert.ok(!(await search({ groups })).includes('internal/prices'));
    assert.ok((await search({ groups }, server.adminKey)).includes('internal/prices'));
    const page = `${server.url}/discovery/v1/page/${server.domain}`;
    await assertError(await post(page, server.assistantKey, { path: 'internal/prices' }), 404, 'not_found');
    const internal = { path: 'internal/prices', groups };
    await assertError(await post(page, server.assistantKey, internal), 404, 'not_found');
    assert.equal((await post(page, server.adminKey, internal)).status, 200);
  });

  for (const path of [
    'guide/proxy',
    '/guide/proxy',
    'guide/proxy.mdx',
    '/guide/proxy#authentication',
    'https://docs.example.com/guide/proxy',
  ]) {
    test(`a page is found by ${path}`, async () => {
      const response = await post(`${server.url}/discovery/v1/page/${server.domain}`, server.assistantKey, {
        path,
      });
      const page = (await response.json()) as { path: string; content: string };
      assert.equal(page.path, 'guide/proxy');
      assert.match(page.content, /proxyUrl/);
    });
  }

  test('an answer can be rated, and rated again', async () => {
    const response = await post(
      `${server.url}/discovery/v2/assistant/${server.domain}/message`,
      server.assistantKey,
      question('How do I set a proxy?'),
    );
    const { messageId } = JSON.parse(/data: (\{"type":"start".*\})/.exec(await response.text())![1]!) as {
      messageId: string;
    };
    const url = `${server.url}/discovery/v1/feedback/${server.domain}`;
    assert.equal((await post(url, server.assistantKey, { messageId, helpful: true })).status, 201);
    assert.equal(
      (await post(url, server.assistantKey, { messageId, helpful: false, comment: 'wrong' })).status,
      201,
    );
    await assertError(
      await post(url, server.assistantKey, { messageId: 'msg_unknown', helpful: true }),
      404,
      'not_found',
    );
  });

  test('the OpenAPI 3.1 document describes every route with its errors', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { responses: object; parameters?: { name: string }[] }>>;
    };
    assert.equal(document.openapi, '3.1.0');
    const { routes } = await import('../../src/http/routes.ts');
    for (const route of routes) {
      const operation = document.paths[route.path]?.[route.method];
      assert.ok(operation, route.path);
      const refusals = route.key === 'none' ? [] : ['401', '404'];
      for (const status of [String(route.success.status), ...refusals, '403', '500'])
        assert.ok(status in operation.responses, `${route.path} ${status}`);
      const names = (operation.parameters ?? []).map(({ name }) => name);
      const isRepeatable = route.method === 'post' && route.key === 'admin';
      assert.equal(names.includes('Idempotency-Key'), isRepeatable, route.path);
    }
  });

  test('health and readiness', async () => {
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.deepEqual(await (await fetch(`${server.url}/readyz`)).json(), {
      status: 'ready',
      database: true,
      index: true,
      writable: true,
    });
    const ofProject = async (domain: string) =>
      (await fetch(`${server.url}/readyz?project=${domain}`)).status;
    assert.deepEqual([await ofProject(server.domain), await ofProject('nobody')], [200, 503]);
  });
});

describe('limits', () => {
  test('a limit of N admits exactly N under concurrency, shared by v1 and v2, and refuses with Retry-After', async () => {
    const server = await startServer({ settings: { DOCENT_LIMIT_ASSISTANT_PER_HOUR: '5' } });
    try {
      const [v1, v2] = endpoints;
      const invalid = await post(server.url + v2!.path(server.domain), server.assistantKey, {});
      assert.equal(invalid.status, 400, 'what is not valid is not counted');
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => {
          const { path, body } = i % 2 === 0 ? v1! : v2!;
          return post(server.url + path(server.domain), server.assistantKey, body);
        }),
      );
      assert.equal(responses.filter(({ status }) => status === 200).length, 5);
      const refused = responses.find(({ status }) => status === 429)!;
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.equal(refused.headers.get('ratelimit-remaining'), '0');
      await assertError(refused, 429, 'rate_limited');
    } finally {
      await server.close();
    }
  });

  test('X-Forwarded-For is ignored unless the peer is a trusted proxy', async () => {
    const server = await startServer({ settings: { DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1' } });
    try {
      const { path, body } = endpoints[1]!;
      const ask = (ip: string) =>
        post(server.url + path(server.domain), server.assistantKey, body, { 'x-forwarded-for': ip });
      assert.equal((await ask('198.51.100.1')).status, 200);
      assert.equal((await ask('198.51.100.2')).status, 429);
    } finally {
      await server.close();
    }
  });

  test('behind a trusted proxy each address has its own limit', async () => {
    const server = await startServer({
      settings: { DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '1', DOCENT_TRUSTED_PROXIES: '127.0.0.1, ::1' },
    });
    try {
      const { path, body } = endpoints[1]!;
      const ask = (ip: string) =>
        post(server.url + path(server.domain), server.assistantKey, body, { 'x-forwarded-for': ip });
      assert.equal((await ask('198.51.100.1')).status, 200);
      assert.equal((await ask('198.51.100.2')).status, 200);
      assert.equal((await ask('198.51.100.2')).status, 429);
    } finally {
      await server.close();
    }
  });
});
