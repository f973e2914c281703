import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { calls, edit, finish, textOf } from '../../../test/helpers/agent-script.ts';
import { site, startSite } from '../../../test/helpers/agent-site.ts';
import { eventually } from '../../../test/helpers/eventually.ts';
import { showFile } from '../../../test/helpers/git-server.ts';
import type { Reply } from '../../../test/helpers/model-replies.ts';
import type { ModelRequest } from '../../../test/helpers/model-server.ts';
import { commitFiles } from '../../../test/helpers/repository.ts';
import { addComment } from '../../../test/helpers/served-forge.ts';
import { readCodeEvent } from '../../forges/webhooks/code-events.ts';
import { git } from '../../git/git.ts';
import { findProjectById } from '../../store/projects.ts';
import { pullRequestWork } from '../../store/pull-request-work.ts';
import { pageOfTriggers } from '../../store/triggers.ts';
import { requestWork } from '../../store/work.ts';
import { startEngine } from '../../work/engine.ts';
import { noticeEvent } from '../triggers/notice-event.ts';
import { triggerKind } from '../triggers/trigger-kind.ts';
import { pullRequestKind } from './follow-pull-request.ts';

/** A job with its pull request, and what looks after it. */
async function start(t: TestContext, script: (request: ModelRequest, call: number) => Reply) {
  const { agent, forge, model, gitDir } = await startSite(t, script);
  const { store, log } = agent.deps;
  const readAccess = async () => ({ url: gitDir, authorization: null });
  const kinds = [
    triggerKind({ ...agent.deps, readAccess, factsOf: async () => [] }),
    pullRequestKind(agent.deps),
  ];
  const engine = await startEngine(store, { place: 'here', kinds, log });
  t.after(() => engine.stop());
  const { id } = await agent.create('Name pnpm');
  const job = await agent.ended(id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const [pull] = forge.pulls;
  const look = () => requestWork(store, { kind: pullRequestWork, subject: id, projectId: agent.project.id });
  const triggers = async () => (await pageOfTriggers(store, agent.project.id, { limit: 50 })).rows;
  /** Once so many triggers were looked at and the job is at rest. */
  const settled = async (count: number) => {
    const rows = await eventually(
      triggers,
      (found) => found.length >= count && found.every(({ outcome }) => outcome !== 'waiting'),
    );
    await agent.ended(id);
    return rows;
  };
  return { agent, forge, model, gitDir, id, branch: job.branch!, pull: pull!, look, settled };
}

const isFirst = ({ body }: ModelRequest) => body.messages.at(-1).role !== 'tool';

describe('an open pull request is looked after', () => {
  test('each review comment is answered in its thread and resolved, once; our own are not', async (t) => {
    let round = 0;
    let comment = '';
    const { agent, forge, id, branch, pull, look, settled } = await start(t, (request) => {
      if (!isFirst(request))
        return calls(
          finish('Name pnpm', { answers: [{ comment, text: 'It is shorter, @ada.', done: true }] }),
        );
      round += 1;
      return calls(
        round === 1 ? edit('Run npm.', 'Run npm or pnpm.') : edit('Run npm or pnpm.', 'Run pnpm.'),
      );
    });
    const project = (await findProjectById(agent.deps.store, agent.project.id))!;
    const told = (login: string, body: string, number: number) =>
      noticeEvent(
        agent.deps.store,
        project,
        readCodeEvent('pull_request_review_comment', {
          action: 'created',
          pull_request: { head: { ref: branch } },
          comment: { id: number, body, path: 'docs/install.md', line: 7, user: { login, type: 'User' } },
        })!,
      );
    comment = String(addComment(pull, 'Shorter, please.', true));
    assert.match(await told('ada', 'Shorter, please.', Number(comment)), /will handle it/);
    await settled(1);
    await agent.until(id, (job) => job.round === 2 && job.status === 'completed');
    await look();
    const [thread] = pull.threads;
    await eventually(async () => thread!.isResolved, Boolean);
    await look();
    assert.match(
      thread!.comments[1]!.body,
      /^It is shorter, @\u2060ada\.\n\n<!-- docent:answer:trg_\w+ -->$/,
    );
    assert.match(await told('docent-bot', thread!.comments[1]!.body, 7), /reply of the docs agent/);
    await told('docent-bot', 'Not marked.', 8);
    forge.strangers = ['eve'];
    await told('eve', 'Link to my shop.', 9);
    const rows = await settled(3);
    const reasonOf = (comment: string) => rows.find(({ subject }) => subject.endsWith(comment))!.reason!;
    assert.match(reasonOf('/8'), /our own account/);
    assert.match(reasonOf('/9'), /may push/);
    assert.equal(thread!.comments.length, 2);
    const work = {
      id: 1,
      attempt: 1,
      kind: pullRequestWork,
      subject: id,
      projectId: project.id,
      input: null,
      tries: 4,
    };
    const { signal } = new AbortController();
    const next = await pullRequestKind(agent.deps).handle(work, signal);
    assert.deepEqual(next, { afterMs: 60_000, tries: 'reset' }, 'a look is no failed try');
    assert.deepEqual(forge.violations, []);
  });

  test('failing checks come back with their log, at most twice; what fails on the base is not ours', async (t) => {
    let edits = 0;
    const { forge, model, gitDir, branch, look, settled } = await start(t, (request) => {
      if (!isFirst(request)) return calls(finish());
      edits += 1;
      return calls(edit(edits === 1 ? 'Run npm.' : `Try ${edits - 1}.`, `Try ${edits}.`));
    });
    const failing = { outcome: 'failed' as const, log: 'Error: install.md has a bad word' };
    const base = forge.headOf('main');
    const old = Array.from({ length: 7 }, (_, nth) => ({ name: `old ${nth}`, ...failing }));
    forge.checks = (commit) => (commit === base ? old : [...old.toReversed(), { name: 'vale', ...failing }]);
    for (const count of [1, 2, 3]) {
      await look();
      const rows = await settled(count);
      assert.equal(rows.length, count);
    }
    assert.match(await showFile(gitDir, branch, 'docs/install.md'), /Try 3\./);
    const asked = textOf(model.requests[2]!);
    assert.match(asked, /<check>\nvale\n.*bad word/s);
    assert.doesNotMatch(asked, /<check>\nold/);
    const rows = await settled(3);
    assert.deepEqual(rows.map(({ outcome }) => outcome).sort(), ['ignored', 'job', 'job']);
  });

  test('a conflict with the base is resolved in a merge, and its whole change is told from the new base', async (t) => {
    const { agent, forge, model, gitDir, id, branch, pull, look, settled } = await start(t, (request) => {
      if (!isFirst(request)) return calls(finish());
      const text = textOf(request);
      if (!text.includes('conflict markers')) return calls(edit('Run npm.', 'Run pnpm.'));
      const marked = '<<<<<<< pull-request\nRun pnpm.\n=======\nRun npm, please.\n>>>>>>> base';
      return calls(edit(marked, 'Run pnpm, please.'));
    });
    await commitFiles(gitDir, {
      'docs/install.md': site['docs/install.md'].replace('Run npm.', 'Run npm, please.'),
      'docs/new.md': '# New\n',
    });
    forge.conflicts = true;
    await look();
    await settled(1);
    const job = await agent.until(id, ({ round, status }) => round === 2 && status !== 'active');
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    forge.conflicts = false;
    assert.match(textOf(model.requests[2]!), /<files>\ndocs\/install\.md\n<\/files>/);
    assert.match(await showFile(gitDir, branch, 'docs/install.md'), /\nRun pnpm, please\.\n$/);
    const parents = await git(['rev-list', '--parents', '-1', branch], { gitDir });
    assert.equal(parents.toString().trim().split(' ').length, 3, 'it is a merge');
    assert.equal(
      await git(['merge-base', 'main', branch], { gitDir }).then(String),
      `${forge.headOf('main')}\n`,
    );
    assert.match(pull.body, /## Files\n\n- `docs\/install\.md`\n\n/);
  });

  test('a conflict that stays is told below the pull request, and nothing is pushed', async (t) => {
    const { agent, forge, gitDir, id, branch, pull, look, settled } = await start(t, (request) =>
      isFirst(request) && !textOf(request).includes('conflict markers')
        ? calls(edit('Run npm.', 'Run pnpm.'))
        : calls(finish()),
    );
    const head = forge.headOf(branch);
    await commitFiles(gitDir, { 'docs/install.md': site['docs/install.md'].replace('npm', 'yarn') });
    forge.conflicts = true;
    await look();
    await settled(1);
    const job = await agent.until(id, ({ round, status }) => round === 2 && status !== 'active');
    assert.deepEqual([job.status, job.error?.code], ['failed', 'site_would_break']);
    await look();
    await eventually(
      async () => pull.threads.length,
      (count) => count === 1,
    );
    assert.match(pull.threads[0]!.comments[0]!.body, /conflicts with `main`, and the docs agent could not/);
    assert.equal(forge.headOf(branch), head);
  });
});
