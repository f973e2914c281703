import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listDeployments } from '../../src/store/deployments.ts';
import { findProjectSecrets } from '../../src/store/project-secrets.ts';
import { ask, ended, found, githubPush } from '../helpers/deployments.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

async function hooked(t: TestContext): Promise<TestServer & { secret: string }> {
  const server = await startServer();
  t.after(() => server.close());
  return { ...server, secret: await newSecret(server) };
}

async function newSecret(server: TestServer): Promise<string> {
  const { status, body } = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/webhook`);
  assert.equal(status, 201);
  assert.equal(body.url, `${server.url}/v1/webhooks/${server.projectId}`);
  assert.match(body.secret, /^whsec_[0-9A-Za-z]{32}$/);
  return body.secret;
}

const answerOf = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as any,
});
const deploymentsOf = async ({ app, projectId }: TestServer) =>
  (await listDeployments(app.store, { projectId, limit: 50 })).length;

test('a push to the branch of the docs deploys them, and the log says who it was', async (t) => {
  const server = await hooked(t);
  await writeFile(join(server.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
  const { status, body } = await answerOf(await githubPush(server, server.secret));
  assert.deepEqual([status, body.action], [202, 'deploy']);
  const deployment = await ended(server, body.statusId);
  assert.deepEqual([deployment.status, deployment.cause], ['success', 'push']);
  assert.deepEqual(await found(server, 'kraken'), ['kraken']);
  const { body: audit } = await ask(server, 'GET', '/manage/v1/organizations/default/audit');
  const entry = audit.items.find(({ action }: { action: string }) => action === 'webhook.deploy');
  assert.deepEqual([entry.actor.kind, entry.actor.name], ['system', 'GitHub webhook']);
  assert.doesNotMatch(JSON.stringify(audit), /whsec_/);
});

test('a delivery that comes again deploys nothing again', async (t) => {
  const server = await hooked(t);
  const before = await deploymentsOf(server);
  const answers = await Promise.all(Array.from({ length: 5 }, () => githubPush(server, server.secret)));
  const actions = await Promise.all(answers.map(async (one) => (await answerOf(one)).body.action));
  assert.deepEqual(actions.sort(), ['deploy', 'none', 'none', 'none', 'none']);
  assert.equal(await deploymentsOf(server), before + 1);
});

test('events of a read-only repository start jobs by signed deliveries of every forge; its pushes deploy nothing', async (t) => {
  const server = await hooked(t);
  const { projectId, url } = server;
  const code = 'https://forge.example/acme/product';
  const settings = { codeRepositories: [{ url: code }] };
  assert.equal((await ask(server, 'PATCH', `/manage/v1/projects/${projectId}`, { settings })).status, 200);
  const before = await deploymentsOf(server);
  const deliver = async (headers: Record<string, string>, event: object, secret = server.secret) => {
    const body = JSON.stringify(event);
    const hmac = createHmac('sha256', secret).update(body).digest('hex');
    const signed = Object.entries(headers).map(([key, value]) => [
      key,
      value.replace('HMAC', hmac).replace('SECRET', secret),
    ]);
    const sent = { method: 'POST', body, headers: Object.fromEntries(signed) as Record<string, string> };
    return answerOf(await fetch(`${url}/v1/webhooks/${projectId}`, sent));
  };
  const pull = {
    number: 12,
    title: 'Retry',
    body: 'More.',
    merged: true,
    merge_commit_sha: null,
    head: { ref: 'retry' },
  };
  const github = (event: string) => ({
    'x-github-event': event,
    'x-github-delivery': `gh-${event}`,
    'x-hub-signature-256': 'sha256=HMAC',
  });
  const merged = { action: 'closed', repository: { html_url: code }, pull_request: pull };
  assert.equal((await deliver(github('pull_request'), merged, 'wrong')).status, 401);
  assert.match((await deliver(github('pull_request'), merged)).body.message, /will handle it/);
  assert.match((await deliver(github('pull_request'), merged)).body.message, /came before/);
  const again = { ...github('pull_request'), 'x-github-delivery': 'another' };
  assert.match((await deliver(again, merged)).body.message, /has this event already/);
  const gitlab = {
    'x-gitlab-event': 'Release Hook',
    'x-gitlab-event-uuid': 'gl-1',
    'x-gitlab-token': 'SECRET',
  };
  const released = {
    action: 'create',
    tag: 'v2',
    name: 'Two',
    description: 'New.',
    project: { web_url: code },
  };
  assert.equal((await deliver(gitlab, released, 'wrong')).status, 401);
  assert.match((await deliver(gitlab, released)).body.message, /will handle it/);
  const gitea = {
    'x-gitea-event': 'pull_request_comment',
    'x-gitea-delivery': 'gt-1',
    'x-gitea-signature': 'HMAC',
  };
  const commented = {
    action: 'created',
    pull_request: { head: { ref: 'docent/job_none' } },
    comment: { id: 1, body: 'Shorter', user: { login: 'ada' } },
  };
  assert.equal((await deliver(gitea, commented, 'wrong')).status, 401);
  assert.match((await deliver(gitea, commented)).body.message, /not from the docs agent/);
  const push = {
    ref: 'refs/heads/main',
    after: '2'.repeat(40),
    repository: {
      html_url: `${code}.git`,
      ssh_url: 'git@forge.example:acme/product.git',
      default_branch: 'main',
    },
  };
  const pushed = await deliver({ ...github('push') }, push);
  assert.deepEqual([pushed.body.action, /do not come from it/.test(pushed.body.message)], ['none', true]);
  assert.equal(await deploymentsOf(server), before);
  const { body: triggers } = await ask(server, 'GET', `/manage/v1/projects/${projectId}/triggers`);
  assert.deepEqual(
    triggers.items.map(({ kind, subject }: { kind: string; subject: string }) => [kind, subject]),
    [
      ['release', `${code}@v2`],
      ['code', `${code}#12`],
    ],
  );
});

test('whatever deploys nothing is answered with what it was', async (t) => {
  const server = await hooked(t);
  const before = await deploymentsOf(server);
  const ignored: Record<string, unknown>[] = [
    { event: 'ping', delivery: 'd-2', zen: 'Keep it logically awesome.' },
    { event: 'issues', delivery: 'd-3' },
    { branch: 'feature/x', delivery: 'd-4' },
    { ref: 'refs/tags/v1', delivery: 'd-5' },
    { branch: 'gone', after: '0'.repeat(40), delivery: 'd-6' },
    { ref: 7, delivery: 'd-7' },
  ];
  for (const push of ignored) {
    const { status, body } = await answerOf(await githubPush(server, server.secret, push));
    assert.deepEqual([status, body.action, body.statusId], [200, 'none', null], JSON.stringify(push));
    assert.match(body.message, /\.$/);
  }
  assert.equal(await deploymentsOf(server), before);
});

test('a wrong signature, an unknown project and one without a secret get the very same answer', async (t) => {
  const server = await hooked(t);
  const other = await startServer();
  t.after(() => other.close());
  const answers = await Promise.all([
    githubPush(server, 'whsec_wrong'),
    githubPush({ ...server, projectId: 'prj_unknown' }, server.secret),
    githubPush({ ...server, projectId: 'x'.repeat(3_000) }, server.secret),
    githubPush(other, server.secret),
    fetch(`${server.url}/v1/webhooks/${server.projectId}`, { method: 'POST', body: '{}' }),
    fetch(`${server.url}/v1/webhooks/${server.projectId}`, { method: 'POST', body: 'no JSON' }),
  ]);
  const bodies = await Promise.all(answers.map(answerOf));
  for (const { status, body } of bodies) {
    const { requestId: _, ...rest } = body;
    const { requestId: __, ...first } = bodies[0]!.body;
    assert.deepEqual([status, rest], [401, first]);
    assert.equal(rest.code, 'invalid_signature');
  }
});

test('no delivery is remembered for who is not known', async (t) => {
  const server = await hooked(t);
  await githubPush(server, 'whsec_wrong', { delivery: 'd-9' });
  assert.equal((await answerOf(await githubPush(server, server.secret, { delivery: 'd-9' }))).status, 202);
});

test('a new secret lets the one before be used for a day, and removing takes both', async (t) => {
  const server = await hooked(t);
  const next = await newSecret(server);
  for (const [n, secret] of [server.secret, next].entries())
    assert.equal((await githubPush(server, secret, { delivery: `r-${n}` })).status, 202);
  const { previous } = (await findProjectSecrets(server.app.store, 'webhooks', server.projectId))!;
  const previousUntil = previous!.until;
  assert.ok(previousUntil > Date.now() + 23 * 3600_000 && previousUntil <= Date.now() + 24 * 3600_000);
  const third = await newSecret(server);
  assert.equal((await githubPush(server, server.secret, { delivery: 'r-3' })).status, 401);
  const removed = await ask(server, 'DELETE', `/manage/v1/projects/${server.projectId}/webhook`);
  assert.equal(removed.status, 204);
  for (const secret of [next, third])
    assert.equal((await githubPush(server, secret, { delivery: 'r-4' })).status, 401);
  assert.equal((await ask(server, 'DELETE', `/manage/v1/projects/${server.projectId}/webhook`)).status, 404);
});

test('GitLab and Gitea are understood as well', async (t) => {
  const server = await hooked(t);
  const body = JSON.stringify({ ref: 'refs/heads/main', after: '2'.repeat(40) });
  const signature = createHmac('sha256', server.secret).update(body).digest('hex');
  const senders: Record<string, string>[] = [
    { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': server.secret, 'x-gitlab-event-uuid': 'u-1' },
    { 'x-gitea-event': 'push', 'x-gitea-signature': signature, 'x-gitea-delivery': 'u-2' },
  ];
  for (const headers of senders) {
    const url = `${server.url}/v1/webhooks/${server.projectId}`;
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202);
  }
});

test('a body that is too large is refused before it is read whole', async (t) => {
  const server = await hooked(t);
  const { status, body } = await answerOf(
    await githubPush(server, server.secret, { padding: 'x'.repeat(6 * 1024 ** 2) }),
  );
  assert.deepEqual([status, body.code], [413, 'body_too_large']);
});

test('who sends too many is told to wait, whatever they sign', async (t) => {
  const server = await startServer();
  t.after(() => server.close());
  const push = async () => (await githubPush(server, 'whsec_wrong')).status;
  const statuses = [await push()];
  // The others of the 300 a minute, which a slow machine may not do in one.
  const counted = server.app.store.db.updateTable('counters').where('key', 'like', 'webhooksPerMinute%');
  await counted.set({ used: 299 }).execute();
  statuses.push(await push(), await push());
  assert.deepEqual(statuses, [401, 401, 429]);
});

test('a signed body that is nested too deep, or no JSON, is a clear error', async (t) => {
  const server = await hooked(t);
  for (const text of ['{', '['.repeat(100) + ']'.repeat(100)]) {
    const signature = createHmac('sha256', server.secret).update(text).digest('hex');
    const { status, body } = await answerOf(
      await fetch(`${server.url}/v1/webhooks/${server.projectId}`, {
        method: 'POST',
        body: text,
        headers: { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` },
      }),
    );
    assert.deepEqual([status, body.code], [400, 'invalid_json']);
  }
});

test('a pinned project is not moved by a push', async (t) => {
  const server = await hooked(t);
  await ask(server, 'PATCH', `/manage/v1/projects/${server.projectId}`, { settings: { pinned: true } });
  const { status, body } = await answerOf(await githubPush(server, server.secret));
  assert.deepEqual([status, body.action], [200, 'none']);
  assert.match(body.message, /pinned/);
});
