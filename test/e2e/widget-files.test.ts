// How the widget is served: to pages of other sites, and as a page of its own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { closeAskPage } from '../../src/accounts/ask-page-key.ts';
import { findProjectByDomain } from '../../src/store/projects.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const loaderBytes = 2_204;
const bytesUntilAnswer = 37 * 1_024;

describe('the widget’s files', () => {
  let server: TestServer;
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
  const sizeOf = async (path: string) =>
    (await server.app.widget.file(path.replace(/^\/(-\/widget\/)?/, ''))!.encoded.gzip()).length;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  test('the loader is there for every site, is small, and is not sent twice', async () => {
    const answer = await get('/widget.js');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const etag = answer.headers.get('etag')!;
    for (const known of [etag, `W/${etag}`])
      assert.equal((await get('/widget.js', { 'if-none-match': known })).status, 304);
    assert.ok((await sizeOf('/widget.js')) <= loaderBytes);
  });

  test('what it loads at the first opening is named by its content and kept forever', async () => {
    const [panel] = /panel-[\w-]+\.js/.exec(await (await get('/widget.js')).text())!;
    const answer = await get(`/-/widget/${panel}`);
    assert.match(answer.headers.get('cache-control')!, /immutable/);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(answer.headers.get('etag'));
    const all = (await sizeOf('/widget.js')) + (await sizeOf(panel));
    assert.ok(all <= bytesUntilAnswer, `${all} bytes until the first answer`);
    const code = await answer.text();
    assert.doesNotMatch(code, /\beval\(|new Function/);
    // It is all in one file: nothing else is counted because nothing else is loaded with it.
    assert.doesNotMatch(code, /\b(import|from) ?["'`]\.\//);
  });

  test('a page that knows a file of an earlier build gets the one of now', async () => {
    const answer = await get('/-/widget/panel-00000000.js');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    for (const name of ['none-00000000.js', 'widget.ts', '..%2Fpackage.json'])
      assert.equal((await get(`/-/widget/${name}`)).status, 404, name);
  });

  test('says how it looks, and from which docs it answers', async () => {
    const admin = { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' };
    const path = `${server.url}/manage/v1/projects/${server.projectId}`;
    const patch = (appearance: object) =>
      fetch(path, { method: 'PATCH', headers: admin, body: JSON.stringify({ settings: { appearance } }) });
    assert.equal((await patch({ color: 'red; background: url(x)' })).status, 400);
    assert.equal((await patch({ logo: 'javascript:alert(1)' })).status, 400);
    assert.equal((await patch({ support: 'javascript:alert(1)' })).status, 400);
    assert.equal((await patch({ color: '#aa0000', starters: ['How do I install it?'] })).status, 200);
    const url = `/discovery/v1/appearance/${server.domain}`;
    assert.equal((await get(url)).status, 401);
    const answer = await get(url, { authorization: `Bearer ${server.assistantKey}` });
    const { color, starters, docs } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual({ color, starters }, { color: '#aa0000', starters: ['How do I install it?'] });
    assert.ok(Date.parse((docs as { deployedAt: string }).deployedAt) > 0);
  });

  test('a key has a budget of its own, for all and for each address', async () => {
    const admin = { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' };
    const keys = `${server.url}/manage/v1/organizations/default/keys`;
    const made = await fetch(keys, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({ kind: 'assistant', name: 'Site', projectId: server.projectId }),
    });
    const { id, secret } = (await made.json()) as { id: string; secret: string };
    const setBudget = (budget: object) =>
      fetch(`${keys}/${id}`, { method: 'PATCH', headers: admin, body: JSON.stringify({ budget }) });
    const ask = async (key: string) => {
      const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
      const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'What is Harbour?' }] }];
      const answer = await post(url, key, { fp: 'anonymous', messages });
      await answer.text();
      return answer;
    };
    assert.equal((await setBudget({ answersPerDay: 0 })).status, 400);
    assert.equal((await setBudget({ answersPerDay: 3, answersPerReaderPerDay: 2 })).status, 200);
    assert.deepEqual([(await ask(secret)).status, (await ask(secret)).status], [200, 200]);
    const refused = await ask(secret);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit-policy')!, /"answersPerReaderPerDay";q=2;w=86400/);
    // What is refused takes nothing of the key's budget.
    await setBudget({ answersPerDay: 3 });
    assert.deepEqual([(await ask(secret)).status, (await ask(secret)).status], [200, 429]);
    assert.equal((await ask(server.assistantKey)).status, 200);
  });

  test('has a public page, until that is closed', async () => {
    const path = `/ask/${server.domain}`;
    const answer = await get(path);
    assert.equal(answer.status, 200);
    const policy = answer.headers.get('content-security-policy')!;
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    const page = await answer.text();
    const [, key] = / key="(svc_dsc_\w+)"/.exec(page)!;
    assert.notEqual(key, server.assistantKey);
    assert.equal((await get('/ask/none')).status, 404);
    const slash = await fetch(`${server.url}${path}/?q=proxy`, { redirect: 'manual' });
    const location = slash.headers.get('location')!;
    assert.equal(slash.status, 301);
    assert.equal(new URL(location, slash.url).href, `${server.url}${path}?q=proxy`);
    assert.doesNotMatch(location, /^\/|:/, 'a proxy may have a path before ours');

    const project = (await findProjectByDomain(server.app.store, server.domain))!;
    await closeAskPage(server.app.store, project);
    assert.equal((await get(path)).status, 404);
    const look = await get(`/discovery/v1/appearance/${server.domain}`, { authorization: `Bearer ${key}` });
    assert.equal(look.status, 401);
  });
});
