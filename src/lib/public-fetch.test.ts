import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { type TestContext, test } from 'node:test';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { startWebSite, type WebPage } from '../../test/helpers/web-site.ts';
import { openPublicFetcher } from './public-fetch.ts';

async function scene(context: TestContext, pages: Record<string, WebPage>) {
  const site = await startWebSite(context, () => pages);
  const fetcher = openPublicFetcher(['127.0.0.1'], 1);
  context.after(() => fetcher.close());
  const get = (path: string) => fetcher.get(new URL(path, site.url), { maxBytes: 1000 });
  return { site, get };
}

test('A redirect is checked like any address', async (context) => {
  const to = (location: string): WebPage => ({ status: 302, headers: { location } });
  const { get } = await scene(context, {
    '/good': to('/end'),
    '/end': 'end',
    '/name': to('http://localhost:1/'),
    '/private': to('http://10.0.0.1/'),
    '/metadata': to('http://[fd00:ec2::254]/'),
    '/file': to('file:///etc/passwd'),
    '/secret': to('http://user:pass@127.0.0.1/'),
    '/round': to('/round'),
  });
  const { url, body } = await get('/good');
  assert.deepEqual([url.pathname, body?.toString()], ['/end', 'end']);
  for (const [path, sentence] of [
    ['/name', /Only the ports/],
    ['/private', /not on the public internet/],
    ['/metadata', /not on the public internet/],
    ['/file', /Only http/],
    ['/secret', /must not hold/],
    ['/round', /redirects too often/],
  ] as const)
    assert.match((await refusalOf(get(path))).message, sentence, path);
});

test('A name that leads to this machine is refused where the connection is made', async (context) => {
  const site = await startWebSite(context, () => ({ '/': 'secret' }));
  const fetcher = openPublicFetcher(['localhost.localdomain'], 1);
  context.after(() => fetcher.close());
  const url = new URL('http://localhost/');
  assert.match((await refusalOf(fetcher.get(url, { maxBytes: 10 }))).message, /not on the public internet/);
  assert.deepEqual(site.requests, []);
});

test('A body that is larger than asked for is not read, packed or not', async (context) => {
  const { get } = await scene(context, {
    '/large': 'x'.repeat(1001),
    '/bomb': { body: gzipSync(Buffer.alloc(10_000_000)), headers: { 'content-encoding': 'gzip' } },
    '/fits': 'x'.repeat(1000),
  });
  assert.equal((await get('/large')).body, null);
  assert.equal((await get('/bomb')).body, null);
  assert.equal((await get('/fits')).body?.length, 1000);
});
