// Jobs that change the same lines: a real server and git over the local forge, and a model server that plays the agent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, edit, finish, textOf } from '../helpers/agent-script.ts';
import { eventually } from '../helpers/eventually.ts';
import { answered } from '../helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const piers = Array.from({ length: 9 }, (_, nth) => `Pier ${nth + 1} is open.\n\n`).join('');
const page = (port: string, crane: string) =>
  `# Harbour\n\nIt listens on port ${port}.\n\n${piers}It drives ${crane} cranes.\n`;

/** What the first test leaves. */
const mergedPort = '9001 and no other';

let server: TestServer;
let model: ModelServer;
/** What the model waits for before it ends a job whose request says “slowly”. */
let gate = Promise.withResolvers<void>();

async function* afterGate() {
  await gate.promise;
  yield 'Done.';
}

before(async () => {
  model = await startModelServer((request) => {
    const said = textOf(request);
    const port = /Set the port to (\d+)/.exec(said)?.[1];
    if (request.body.messages.at(-1).role === 'tool') {
      const tools = [finish('Change the page')];
      return said.includes('slowly') ? answered({ text: afterGate(), tools }) : calls(...tools);
    }
    if (port === undefined) return calls(edit('seven cranes', 'eight cranes', 'index.md'));
    const content = said.includes('Say nothing of it')
      ? page(mergedPort, 'seven')
      : page(said.includes('conflict markers') ? `${port} and no other` : port, 'seven');
    return calls({ name: 'write_file', input: { path: 'index.md', content } });
  });
  server = await startServer({
    docs: { 'index.md': page('8431', 'seven') },
    settings: { DOCENT_AGENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` },
    work: ['job', 'waiting-job'],
  });
});
after(async () => {
  gate.resolve();
  await server.close();
  await model.close();
});

const agent = (path: string) => `${server.url}/v2/agent/${server.projectId}/${path}`;

async function send(path: string, body: object = {}): Promise<any> {
  const response = await post(agent(path), server.adminKey, body);
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

async function get(path: string): Promise<any> {
  const response = await fetch(agent(path), { headers: { authorization: `Bearer ${server.adminKey}` } });
  return response.json();
}

const job = (id: string, holds: (job: any) => boolean) => eventually(() => get(`job/${id}`), holds);
const waiting = (id: string) => job(id, ({ waitsFor }) => waitsFor !== null);

async function ended(id: string): Promise<any> {
  const done = await job(id, ({ status }) => status !== 'active');
  assert.equal(done.status, 'completed', JSON.stringify(done.error));
  assert.equal(done.waitsFor, null);
  return done;
}

const change = async (id: string) => (await get(`job/${id}/change`)) as any;

test('a change of the same lines waits until the first is merged, and is then based on it', async () => {
  const first = await ended((await send('job', { prompt: 'Set the port to 9000' })).id);
  const second = await send('job', { prompt: 'Set the port to 9001' });
  const other = await ended((await send('job', { prompt: 'Count the cranes' })).id);
  assert.notEqual(other.prLink, null, 'other lines of the same page do not wait');
  const held = await waiting(second.id);
  assert.deepEqual([held.status, held.phase, held.prLink], ['active', 'committing', null]);
  assert.equal(
    held.waitsFor,
    `It waits for ${first.prLink}, which changes the same lines of index.md. Merge or close that one first.`,
  );
  assert.equal((await change(second.id)).pullRequest, null);
  await send(`job/${first.id}/merge`);
  await ended(second.id);
  const { pullRequest, diffs } = await change(second.id);
  assert.deepEqual([pullRequest.state, pullRequest.hasConflicts], ['open', false]);
  assert.match(diffs.at(-1).diff, /-It listens on port 9000\.\n\+It listens on port 9001 and no other\./);
  await send(`job/${second.id}/merge`);
  await send(`job/${other.id}/close`);
});

test('one that waits goes on as it is when the first is closed, or as people ask it to', async () => {
  const first = await ended((await send('job', { prompt: 'Set the port to 9100' })).id);
  const second = await send('job', { prompt: 'Set the port to 9200' });
  const third = await send('job', { prompt: 'Set the port to 9300' });
  const fourth = await send('job', { prompt: 'Set the port to 9400' });
  for (const { id } of [second, third, fourth]) await waiting(id);
  assert.equal((await send(`job/${fourth.id}/cancel`)).waitsFor, null);
  // A message reaches it, though it waits.
  await send(`job/${third.id}/message`, { prompt: 'Say nothing of it.' });
  assert.equal((await ended(third.id)).prLink, null);
  await send(`job/${first.id}/close`);
  await ended(second.id);
  assert.match((await change(second.id)).diffs.at(-1).diff, /\+It listens on port 9200\./);
  await send(`job/${second.id}/close`);
});

test('of two at work on the same page, the later one waits for the earlier', async () => {
  const first = await send('job', { prompt: 'Count the cranes slowly' });
  await job(first.id, ({ files }) => files.length > 0);
  const second = await send('job', { prompt: 'Set the port to 9500' });
  assert.equal(
    (await waiting(second.id)).waitsFor,
    `It waits for the job ${first.id}, which was asked for earlier and changes index.md, too.`,
  );
  gate.resolve();
  gate = Promise.withResolvers();
  await ended(first.id);
  // The lines are others, so both are open now.
  await ended(second.id);
  assert.deepEqual(
    [(await change(first.id)).pullRequest.state, (await change(second.id)).pullRequest.state],
    ['open', 'open'],
  );
});
