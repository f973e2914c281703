import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from '../helpers/people.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { post, startServer } from '../helpers/server.ts';

test('the whole server runs on PostgreSQL: two turns of a thread and an exact limit', async (t) => {
  const postgres = await startPostgres();
  const server = await startServer({
    settings: { DOCENT_DATABASE_URL: await postgres.createDatabase(), DOCENT_LIMIT_ASSISTANT_PER_HOUR: '3' },
  });
  t.after(async () => {
    await server.close();
    await postgres.stop();
  });
  const ask = (text: string, more: object = {}) =>
    post(`${server.url}/discovery/v2/assistant/${server.domain}/message`, server.assistantKey, {
      fp: 'anonymous',
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
      ...more,
    });
  const first = await ask('How do I install Harbour on Linux?');
  assert.match(await first.text(), /apt install harbour/);
  const threadId = first.headers.get('x-thread-id');
  assert.match(await (await ask('and on macOS?', { threadId })).text(), /Homebrew/);
  const rest = await Promise.all(Array.from({ length: 5 }, () => ask('How do I set a proxy?')));
  assert.deepEqual(rest.map(({ status }) => status).sort(), [200, 429, 429, 429, 429]);
});

test('a person sets it up there and makes changes, each with its entry in the audit log', async (t) => {
  const postgres = await startPostgres();
  const server = await startServer({ settings: { DOCENT_DATABASE_URL: await postgres.createDatabase() } });
  t.after(async () => {
    await server.close();
    await postgres.stop();
  });
  const owner = await setUp(server);
  const org = '/manage/v1/organizations';
  const made = async (status: number, method: string, path: string, body?: object) => {
    const answer = await owner.send(method, path, body);
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const key = await made(201, 'POST', `${org}/default/keys`, { kind: 'admin', name: 'k' });
  await made(204, 'DELETE', `${org}/default/keys/${key.id}`);
  await made(201, 'POST', `${org}/default/invitations`, { email: 'v@example.com', role: 'viewer' });
  await made(201, 'POST', org, { name: 'Second', slug: 'second' });
  await made(409, 'POST', org, { name: 'Second', slug: 'second' });
  await made(204, 'DELETE', `${org}/second`, { name: 'Second' });
  const jobs = `/v2/agent/${server.projectId}/job`;
  const job = await made(201, 'POST', jobs, { prompt: 'Fix the links' });
  const once = { 'idempotency-key': 'a' };
  const [first, same] = [
    await owner.send('POST', jobs, { prompt: 'Once' }, once),
    await owner.send('POST', jobs, { prompt: 'Once' }, once),
  ];
  assert.equal(same.body.id, first.body.id);
  await made(200, 'POST', `${jobs}/${job.id}/cancel`);
  await made(200, 'POST', `${jobs}/${job.id}/message`, { prompt: 'Go on' });
  await made(409, 'POST', `${jobs}/${job.id}/archive`);
  const { items } = await made(200, 'GET', `${org}/default/audit`);
  const actions = items.map(({ action }: { action: string }) => action).sort();
  const changes = [
    'invitation.create',
    'job.cancel',
    'job.create',
    'job.create',
    'job.message',
    'key.create',
    'key.revoke',
  ];
  assert.deepEqual(actions, [...changes, 'member.join', 'session.sign-in']);
});
