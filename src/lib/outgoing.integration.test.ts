import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { createApiClient } from '../cli/api-client.ts';
import { gitAccess } from '../deployments/git-access.ts';
import { s3Files } from '../files/s3-files.ts';
import { openRemote } from '../forges/open-remote.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import { askModel } from '../models/ask-model.ts';
import { openModels } from '../models/registry.ts';
import { createMailer } from '../notify/mail.ts';
import { sendWebhook } from '../notify/webhook.ts';
import { openEmbedder } from '../retrieval/embedding/open-embedder.ts';
import { followProxies, proxyFor } from './outgoing.ts';
import { openPublicFetcher } from './public-fetch.ts';

/** What the proxy was asked for. It has one page for all names, and opens no tunnels. */
const asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(new URL(request.url!).host);
  response.end('page');
});
proxy.on('connect', (request, socket) => {
  asked.push(request.url!);
  socket.on('error', () => {});
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});

before(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  followProxies({
    http: url,
    https: url,
    none: ['none.example', '.inner.example', '10.0.0.0/8', 'port.example:8080'],
  });
});
after(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test('NO_PROXY names hosts, what ends in them, ranges and ports; this machine needs no name', () => {
  const isProxied = (url: string) => proxyFor(new URL(url)) !== null;
  for (const url of [
    'https://a.example',
    'http://notnone.example',
    'https://port.example',
    'smtp://mail.example',
  ])
    assert.ok(isProxied(url), url);
  for (const url of [
    'https://none.example',
    'https://a.none.example.',
    'http://x.inner.example',
    'http://10.1.2.3',
    'http://port.example:8080',
    'http://localhost:1',
    'http://127.0.0.1:11434',
    'http://[::1]:1',
    'ssh://git.example',
  ])
    assert.ok(!isProxied(url), url);
});

test('every kind of request to another machine asks the proxy, and resolves no name itself', async () => {
  const { signal } = new AbortController();
  const access = (name: string) => ({ key: 'k', url: `https://${name}.corp.example/v1` });
  const names = ['openai/m', 'anthropic/m', 'google/m', 'compatible/m'];
  const models = await openModels(
    {
      names,
      access: Object.fromEntries(names.map((name) => [name.split('/')[0], access(name.split('/')[0]!)])),
      maxOutputTokens: 10,
      promptCaching: false,
    },
    () => [],
  );
  const embedder = await openEmbedder({
    name: 'compatible/m',
    access: { compatible: access('embedder') },
    folder: '/nowhere',
  });
  const forges = { github: null, gitlab: { url: 'https://gitlab.corp.example', token: 'x' }, gitea: null };
  const accounts = { forges, credentials: {}, ssh: null, privateHosts: [] };
  const s3 = s3Files({
    bucket: 'b',
    prefix: '',
    endpoint: 'https://s3.corp.example',
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
  });
  const message = { type: 'test', subject: 's', text: 't', url: 'https://a.example' } as never;
  const requests: [string, () => Promise<unknown>][] = [
    ...models.map((model): [string, () => Promise<unknown>] => [
      `${model.provider}.corp.example:443`,
      () => askModel(model, 's', 'p', signal),
    ]),
    ['embedder.corp.example:443', () => embedder!.embedQuery('q')],
    ['s3.corp.example:443', () => s3.remove('x')],
    [
      'gitlab.corp.example:443',
      async () => (await openRemote('https://gitlab.corp.example/a/b', forges)).inspect(),
    ],
    ['git.corp.example:443', async () => resolveRef(await gitAccess({ kind: 'git', url: 'https://git.corp.example/a/b' }, accounts), null)], // prettier-ignore
    ['mail.corp.example:587', () => createMailer('smtp://mail.corp.example:587', 'a@b.example')('c@d.example', message)], // prettier-ignore
    ['hook.corp.example:443', () => sendWebhook({ url: 'https://hook.corp.example/', secret: 'whsec_AAAA', at: 0, privateHosts: [] }, message)], // prettier-ignore
    ['server.corp.example:443', () => createApiClient('https://server.corp.example', 'k').send('GET', '/')],
  ];
  for (const [host, send] of requests) {
    await assert.rejects(send(), host);
    assert.ok(asked.includes(host), `${host} is not among ${asked.join(', ')}`);
  }
  s3.close();
});

test('pages come by the proxy, and what is not public is refused as without one', async (context) => {
  const fetcher = openPublicFetcher([], 1);
  context.after(() => fetcher.close());
  const get = (url: string) => fetcher.get(new URL(url), { maxBytes: 100 });
  assert.equal((await get('http://docs.corp.example/')).body?.toString(), 'page');
  const before = asked.length;
  for (const url of [
    'http://localhost/',
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://printer.local/',
  ])
    assert.match((await refusalOf(get(url))).message, /not on the public internet/, url);
  assert.equal(asked.length, before);
});
