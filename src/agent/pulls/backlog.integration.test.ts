import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, edit, finish, textOf } from '../../../test/helpers/agent-script.ts';
import { startSite } from '../../../test/helpers/agent-site.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { createPull } from '../../../test/helpers/served-forge.ts';
import { ForgeFault } from '../../git/forge-fault.ts';
import { findProjectById, updateProject } from '../../store/projects.ts';
import { pullRequestWork } from '../../store/pull-request-work.ts';
import { requestWork } from '../../store/work.ts';
import { startEngine } from '../../work/engine.ts';
import { pullRequestKind } from './follow-pull-request.ts';

const day = 86_400_000;

test('a pull request that nobody has touched for so long is closed with a comment, and its job archived', async (t) => {
  const { agent, forge } = await startSite(t, ({ body }) =>
    body.messages.at(-1).role === 'tool' ? calls(finish()) : calls(edit('Run npm.', 'Run pnpm.')),
  );
  const { store, log } = agent.deps;
  const project = (await findProjectById(store, agent.project.id))!;
  await updateProject(store, project, { settings: { archiveAfterDays: 10 } });
  const { id } = await agent.create('Name pnpm');
  await agent.ended(id);
  const [pull] = forge.pulls;
  const now = await store.now();
  let lost = 1;
  const openRepository = async (id: string) => {
    const opened = await agent.deps.openRepository(id);
    const answerComment: typeof opened.forge.answerComment = async (...args) => {
      if (lost-- > 0) throw new ForgeFault('forge_unavailable', 'The forge did not answer.');
      await opened.forge.answerComment(...args);
    };
    return { ...opened, forge: { ...opened.forge, answerComment } };
  };
  const engine = await startEngine(store, {
    place: 'here',
    kinds: [pullRequestKind({ ...agent.deps, openRepository })],
    log,
    lookMs: 200,
  });
  t.after(() => engine.stop());
  const look = async () => {
    const reads = () => forge.calls.filter((call) => /^GET .*\/pulls\/1$/.test(call)).length;
    const before = reads();
    await store.db.deleteFrom('work').where('kind', '=', pullRequestWork).execute();
    await requestWork(store, { kind: pullRequestWork, subject: id, projectId: project.id });
    await eventually(reads, (count) => count > before);
  };
  await store.db
    .updateTable('jobs')
    .set({ updatedAt: now - 11 * day })
    .execute();
  pull!.updatedAt = new Date(now - 2 * day).toISOString();
  await look();
  assert.equal(pull!.state, 'open', 'somebody touched it at the forge');
  pull!.updatedAt = new Date(now - 11 * day).toISOString();
  await look();
  // The comment failed after the close, which counts as a touch, and is made up for.
  await eventually(
    async () => pull!.state,
    (state) => state === 'closed',
  );
  pull!.updatedAt = new Date(now).toISOString();
  await eventually(
    () => store.db.selectFrom('work').selectAll().where('kind', '=', pullRequestWork).executeTakeFirst(),
    (work) => work?.tries === 1,
  );
  assert.equal(pull!.threads.length, 0);
  await store.db.updateTable('work').set({ runAfter: 0 }).where('kind', '=', pullRequestWork).execute();
  const job = await agent.until(id, ({ status }) => status === 'archived');
  assert.notEqual(job.archivedAt, null);
  assert.equal(pull!.state, 'closed');
  assert.match(pull!.threads[0]!.comments[0]!.body, /Nobody has touched this for 10 days/);
  assert.deepEqual(forge.violations, []);
});

test('a person’s open pull request of more files than the forge lists takes the folders of those it lists', async (t) => {
  const { agent, forge, model } = await startSite(t, (_, call) =>
    calls(call === 1 ? edit('Run npm.', 'Run pnpm.') : finish()),
  );
  const files = Array.from({ length: 3_000 }, (_, nth) => `docs/${nth}.md`);
  createPull(forge, { branch: 'ada/all', base: 'main', title: 'All', body: '', draft: false, files });
  const { id } = await agent.create('Name pnpm');
  await agent.ended(id);
  assert.match(textOf(model.requests[1]!), /An open pull request of a person changes docs\/install\.md/);
});

test('a page that a person’s open pull request changes is left alone, and the body names it', async (t) => {
  const { agent, forge, model } = await startSite(t, ({ body }, call) => {
    if (call === 1) return calls(edit('Run npm.', 'Run pnpm.'));
    return body.messages.at(-1).content.includes('person')
      ? calls(edit('See [install](install.md).', 'See [how to install](install.md).', 'docs/index.md'))
      : calls(finish());
  });
  const theirs = { branch: 'ada/install', base: 'main', title: 'Install', body: '', draft: false };
  createPull(forge, { ...theirs, files: ['docs/install.md', 'src/main.ts'] });
  const { id } = await agent.create('Name pnpm');
  const job = await agent.ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.match(textOf(model.requests[1]!), /An open pull request of a person changes docs\/install\.md/);
  const { body } = forge.pulls[1]!;
  assert.match(body, /Left alone, for people change them\n\n- `docs\/install\.md`: .*\/pull\/1\n/);
  assert.match(body, /## Files\n\n- `docs\/index\.md`\n\n/);
});
