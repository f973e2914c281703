// From a question that the docs do not answer to the answer that proves that they do: a real server, git and index, and a
// model server that plays the docs agent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { calls, finish, textOf } from '../helpers/agent-script.ts';
import { eventually } from '../helpers/eventually.ts';
import { filesWith } from '../helpers/files-with.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const answers: Record<string, string> = {
  zeppelins:
    '# Zeppelins\n\n## Which zeppelins Harbour can dock\n\nHarbour can dock zeppelins of the Norge class.\n',
  submarines: '# Boats\n\nHarbour welcomes boats.\n',
  dirigibles: '# Airships\n\nNothing of them.\n',
  catamarans: '# Catamarans\n\nCatamarans can anchor in the northern basin.\n',
  gyrocopters: '# Gyrocopters\n\nGyrocopters land on the roof at weekends.\n',
};
const questions = {
  zeppelins: 'Which zeppelins can Harbour dock?',
  submarines: 'Which submarines can Quayside refuel overnight?',
};

let server: TestServer;
let model: ModelServer;
before(async () => {
  model = await startModelServer((request) => {
    if (request.body.messages.at(-1).role === 'tool') return calls(finish('Answer what readers ask'));
    const asked = Object.keys(answers).find((word) => textOf(request).includes(`${word} can`))!;
    if (textOf(request).includes('Change nothing')) return calls(finish('Nothing to say'));
    return calls({ name: 'write_file', input: { path: `${asked}.md`, content: answers[asked] } });
  });
  const settings = { DOCENT_AGENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
  server = await startServer({ settings, work: ['job', 'deployment', 'gap'] });
});
after(async () => {
  await server.close();
  await model.close();
});

const manage = (path: string) => `${server.url}/manage/v1/projects/${server.projectId}/gaps${path}`;
const agent = (path: string) => `${server.url}/v2/agent/${server.projectId}/${path}`;

async function get(url: string): Promise<any> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${server.adminKey}` } });
  assert.equal(response.status, 200, url);
  return response.json();
}

async function send(url: string, status: number, body: unknown = {}): Promise<any> {
  const response = await post(url, server.adminKey, body);
  const answer = await response.json();
  assert.equal(response.status, status, JSON.stringify(answer));
  return answer;
}

/** Asks as a reader does, and gives the gap that the question makes. */
async function askedGap(question: string): Promise<any> {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: question }] }];
  const path = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  await (await post(path, server.assistantKey, { fp: 'x', messages })).text();
  await groupProject(server.app.store, server.projectId, async () => wordVectors);
  const { items } = await get(manage(''));
  const gap = items.find(({ label }: { label: string }) => label === question);
  assert.ok(gap, JSON.stringify(items));
  return gap;
}

const ended = (id: string) =>
  eventually(
    () => get(agent(`job/${id}`)),
    ({ status }) => status !== 'active',
  );

test('an unanswered question becomes a gap, a job, a merged change and an answer with its citations', async () => {
  const gap = await askedGap(questions.zeppelins);
  assert.deepEqual([gap.status, gap.jobId, gap.proof], ['open', null, null]);
  const job = await send(manage(`/${gap.id}/job`), 201);
  assert.equal(job.gapId, gap.id);
  const underWay = await get(manage(`/${gap.id}`));
  assert.deepEqual([underWay.status, underWay.jobId], ['in_progress', job.id]);
  assert.deepEqual((await get(manage('?status=in_progress'))).items.length, 1);
  assert.deepEqual((await get(manage(''))).items, []);
  await send(manage(`/${gap.id}/job`), 409);
  const second = await send(agent('job'), 409, { prompt: 'Say it.', gapId: gap.id });
  assert.match(second.message, /is at work on this gap/);
  const { status, proof } = await ended(job.id);
  assert.equal(status, 'completed');
  assert.deepEqual(proof, {
    asked: 1,
    gained: 1,
    lost: 0,
    same: 0,
    questions: [
      { question: questions.zeppelins, before: 'not_in_docs', after: 'answered', page: 'zeppelins' },
    ],
  });
  await send(agent(`job/${job.id}/merge`), 200);
  const solved = await gapOver(gap.id);
  assert.equal(solved.status, 'solved', JSON.stringify(solved));
  assert.match(solved.proof.answer, /Norge class/);
  assert.match(JSON.stringify(solved.proof.citations), /zeppelins/);
  assert.match(solved.proof.deploymentId, /^dpl_/);
  assert.equal(solved.count, 1, 'asking again is no question of a reader');
  assert.equal((await get(manage(''))).closedWithProof, 1);
});

test('a change that does not answer opens the gap again and says why', async () => {
  const gap = await askedGap(questions.submarines);
  const job = await send(agent('job'), 201, { prompt: gap.jobPrompt, gapId: gap.id });
  await ended(job.id);
  await send(agent(`job/${job.id}/merge`), 200);
  const open = await eventually(
    () => get(manage(`/${gap.id}`)),
    ({ status }) => status !== 'in_progress',
  );
  assert.deepEqual([open.status, open.proof], ['open', null]);
  assert.match(open.reason, /is live, and this is still not answered: “Which submarines/);
  const second = await send(agent('job'), 201, { prompt: `${gap.jobPrompt}\nChange nothing`, gapId: gap.id });
  await ended(second.id);
  const still = await eventually(
    () => get(manage(`/${gap.id}`)),
    ({ status }) => status !== 'in_progress',
  );
  assert.match(still.reason, /changed nothing/);
  assert.equal((await get(manage(''))).closedWithProof, 1);
});

const gapOver = (id: string) =>
  eventually(
    () => get(manage(`/${id}`)),
    ({ status }) => status !== 'in_progress',
  );
const patch = async (url: string, body: object) => {
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
};

test('a gap that a person opens again is followed, though its change was merged while it was dismissed', async () => {
  const gap = await askedGap('Which catamarans can anchor here?');
  const job = await send(manage(`/${gap.id}/job`), 201);
  await ended(job.id);
  await patch(manage(`/${gap.id}`), { status: 'dismissed' });
  await send(agent(`job/${job.id}/merge`), 200);
  const isFollowed = () =>
    server.app.store.db.selectFrom('work').where('kind', '=', 'gap').select('id').execute();
  await eventually(isFollowed, (rows) => rows.length === 0);
  await patch(manage(`/${gap.id}`), { status: 'open' });
  assert.equal((await gapOver(gap.id)).status, 'solved');
});

test('a gap whose change is merged into a project that stays at earlier docs is open again, and says why', async () => {
  const gap = await askedGap('Is it in Oslo that dirigibles can be repainted?');
  const job = await send(manage(`/${gap.id}/job`), 201);
  await ended(job.id);
  const project = `${server.url}/manage/v1/projects/${server.projectId}`;
  await patch(project, { settings: { pinned: true } });
  await send(agent(`job/${job.id}/merge`), 200);
  const open = await gapOver(gap.id);
  await patch(project, { settings: { pinned: false } });
  assert.deepEqual([open.status, open.proof], ['open', null]);
  assert.match(open.reason, /merged, and the project is pinned/);
});

test('a question that is forgotten is in no file any more: not in its job, its proof or the audit log', async () => {
  const word = 'Xylophonic';
  const gap = await askedGap(`${word} gyrocopters can land where at weekends?`);
  await send(manage(`/${gap.id}/merge`), 200, { gapIds: [gap.id] });
  const job = await send(manage(`/${gap.id}/job`), 201);
  await ended(job.id);
  await send(agent(`job/${job.id}/merge`), 200);
  await eventually(
    () => get(manage(`/${gap.id}`)),
    ({ status }) => status !== 'in_progress',
  );
  const { dataFolder } = server.app.config;
  assert.notDeepEqual(await filesWith(dataFolder, word), []);
  const asked = (await get(manage(`/${gap.id}`))).questions[0].threadId;
  const url = `${server.url}/manage/v1/projects/${server.projectId}/conversations/${asked}`;
  const headers = { authorization: `Bearer ${server.adminKey}` };
  assert.equal((await fetch(url, { method: 'DELETE', headers })).status, 204);
  assert.deepEqual(await filesWith(dataFolder, word), []);
  assert.equal((await fetch(agent(`job/${job.id}`), { headers })).status, 404);
});
