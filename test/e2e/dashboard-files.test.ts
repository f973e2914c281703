// How the dashboard is served: what a browser gets at which address, and under which policy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startServer, type TestServer } from '../helpers/server.ts';

describe('the dashboard’s files', () => {
  let server: TestServer;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  test('until they are built, every page says so and reloads', async () => {
    const answer = await get('/default/docs');
    assert.equal(answer.status, 503);
    const page = await answer.text();
    assert.match(page, /http-equiv="refresh"/);
    assert.match(page, /is being built/);
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(page, /<script/);
    await server.app.dashboard.prepare();
    assert.equal((await get('/default/docs')).status, 200);
  });

  test('a page may load files of this server only, and runs no script that stands in it', async () => {
    const answer = await get('/');
    const policy = answer.headers.get('content-security-policy')!;
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), rule);
    assert.doesNotMatch(policy, /unsafe|https?:|data:|\*/);
    const page = await answer.text();
    for (const [, attributes, inside] of page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
      assert.match(attributes!, /src="\/-\/assets\//);
      assert.equal(inside, '');
    }
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
  });

  test('what a page loads is compressed, kept by browsers and not sent twice', async () => {
    const [, script] = /src="(\/-\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())!;
    const answer = await get(script!, { 'accept-encoding': 'br' });
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
    assert.match(answer.headers.get('cache-control')!, /immutable/);
    const etag = answer.headers.get('etag')!;
    assert.equal((await get(script!, { 'if-none-match': etag })).status, 304);
  });

  test('only built files are there to be had', async () => {
    for (const path of ['/-/assets/none.js', '/-/assets/..%2Findex.html', '/-/assets/..%5c..%5cpackage.json'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('below the addresses of the API, and for programs anywhere, an unknown address is a JSON 404', async () => {
    for (const path of ['/manage/v1/none', '/v1/none', '/discovery/none', '/.well-known/none']) {
      const answer = await get(path);
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
    }
    assert.equal((await get('/default/docs', { accept: 'application/json' })).status, 404);
    const posted = await fetch(`${server.url}/default/docs`, {
      method: 'POST',
      headers: { accept: 'text/html' },
    });
    assert.equal(posted.status, 404);
  });

  test('no key and no set-up token stands in what everyone can load', async () => {
    const [, script] = /src="(\/-\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())!;
    const loaded = (await (await get('/')).text()) + (await (await get(script!)).text());
    assert.doesNotMatch(loaded, /svc_(dsc_)?[0-9A-Za-z]{20,}/);
    assert.ok(!loaded.includes(server.projectId));
  });
});
