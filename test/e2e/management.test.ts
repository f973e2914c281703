import { updateUser } from '../../src/store/users.ts';
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { newSetupLink } from '../../src/accounts/invitation.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { type SessionClient, sessionClient } from '../helpers/session-client.ts';
import { password, setUp, signedInAs } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const org = '/manage/v1/organizations/default';

describe('signing in', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ settings: { DOCENT_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  after(() => server.close());
  /** Each test comes from an address of its own, so that their tries do not add up. */
  const from = (address: string, browser: SessionClient) => (method: string, path: string, body?: unknown) =>
    browser.send(method, path, body, { 'x-forwarded-for': address });

  test('the set-up link makes the first owner once; an older one and a used one are over', async () => {
    const { store } = server.app;
    const organization = await ensureDefaultOrganization(store);
    const older = await newSetupLink(store, organization);
    const token = await newSetupLink(store, organization);
    const browser = sessionClient(server);
    const send = from('192.0.2.1', browser);
    assert.equal((await browser.get('/manage/v1/session')).body.needsSetup, true);
    const account = { name: 'Olga', email: 'Olga@Example.com', password };
    assert.equal(
      (await send('POST', '/manage/v1/invitation/accept', { token: older, ...account })).status,
      404,
    );
    const read = await send('POST', '/manage/v1/invitation/read', { token });
    assert.deepEqual([read.body.kind, read.body.role, read.body.email], ['setup', 'owner', null]);
    const accepted = await send('POST', '/manage/v1/invitation/accept', { token, ...account });
    assert.equal(accepted.status, 201);
    assert.equal(accepted.body.user.email, 'olga@example.com');
    assert.equal(accepted.body.organizations[0].role, 'owner');
    assert.match(
      accepted.headers.get('set-cookie')!,
      /^__Host-docent=ses_\w+; Path=\/; Secure; HttpOnly; SameSite=Lax/,
    );
    const again = { token, ...account, email: 'x@example.com' };
    assert.equal((await send('POST', '/manage/v1/invitation/accept', again)).status, 404);
    assert.equal((await browser.get('/manage/v1/session')).body.needsSetup, false);
    assert.equal(await newSetupLink(store, organization), null);
  });

  test('a wrong password and an unknown address get the same answer, and the sixth try in a minute a 429', async () => {
    const send = from('192.0.2.2', sessionClient(server));
    const attempt = (email: string) => send('POST', '/manage/v1/session', { email, password: 'wrong' });
    const wrong = await attempt('olga@example.com');
    const unknown = await attempt('nobody@example.com');
    assert.deepEqual(
      [wrong.status, wrong.body.code, wrong.body.message],
      [unknown.status, unknown.body.code, unknown.body.message],
    );
    assert.equal(wrong.body.code, 'wrong_credentials');
    const rest = [];
    for (let nth = 0; nth < 4; nth++) rest.push((await attempt('olga@example.com')).status);
    assert.deepEqual(rest, [401, 401, 401, 429]);
  });

  test('signing out ends the session, everywhere ends all, and a new password ends the others', async () => {
    const [first, second] = [sessionClient(server), sessionClient(server)];
    const credentials = { email: 'OLGA@example.com ', password };
    for (const browser of [first, second]) {
      assert.equal((await from('192.0.2.3', browser)('POST', '/manage/v1/session', credentials)).status, 200);
    }
    const stolen = first.cookie()!;
    assert.equal((await first.send('DELETE', '/manage/v1/session')).status, 204);
    assert.equal(first.cookie(), undefined);
    const replayed = await sessionClient(server).send('GET', org, undefined, { cookie: stolen });
    assert.equal(replayed.status, 401);
    await from('192.0.2.3', first)('POST', '/manage/v1/session', credentials);
    const changed = { password: { current: password, new: 'another long password' } };
    assert.equal((await from('192.0.2.4', first)('PATCH', '/manage/v1/user', changed)).status, 200);
    assert.equal((await first.get(org)).status, 200);
    assert.equal((await second.get(org)).status, 401);
    assert.equal((await first.send('DELETE', '/manage/v1/sessions')).status, 204);
    assert.equal((await first.get(org)).status, 401);
  });

  test('a session is refused to other sites, and to requests without the header that they cannot send', async () => {
    const { secret, userId } = await signedInAs(
      server,
      (await ensureDefaultOrganization(server.app.store)).id,
      'owner',
    );
    assert.ok(userId);
    const cookie = `__Host-docent=${secret}`;
    const send = (method: string, headers: Record<string, string>) =>
      fetch(server.url + org, {
        method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        ...(method === 'PATCH' && { body: '{}' }),
      });
    const code = async (answer: Response) => ((await answer.json()) as { code?: string }).code;
    for (const site of ['cross-site', 'same-site', 'none']) {
      assert.equal(await code(await send('GET', { 'sec-fetch-site': site })), 'cross_site_request', site);
    }
    assert.equal(await code(await send('PATCH', { 'sec-fetch-site': 'same-origin' })), 'cross_site_request');
    assert.equal(
      await code(await send('PATCH', { origin: 'https://evil.example', 'x-docent-request': '1' })),
      'cross_site_request',
    );
    assert.equal((await send('PATCH', { origin: server.url, 'x-docent-request': '1' })).status, 200);
    const signIn = await fetch(`${server.url}/manage/v1/session`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com', password }),
    });
    assert.equal(await code(signIn), 'cross_site_request');
  });

  test('an invitation works once, and gives the role that it says', async () => {
    const { id } = await ensureDefaultOrganization(server.app.store);
    const owner = await signedInAs(server, id, 'owner');
    const invited = await owner.send('POST', `${org}/invitations`, {
      email: 'Vera@example.com',
      role: 'viewer',
    });
    assert.equal(invited.status, 201);
    const token = new URL(invited.body.link).hash.slice(1);
    const vera = sessionClient(server);
    const accept = { token, name: 'Vera', password };
    assert.equal((await from('192.0.2.5', vera)('POST', '/manage/v1/invitation/accept', accept)).status, 201);
    assert.equal((await vera.get(org)).body.role, 'viewer');
    assert.equal(
      (await from('192.0.2.5', sessionClient(server))('POST', '/manage/v1/invitation/accept', accept)).status,
      404,
    );
    const members = (await owner.get(`${org}/members`)).body.items;
    const { userId } = members.find(({ name }: { name: string }) => name === 'Vera');
    await owner.send('PATCH', `${org}/members/${userId}`, { role: 'admin' });
    assert.equal((await vera.get(org)).body.role, 'admin');
    assert.equal((await owner.send('DELETE', `${org}/members/${userId}`)).status, 204);
    assert.equal((await vera.get(org)).status, 404);
  });

  test('the last owner stays', async () => {
    const { store } = server.app;
    const owner = await signedInAs(server, (await ensureDefaultOrganization(store)).id, 'owner');
    await updateUser(store, owner.userId, { operator: true });
    const made = await owner.send('POST', '/manage/v1/organizations', { name: 'Second one' });
    assert.equal(made.body.slug, 'second-one');
    const path = `/manage/v1/organizations/second-one/members/${owner.userId}`;
    assert.equal((await owner.send('PATCH', path, { role: 'viewer' })).status, 409);
    assert.equal((await owner.send('DELETE', path)).status, 409);
  });
});

describe('managing a project', () => {
  let server: TestServer;
  let owner: SessionClient;
  let project: string;
  before(async () => {
    server = await startServer({ settings: { DOCENT_FOLDERS: tmpdir() } });
    owner = await setUp(server);
    project = `/manage/v1/projects/${server.projectId}`;
  });
  after(() => server.close());

  test('a key is made with 90 days, shown once, works, and is refused once it is revoked', async () => {
    const made = await owner.send('POST', `${org}/keys`, {
      kind: 'assistant',
      name: 'Site',
      projectId: server.projectId,
    });
    assert.equal(made.status, 201);
    const days = (Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)) / 86_400_000;
    assert.equal(Math.round(days), 90);
    const search = () =>
      post(`${server.url}/discovery/v1/search/${server.domain}`, made.body.secret, { query: 'proxy' });
    assert.equal((await search()).status, 200);
    const listed = await owner.get(`${org}/keys`);
    assert.ok(!listed.text.includes(made.body.secret) && !listed.text.includes('hash'));
    assert.equal((await owner.send('DELETE', `${org}/keys/${made.body.id}`)).status, 204);
    assert.equal((await search()).status, 401);
    const again = (await owner.get(`${org}/keys`)).body.items.find(
      ({ id }: { id: string }) => id === made.body.id,
    );
    assert.equal(again.status, 'revoked');
  });

  test('no more than ten keys are made in an hour', async () => {
    const statuses = [];
    for (let nth = 0; nth < 10; nth++) {
      statuses.push(
        (await owner.send('POST', `${org}/keys`, { kind: 'admin', name: `k${nth}`, expiresInDays: 7 }))
          .status,
      );
    }
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 201), 429]);
  });

  test('a project is made, changed and deleted, and its folder must be an allowed one', async () => {
    const at = `${org}/projects`;
    const outside = await owner.send('POST', at, { name: 'x', sources: [{ kind: 'folder', path: '/etc' }] });
    assert.equal(outside.body.code, 'invalid_request');
    const made = await owner.send('POST', at, {
      name: 'My docs',
      sources: [{ kind: 'folder', path: server.docs }],
    });
    assert.equal(made.status, 201, made.text);
    const path = `/manage/v1/projects/${made.body.id}`;
    const changed = await owner.send('PATCH', path, {
      baseUrl: 'https://docs.example.com/',
      settings: { requireThreadKey: true },
    });
    assert.equal(changed.body.baseUrl, 'https://docs.example.com');
    assert.deepEqual((await owner.get(path)).body.settings, { requireThreadKey: true });
    assert.equal((await owner.send('PATCH', path, { settings: { nonsense: 1 } })).status, 400);
    assert.equal((await owner.get(`${at}?domain=${made.body.domain}`)).body.items.length, 1);
    assert.equal((await owner.send('DELETE', path)).status, 204);
    assert.equal((await owner.get(path)).status, 404);
  });

  test('a question becomes a conversation, its feedback and its usage', async () => {
    const ask = (text: string) =>
      post(`${server.url}/discovery/v2/assistant/${server.domain}/message`, server.assistantKey, {
        fp: 'someone',
        messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
      });
    const stream = await (await ask('How do I set a proxy?')).text();
    const messageId = /"messageId":"(msg_\w+)"/.exec(stream)![1];
    await (await ask('Which moon is the largest of Jupiter?')).text();
    const rated = await post(`${server.url}/discovery/v1/feedback/${server.domain}`, server.assistantKey, {
      messageId,
      helpful: false,
      comment: '=cmd()',
    });
    assert.equal(rated.status, 201);
    const { items } = (await owner.get(`${project}/conversations`)).body;
    assert.equal(items.length, 2);
    const list = async (query: string) =>
      (await owner.get(`${project}/conversations?${query}`)).body.items.map(
        ({ question }: { question: string }) => question,
      );
    assert.deepEqual(await list('text=jupit'), ['Which moon is the largest of Jupiter?']);
    assert.deepEqual(await list('status=unanswered'), ['Which moon is the largest of Jupiter?']);
    assert.deepEqual(await list('status=unanswered,partial'), ['Which moon is the largest of Jupiter?']);
    assert.equal((await owner.get(`${project}/conversations?status=unanswered,some`)).status, 400);
    assert.deepEqual(await list('status=answered'), ['How do I set a proxy?']);
    assert.deepEqual(await list('feedback=unhelpful'), ['How do I set a proxy?']);
    assert.deepEqual(await list('dateTo=2020-01-01'), []);
    const { threadId } = items.find(({ unhelpful }: { unhelpful: number }) => unhelpful === 1);
    const transcript = (await owner.get(`${project}/conversations/${threadId}`)).body;
    assert.equal(transcript.turns[0].feedback.comment, '=cmd()');
    assert.equal(transcript.turns[0].caller, 'api');
    assert.ok(transcript.turns[0].sources.length > 0);
    const usage = (await owner.get(`${org}/usage`)).body;
    assert.deepEqual(
      [usage.totals.answers, usage.totals.unanswered, usage.totals.unhelpful, usage.days.length],
      [2, 1, 1, 31],
    );
    assert.equal((await owner.get(`${project}/feedback?helpful=true`)).body.items.length, 0);
    assert.equal((await owner.get(`${project}/feedback?helpful=false`)).body.items[0].threadId, threadId);
    assert.equal((await owner.send('DELETE', `${project}/conversations/${threadId}`)).status, 204);
    assert.deepEqual(await list('text=proxy'), []);
    assert.equal((await owner.get(`${project}/feedback`)).body.items.length, 0, 'feedback goes with it');
    assert.equal((await owner.get(`${org}/usage`)).body.totals.answers, 2);
  });

  test('everything that one fp asked is deleted at once', async () => {
    for (const fp of ['gone', 'gone', 'stays']) {
      const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy?' }] }];
      const path = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
      await (await post(path, server.assistantKey, { fp, messages })).text();
    }
    const at = `${project}/conversations`;
    assert.equal((await owner.send('DELETE', at)).status, 400);
    assert.deepEqual((await owner.send('DELETE', `${at}?fp=gone`)).body, { deleted: 2 });
    assert.deepEqual((await owner.send('DELETE', `${at}?fp=gone`)).body, { deleted: 0 });
    assert.equal((await owner.get(`${at}?fp=gone`)).body.items.length, 0);
    assert.equal((await owner.get(`${at}?fp=stays`)).body.items.length, 1);
    assert.doesNotMatch((await owner.get(`${org}/audit`)).text, /gone/, 'the log does not keep who it was');
    await owner.send('DELETE', `${at}?fp=stays`);
  });

  test('a session asks the assistant, too', async () => {
    const answer = await owner.send('POST', `/discovery/v2/assistant/${server.domain}/message`, {
      fp: 'playground',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy?' }] }],
    });
    assert.equal(answer.status, 200);
    assert.match(answer.text, /\[DONE\]/);
  });

  test('pages of a list are handed on by cursor, and what is not a cursor is refused', async () => {
    const first = (await owner.get(`${org}/keys?limit=2`)).body;
    assert.equal(first.items.length, 2);
    const second = (await owner.get(`${org}/keys?limit=2&cursor=${first.nextCursor}`)).body;
    assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 4);
    assert.equal((await owner.get(`${org}/keys?cursor=nonsense`)).status, 400);
    assert.equal((await owner.get(`${org}/keys?limit=101`)).status, 400);
  });

  test('deployments are listed, one with its log', async () => {
    const { items } = (await owner.get(`${project}/deployments`)).body;
    assert.equal(items[0].current, true);
    assert.ok(Array.isArray((await owner.get(`${project}/deployments/${items[0].id}`)).body.logs));
  });

  test('the plan is changed by the operator and holds at once', async () => {
    const changed = await owner.send('PATCH', `${org}/plan`, {
      creditsPerMonth: 100,
      limits: { searchPerHour: 7 },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual([changed.body.credits.perMonth, changed.body.credits.left <= 100], [100, true]);
    const search = changed.body.limits.find(({ name }: { name: string }) => name === 'searchPerHour');
    assert.equal(search.limit, 7);
    assert.equal((await owner.send('PATCH', `${org}/plan`, { limits: { nonsense: 1 } })).status, 400);
    const back = await owner.send('PATCH', `${org}/plan`, {
      creditsPerMonth: null,
      limits: { searchPerHour: null },
    });
    assert.equal(back.body.credits.perMonth, null);
    assert.equal(
      back.body.limits.find(({ name }: { name: string }) => name === 'searchPerHour').limit,
      10_000,
    );
  });

  test('the overview shows the index, the last deployment and today', async () => {
    const { body } = await owner.get(`${project}/overview`);
    assert.equal(body.index.status, 'ready');
    assert.ok(body.index.pages > 0 && body.index.sections > 0);
    assert.equal(body.lastDeployment.status, 'success');
    assert.ok(body.today.answers >= 2 && body.firstText.p50Ms !== null);
    assert.equal(body.last30Days.days.length, 30);
    const { team: _, ...done } = body.setUp;
    assert.deepEqual(done, { deployed: true, address: false, model: false, tag: false, asked: true });
  });

  test('the live index shows its pages, and a page section by section', async () => {
    const { body } = await owner.get(`${project}/index/pages?text=proxy`);
    assert.equal(body.total, body.items.length);
    const [page] = body.items;
    const read = (await owner.get(`${project}/index/page?path=${encodeURIComponent(page.path)}`)).body;
    assert.equal(read.title, page.title);
    assert.ok(read.file !== '' && read.sections.length > 0 && read.sections[0].text !== '');
    assert.equal((await owner.get(`${project}/index/page?path=nowhere`)).status, 404);
  });

  test('unanswered questions become gaps, which a person dismisses', async () => {
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    const { items } = (await owner.get(`${project}/gaps`)).body;
    assert.equal(items[0].label, 'Which moon is the largest of Jupiter?');
    assert.equal(items[0].trend.at(-1), 1);
    assert.match(items[0].jobPrompt, /Which moon is the largest of Jupiter\?/);
    const gap = (await owner.get(`${project}/gaps/${items[0].id}`)).body;
    assert.equal(gap.questions[0].status, 'unanswered');
    assert.equal(
      (await owner.send('PATCH', `${project}/gaps/${gap.id}`, { status: 'dismissed' })).status,
      200,
    );
    assert.deepEqual((await owner.get(`${project}/gaps`)).body.items, []);
    assert.equal((await owner.get(`${project}/gaps?status=dismissed`)).body.items.length, 1);
    assert.equal(await groupProject(server.app.store, server.projectId, async () => wordVectors), 0);
    await owner.send('DELETE', `${project}/conversations/${gap.questions[0].threadId}`);
    assert.equal((await owner.get(`${project}/gaps/${gap.id}`)).status, 404);
  });

  test('analytics come by page with an admin key, dateTo is exclusive, and 100 an hour are admitted', async () => {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${server.adminKey}` };
      const answer = await fetch(`${server.url}/v1/analytics/${server.projectId}/${path}`, { headers });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
    };
    const first = (await get('assistant?limit=1')).body;
    assert.deepEqual([first.conversations.length, first.conversations[0].resolutionStatus], [1, 'answered']);
    const [{ timestamp, threadId }] = first.conversations;
    assert.equal((await get(`assistant?dateFrom=${timestamp}`)).body.conversations.length, 1);
    assert.ok(
      !(await get(`assistant?dateTo=${timestamp}`)).body.conversations.some(
        (turn: any) => turn.threadId === threadId,
      ),
    );
    assert.equal((await get(`assistant/threads/${threadId}`)).body.messages.length, 1);
    const { total, api, web } = (await get('assistant/caller-stats')).body;
    assert.deepEqual([total, web], [api, 0]);
    const { searches, totalSearches } = (await get('searches')).body;
    assert.deepEqual([searches[0].searchQuery, totalSearches], ['proxy', 1]);
    assert.deepEqual((await get('feedback')).body.feedback, []);
    assert.deepEqual((await get('feedback/by-page')).body, { feedback: [], hasMore: false });
    const rest = await Promise.all(Array.from({ length: 100 }, () => get('assistant/caller-stats')));
    assert.equal(rest.filter(({ status }) => status === 200).length, 100 - 8);
    assert.ok(rest.find(({ status }) => status === 429)!.headers.has('retry-after'));
  });

  test('the API reference is a page without script, and escapes what it shows', async () => {
    const answer = await fetch(`${server.url}/reference`);
    const page = await answer.text();
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/);
    assert.doesNotMatch(page, /<script|https?:\/\/(?!docs\.example)/);
    assert.ok(page.includes('/manage/v1/organizations/{organization}/keys'));
  });

  test('every change left an entry in the audit log, without a secret', async () => {
    const { text, body } = await owner.get(`${org}/audit?limit=100`);
    const actions = new Set(body.items.map(({ action }: { action: string }) => action));
    for (const action of [
      'member.join',
      'session.sign-in',
      'key.create',
      'key.revoke',
      'project.create',
      'project.update',
      'project.delete',
      'conversation.delete',
    ]) {
      assert.ok(actions.has(action), action);
    }
    assert.doesNotMatch(text, /svc_(dsc_)?\w{30}|ses_|inv_|argon2|a long enough password/);
    assert.equal(body.items[0].actor.name, 'Olga Owner');
  });
});
