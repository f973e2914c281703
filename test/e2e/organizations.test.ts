import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { deploy } from '../../src/deployments/deploy.ts';
import { routes } from '../../src/http/routes.ts';
import { openRoutes } from '../helpers/open-routes.ts';
import type { SessionClient } from '../helpers/session-client.ts';
import { setUp } from '../helpers/people.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const org = '/manage/v1/organizations/default';

let server: TestServer;
let owner: SessionClient;
before(async () => {
  server = await startServer();
  owner = await setUp(server);
});
after(() => server.close());
const project = () => `/manage/v1/projects/${server.projectId}`;

test('an organization is not a page of the server, and is deleted by whoever types its name', async () => {
  const at = '/manage/v1/organizations';
  const pages = [...routes.map(({ path }) => path), ...openRoutes].map((path) => path.split('/')[1]!);
  for (const slug of new Set([...pages, 'setup', 'invite', 'sign-in', 'mcp', 'metrics', 'v7', '-'])) {
    const refused = await owner.send('POST', at, { name: 'x', slug });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], slug);
  }
  const made = await owner.send('POST', at, { name: 'Second', slug: 'second' });
  assert.equal(made.status, 201, made.text);
  const first = (await owner.get(`${at}?limit=1`)).body;
  assert.deepEqual([first.items.length, first.items[0].slug], [1, 'default']);
  const rest = (await owner.get(`${at}?limit=1&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([rest.items[0].slug, rest.nextCursor], ['second', null]);
  assert.equal((await owner.send('DELETE', `${at}/second`, { name: 'second' })).status, 400);
  assert.equal((await owner.send('DELETE', `${at}/second`, { name: 'Second' })).status, 204);
  assert.equal((await owner.get(`${at}/second`)).status, 404);
  const own = (await owner.get(`${at}/default`)).body;
  assert.equal((await owner.send('DELETE', `${at}/default`, { name: own.name })).status, 409);
});

test('a deleted organization leaves no files', async (context) => {
  const { app } = server;
  const { body } = await owner.send('POST', '/manage/v1/organizations', { name: 'Third', slug: 'third' });
  const repository = join(await temporaryFolder(context), 'docs.git');
  await commitFiles(repository, { 'index.md': '# Third\n' });
  const projectIds: string[] = [];
  for (const name of ['one', 'two']) {
    const sources = [{ kind: 'git', url: `file://${repository}`, trusted: true } as const];
    const made = await createProject(app.store, { organizationId: body.id, name, sources });
    await deploy(app, made);
    projectIds.push(made.id);
  }
  const clones = async () =>
    (await readdir(app.sources.sourceFolder)).filter((name) => projectIds.includes(name));
  const indexes = async () => (await readdir(app.indexFolder)).filter((name) => name.endsWith('.sqlite'));
  const before = await indexes();
  assert.equal((await clones()).length, 2);
  assert.equal((await owner.send('DELETE', '/manage/v1/organizations/third', { name: 'Third' })).status, 204);
  assert.deepEqual(await clones(), []);
  assert.equal((await indexes()).length, before.length - 2);
});

test('a double click makes one key, project and invitation, and both clicks get it', async () => {
  const made = {
    keys: { kind: 'admin', name: 'twice' },
    projects: { name: 'twice', sources: [{ kind: 'pushed' }] },
    invitations: { email: 'twice@example.com', role: 'viewer' },
  };
  for (const [what, body] of Object.entries(made)) {
    const click = (more = {}) =>
      owner.send('POST', `${org}/${what}`, { ...body, ...more }, { 'idempotency-key': 'click' });
    const [first, second] = await Promise.all([click(), click()]);
    assert.deepEqual([first.status, second.status], [201, 201], first.text);
    assert.equal(second.text, first.text);
    const { items } = (await owner.get(`${org}/${what}`)).body;
    assert.equal(items.filter((item: object) => JSON.stringify(item).includes('twice')).length, 1, what);
    assert.equal((await click({ role: 'admin', name: 'other' })).body.code, 'conflict');
  }
});

test('a change that the audit log cannot take is not made', async () => {
  const { body: key } = await owner.send('POST', `${org}/keys`, { kind: 'admin', name: 'kept' });
  const { db } = server.app.store;
  await sql`create trigger full before insert on "auditEntries" begin select raise(abort, 'full'); end`.execute(
    db,
  );
  assert.equal((await owner.send('DELETE', `${org}/keys/${key.id}`)).status, 500);
  await sql`drop trigger full`.execute(db);
  const { items } = (await owner.get(`${org}/keys`)).body;
  assert.equal(items.find(({ id }: { id: string }) => id === key.id).status, 'active');
  assert.equal((await owner.send('DELETE', `${org}/keys/${key.id}`)).status, 204);
});

async function askAndSearch(): Promise<void> {
  const { url, domain, assistantKey, app, projectId } = server;
  for (const text of ['How do I set a proxy?', 'Which moon is the largest of Jupiter?', 'What is a lock?']) {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }];
    const path = `${url}/discovery/v2/assistant/${domain}/message`;
    await (await post(path, assistantKey, { fp: 'me', messages })).text();
    await post(`${url}/discovery/v1/search/${domain}`, assistantKey, { query: text });
  }
  await groupProject(app.store, projectId, async () => wordVectors);
}

test('every list says how many there are, and is a file for spreadsheets, too', async () => {
  await askAndSearch();
  const lists = {
    '/manage/v1/organizations': /^id,slug,name,role,/,
    '/manage/v1/operator/organizations': /^id,slug,name,plan,/,
    [`${org}/projects`]: /^id,name,domain,/,
    [`${project()}/feedback`]: /^id,threadId,messageId,helpful,/,
    [`${org}/members`]: /^name,email,role,/,
    [`${org}/invitations`]: /^email,role,/,
    [`${org}/keys`]: /^name,kind,hint,/,
    [`${org}/audit`]: /^createdAt,actor,action,target,/,
    [`${project()}/conversations`]: /^threadId,question,/,
    [`${project()}/topics`]: /^id,label,count,before,/,
    [`${project()}/gaps`]: /^id,label,count,unanswered,before,/,
    [`${project()}/searches`]: /^query,count,before,/,
    [`${project()}/page-use`]: /^url,title,path,cited,/,
    [`${project()}/eval-questions`]: /^question,expected,/,
    [`${project()}/deployments`]: /^id,status,cause,/,
    [`${project()}/triggers`]: /^createdAt,kind,subject,/,
    [`${project()}/index/pages`]: /^title,path,url/,
    [`/v2/agent/${server.projectId}/jobs`]: /^id,status,title,/,
  };
  for (const [list, head] of Object.entries(lists)) {
    const { total } = (await owner.get(list)).body;
    const { status, text } = await owner.get(`${list}?format=csv`);
    assert.equal(status, 200, text);
    assert.match(text, head);
    assert.equal(typeof total, 'number', list);
    assert.doesNotMatch(text, /undefined|\[object/, list);
    assert.ok(text.split('\r\n').length - 2 >= total, `${list}: ${text}`);
  }
});

test('a place in a list is where something can be: a fraction of a time is none', async () => {
  const lists = routes.filter(({ method, filter }) => method === 'get' && filter instanceof z.ZodObject && 'cursor' in filter.shape); // prettier-ignore
  assert.ok(lists.length > 10);
  for (const { path } of lists) {
    const known = path.replace('{organization}', 'default').replace('{projectId}', server.projectId);
    // The pages with most ratings have no further page.
    if (known.includes('{') || path.endsWith('/by-page')) continue;
    for (const place of [[1.5, 'x'], [1.5, 1, 'x'], [1, 1.5, 'x'], ['x']]) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      assert.equal(
        (await owner.get(`${known}?cursor=${cursor}`)).status,
        400,
        `${path} ${JSON.stringify(place)}`,
      );
    }
  }
});

test('lists are sorted by what is asked for, and compared with the period before', async () => {
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const sorts = {
    conversations: ['recent', 'oldest', 'turns', 'unanswered', 'unhelpful', 'cost'],
    gaps: ['unanswered', 'count', 'growth', 'recent'],
    topics: ['count', 'unanswered', 'unhelpful', 'growth'],
    searches: ['count', 'withoutResults', 'recent', 'query'],
    'page-use': ['cited', 'found', 'helpful', 'unhelpful', 'unanswered', 'never'],
  };
  for (const [list, orders] of Object.entries(sorts))
    for (const sort of orders) {
      const path = `${project()}/${list}?sort=${sort}&dateFrom=${day}&limit=1`;
      const { status, body } = await owner.get(path);
      assert.equal(status, 200, path);
      if (body.nextCursor === null) continue;
      const next = await owner.get(`${path}&cursor=${body.nextCursor}`);
      assert.equal(next.status, 200, path);
      assert.notDeepEqual(next.body.items, body.items, path);
    }
  const conversations = (await owner.get(`${project()}/conversations?dateFrom=${day}`)).body;
  assert.deepEqual([conversations.total > 0, conversations.totalBefore], [true, 0]);
  assert.equal((await owner.get(`${project()}/conversations?sort=colour`)).status, 400);
  const { nextCursor } = (await owner.get(`${project()}/conversations?limit=1`)).body;
  const other = await owner.get(`${project()}/conversations?sort=cost&cursor=${nextCursor}`);
  assert.equal(other.status, 400, 'the cursor of another order');
});
