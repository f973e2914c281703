// What a job's change does to the answers of the project's test questions: a real server, git and index, and a model
// server that plays the docs agent.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openFolder } from '../../src/content/sources/folder.ts';
import { prove } from '../../src/proof/prove.ts';
import { addOrganization } from '../../src/store/organizations.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { calls, finish, textOf } from '../helpers/agent-script.ts';
import { eventually } from '../helpers/eventually.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const port = '# Ports\n\n## Which port Harbour listens on\n\nHarbour listens on port 8431 of the machine.\n';
const cranes = '# Cranes\n\n## How many cranes Harbour drives\n\nHarbour drives seven cranes at once.\n';
const asked = {
  port: 'Which port does Harbour listen on?',
  cranes: 'How many cranes does Harbour drive?',
  hostile: '<img src=x> | **Which** [port](https://evil.example) does Harbour listen on? @everyone',
};
const empty = '# Ports\n\nSee the settings.\n';

let server: TestServer;
let model: ModelServer;
before(async () => {
  model = await startModelServer((request) => {
    const said = textOf(request);
    const isTold = said.includes('was answered before this change');
    const write = (path: string, content: string) => calls({ name: 'write_file', input: { path, content } });
    if (request.body.messages.at(-1).role === 'tool') return calls(finish('Change the ports'));
    if (isTold && said.includes('Stubbornly')) return calls(finish('Change the ports'));
    if (isTold) return write('ports.md', said.includes('undo it') ? port : `${port}\nSee the settings.\n`);
    return said.includes('Move')
      ? calls({ name: 'move_file', input: { from: 'ports.md', to: 'network.md' } })
      : write('ports.md', empty);
  });
  server = await startServer({
    docs: { 'index.md': '# Harbour\n\nHarbour keeps ships.\n', 'ports.md': port, 'cranes.md': cranes },
    settings: {
      DOCENT_AGENT_MODEL: 'compatible/m',
      DOCENT_MODEL_URL: `${model.url}/v1`,
      DOCENT_PRIVATE_HOSTS: '127.0.0.1',
    },
    work: ['job', 'deployment'],
  });
  for (const [question, expected] of [
    [asked.port, 'ports'],
    [asked.cranes, 'cranes.md'],
  ])
    await send(`manage/v1/projects/${server.projectId}/eval-questions`, { question, expected });
});
after(async () => {
  await server.close();
  await model.close();
});

async function send(path: string, body: object): Promise<any> {
  const response = await post(`${server.url}/${path}`, server.adminKey, body);
  assert.equal(response.status, 201, await response.clone().text());
  return response.json();
}

async function get(path: string): Promise<any> {
  const headers = { authorization: `Bearer ${server.adminKey}` };
  return (await fetch(`${server.url}/v2/agent/${server.projectId}/${path}`, { headers })).json();
}

async function ended(prompt: string): Promise<any> {
  const { id } = await send(`v2/agent/${server.projectId}/job`, { prompt });
  const job = await eventually(
    () => get(`job/${id}`),
    ({ status }) => status !== 'active',
  );
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  return job;
}

/** The pull request of a job, as the local forge keeps it. It is closed then, so that the next change of its page need not wait. */
async function pullOf({ id }: { id: string }): Promise<{ body: string; draft: boolean }> {
  const { forge } = await server.app.agent.deps.openRepository(server.projectId);
  const pull = await forge.readPullRequest(`docent/${id}`);
  await forge.closePullRequest(`docent/${id}`);
  return pull;
}

test('a loss that remains makes a draft, and the body says which question it is', async () => {
  const job = await ended('Stubbornly shorten the page of ports');
  const { questions, ...counts } = job.proof;
  assert.deepEqual(counts, { asked: 2, gained: 0, lost: 1, same: 1 });
  const lost = questions.find(({ question }: { question: string }) => question === asked.port);
  assert.equal(lost.before, 'answered');
  assert.notEqual(lost.after, 'answered');
  assert.equal(lost.page, 'ports');
  assert.match(job.findings.join('\n'), /\[answers\] “Which port does Harbour listen on\?” was answered/);
  const { body, draft } = await pullOf(job);
  assert.equal(draft, true);
  assert.match(body, /Answers 0 more and loses 1 of 2 questions\./);
  assert.match(body, /\| Which port does Harbour listen on\? \| answered \| .+ \| ports \|/);
  assert.match(body, /Look here first[^]*was answered before this change/);
  const told = model.requests.filter((request) =>
    textOf(request).includes('was answered before this change'),
  );
  assert.ok(told.length > 0, 'the model was told');
});

test('the model gets a loss back once, and may put it right', async () => {
  const job = await ended('Shorten the page of ports');
  assert.deepEqual([job.proof.asked, job.proof.lost, job.findings], [2, 0, []]);
  assert.equal((await pullOf(job)).draft, false);
  const undone = await ended('Shorten the page of ports and undo it');
  assert.deepEqual([undone.prLink, undone.proof, undone.findings], [null, null, []]);
});

test('a page that moves keeps its answers', async () => {
  const job = await ended('Move the page of ports');
  const { questions: _, ...counts } = job.proof;
  assert.deepEqual(counts, { asked: 2, gained: 0, lost: 0, same: 2 });
  assert.match((await pullOf(job)).body, /Answers 0 more and loses 0 of 2 questions\./);
});

test('a build at a private host is read for a proof only where the organization was granted it', async (t) => {
  let connections = 0;
  const inner = createServer((_, response) => void response.end()).on('connection', () => connections++);
  await new Promise<void>((resolve) => void inner.listen(0, '127.0.0.1', resolve));
  t.after(() => inner.close());
  const built = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
  const { store, proof } = server.app;
  const wanted = { id: 'org_other', name: 'Other', slug: 'other', plan: {}, createdAt: 1 };
  const organization = await addOrganization(store, wanted);
  const known = (await findProjectById(store, server.projectId))!;
  const sources = [{ kind: 'folder', path: server.docs, built } as const];
  const project = { ...known, organizationId: organization.id, sources };
  const docs = await openFolder(server.docs);
  const place = { folder: await temporaryFolder(t), signal: new AbortController().signal };
  const change = { source: 0, base: docs, head: docs };
  const proving = prove(proof, { organization, project }, change, [], place);
  await assert.rejects(proving, /DOCENT_PRIVATE_HOSTS/);
  assert.equal(connections, 0);
});
