import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headOf, showFile } from '../../test/helpers/git-server.ts';
import { calls, edit, finish, textOf } from '../../test/helpers/agent-script.ts';
import { site, startSite as start } from '../../test/helpers/agent-site.ts';
import { answered, hangs, type Reply } from '../../test/helpers/model-replies.ts';
import { commitFiles } from '../../test/helpers/repository.ts';
import { cancelJob, sendMessage } from './manage-jobs.ts';
import type { AgentDeps } from './deps.ts';

/** A place where a job is held until the test opens it. */
type Gate = ReturnType<typeof newGate>;

function newGate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = () => (reached.resolve(), opened.promise);
  return { reached: reached.promise, open: opened.resolve, pass };
}

describe('a cancelled job', () => {
  test('ends at once, its model call with it, writes nothing more, and goes on when a message says so', async (t) => {
    const reached = Promise.withResolvers<void>();
    let hanging = true;
    const { agent, forge, model, gitDir } = await start(t, (_, call) => {
      if (call === 1) return calls(edit('Run npm.', 'Run it.'));
      if (!hanging) return calls(finish());
      reached.resolve();
      return hangs;
    });
    const { id } = await agent.create('Change it');
    await reached.promise;
    const cancelled = await cancelJob(agent.deps.store, agent.project, id);
    assert.deepEqual([cancelled.status, cancelled.error?.code], ['failed', 'cancelled']);
    assert.equal(await model.requests[1]!.closed, true, 'the call was given up');
    assert.deepEqual([forge.pulls.length, await headOf(gitDir, `docent/${id}`)], [0, null]);
    assert.deepEqual((await agent.events(id)).at(-1)!['status'], 'failed');
    hanging = false;
    await sendMessage(agent.deps.store, agent.project, id, 'Go on', agent.deps.modelName);
    const job = await agent.ended(id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.match(await showFile(gitDir, job.branch!, 'docs/install.md'), /Run it\./);
    assert.equal(model.requests.length, 3, 'what was done before is not done again');
  });
});

describe('follow-up messages', () => {
  test('that mend what was found make a draft of ours ready, and none that somebody touched', async (t) => {
    for (const touch of ['nothing', 'title', 'branch'] as const) {
      let round = 0;
      const { agent, forge, gitDir } = await start(
        t,
        ({ body }) => {
          if (body.messages.at(-1).role === 'tool') return calls(finish(`Round ${round}`));
          round += 1;
          if (round === 1) return calls(edit('Run npm.', 'Run [npm](nowhere.md).'));
          return round === 2
            ? calls(finish('Nothing to do'))
            : calls(edit('Run [npm](nowhere.md).', 'Run pnpm.'));
        },
        { settings: { validations: 0 } },
      );
      const { id } = await agent.create('Link npm');
      const { branch } = await agent.ended(id);
      const [pull] = forge.pulls;
      assert.equal(pull!.draft, true);
      const send = async (text: string) => {
        await sendMessage(agent.deps.store, agent.project, id, text, agent.deps.modelName);
        const job = await agent.ended(id);
        assert.equal(job.status, 'completed', JSON.stringify(job.error));
        return job;
      };
      const unchanged = await send('Look again');
      assert.equal(unchanged.findings.length, 1, 'what is still broken is still told');
      assert.equal(pull!.draft, true);
      if (touch === 'title') pull!.title = 'Ours';
      if (touch === 'branch') await commitFiles(gitDir, { 'docs/more.md': '# More\n' }, branch!);
      await send('Mend it');
      assert.doesNotMatch(pull!.body, /nowhere\.md/);
      assert.match(pull!.body, /nothing newly broken/);
      assert.equal(pull!.draft, touch !== 'nothing', touch);
    }
  });

  test('do not make what an earlier round broke whole: the draft stays one', async (t) => {
    let round = 0;
    const { agent, forge, gitDir, model } = await start(
      t,
      ({ body }) => {
        if (body.messages.at(-1).role === 'tool') return calls(finish());
        round += 1;
        return round === 1
          ? calls(
              edit('Run npm.', 'Run [npm](nowhere.md).'),
              edit('# Card', '# Card\n\n<Pricing />', 'docs/card.mdx'),
            )
          : calls(edit('See', 'Please see', 'docs/index.md'), { name: 'validate', input: {} });
      },
      {
        settings: { validations: 0 },
        files: { ...site, 'docs/card.mdx': '# Card\n' },
        allowCode: ['Pricing'],
      },
    );
    const { id } = await agent.create('Link npm');
    const { branch } = await agent.ended(id);
    assert.equal(forge.pulls[0]!.draft, true);
    await commitFiles(gitDir, { 'src/app.ts': 'export {};\n' }, branch!);
    await sendMessage(agent.deps.store, agent.project, id, 'Be polite', agent.deps.modelName);
    const job = await agent.ended(id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.deepEqual([forge.pulls.length, forge.pulls[0]!.draft], [1, true]);
    assert.match(forge.pulls[0]!.body, /docs\/install\.md:\d+ \[links\] .*nowhere\.md/);
    const checked = model.requests.at(-1)!.body.messages.at(-1).content;
    assert.match(checked, /\[links\] The link nowhere\.md leads to no page/, 'the model is told, too');
    const [, first] = forge.pulls[0]!.body.split(/## (?:Look here first|What changed)\n\n/);
    assert.match(first!, /docs\/card\.mdx.*New component: Pricing/);
    assert.match(first!, /src\/app\.ts .*paths.* This branch changes a file/);
  });

  test('reach the model at its next step while it runs', async (t) => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    async function* heldBack() {
      reached.resolve();
      await gate.promise;
      yield 'I begin.';
    }
    const { agent, model } = await start(t, (_, call) =>
      call === 1 ? answered({ text: heldBack(), tools: [edit('Run npm.', 'Run it.')] }) : calls(finish()),
    );
    const { id } = await agent.create('First');
    await reached.promise;
    await sendMessage(agent.deps.store, agent.project, id, 'And be brief', agent.deps.modelName);
    gate.resolve();
    const job = await agent.ended(id);
    assert.equal(job.status, 'completed');
    assert.equal(textOf(model.requests[0]!).includes('And be brief'), false);
    assert.match(textOf(model.requests[1]!), /Request:\nAnd be brief/);
  });

  /** The reply to the call that finishes, as it comes; or what holds the job later. */
  type Hold = { reply?: (gate: Gate) => Reply; at?: (deps: AgentDeps, gate: Gate) => void };
  const holds: Record<string, Hold> = {
    'while the model makes its last step': {
      reply: (gate) => answered({ text: heldBack(gate), tools: [finish()] }),
    },
    'while the changes are checked': {
      at(deps, gate) {
        const { checker } = deps;
        deps.checker = {
          ...checker,
          // The titles are read for the first message to the model.
          run: (task, ...question) =>
            (task === 'titles' ? Promise.resolve() : gate.pass()).then(() => checker.run(task, ...question)),
        };
      },
    },
    'while the pull request is opened': {
      at(deps, gate) {
        const { openRepository } = deps;
        deps.openRepository = async (projectId) => {
          const { forge, docsRoot } = await openRepository(projectId);
          const openPullRequest: typeof forge.openPullRequest = async (request) => (
            await gate.pass(),
            forge.openPullRequest(request)
          );
          return { forge: { ...forge, openPullRequest }, docsRoot };
        };
      },
    },
  };
  async function* heldBack(gate: Gate) {
    await gate.pass();
    yield 'I finish.';
  }
  for (const [when, { reply, at }] of Object.entries(holds)) {
    test(`are heard ${when}, and make one pull request`, async (t) => {
      const gate = newGate();
      const { agent, forge, gitDir } = await start(t, ({ body }) => {
        const said = JSON.stringify(body.messages);
        const last = body.messages.at(-1);
        if (/Request:\\nAnd yarn/.test(said) && !said.includes('npm or yarn'))
          return calls(edit('Run pnpm.', 'Run npm or yarn.'));
        if (last.role === 'tool') return reply?.(gate) ?? calls(finish());
        return calls(edit('Run npm.', 'Run pnpm.'));
      });
      at?.(agent.deps, gate);
      const { id } = await agent.create('Name pnpm');
      await gate.reached;
      await sendMessage(agent.deps.store, agent.project, id, 'And yarn', agent.deps.modelName);
      gate.open();
      const job = await agent.ended(id);
      assert.equal(job.status, 'completed', JSON.stringify(job.error));
      assert.equal(forge.pulls.length, 1);
      assert.match(await showFile(gitDir, job.branch!, 'docs/install.md'), /Run npm or yarn\./);
      assert.match(forge.pulls[0]!.body, /> Name pnpm\n\n> And yarn/);
    });
  }

  test('reopen an ended job on the same branch and pull request; after a merge, on new ones', async (t) => {
    let round = 0;
    const { agent, forge, gitDir } = await start(t, ({ body }) => {
      const last = body.messages.at(-1);
      if (last.role === 'tool') return calls(finish(`Round ${round}`));
      if (JSON.stringify(last).includes('Thanks')) return calls(finish('Nothing to do'));
      round += 1;
      return calls(edit(round === 1 ? 'Run npm.' : `Round ${round - 1}.`, `Round ${round}.`));
    });
    const { id } = await agent.create('One');
    await agent.ended(id);
    const send = async (text: string) => {
      await sendMessage(agent.deps.store, agent.project, id, text, agent.deps.modelName);
      return agent.ended(id);
    };
    const [first] = forge.pulls;
    Object.assign(first!, { title: 'Our words', body: `Read me.\n\n${first!.body}`, draft: true });
    const second = await send('Two');
    assert.deepEqual([first!.title, first!.draft], ['Our words', true], 'what people wrote stays');
    assert.match(first!.body, /^Read me\.\n\n<!-- docent:begin -->\n## What changed\n\n- .*\n- /);
    assert.deepEqual([second.status, forge.pulls.length, second.branch], ['completed', 1, `docent/${id}`]);
    assert.match(await showFile(gitDir, `docent/${id}`, 'docs/install.md'), /Round 2\./);
    assert.match(forge.pulls[0]!.body, /> One\n\n> Two/);
    forge.pulls[0]!.state = 'merged';
    await commitFiles(gitDir, { 'docs/install.md': site['docs/install.md'].replace('Run npm.', 'Round 2.') });
    const thanked = await send('Thanks');
    assert.deepEqual([thanked.status, forge.pulls.length, thanked.branch], ['completed', 1, `docent/${id}`]);
    assert.equal(thanked.pullRequest?.url, `${forge.url}/acme/site/pull/1`, 'without a change it stays');
    const third = await send('Three');
    assert.deepEqual([third.status, forge.pulls.length, third.branch], ['completed', 2, `docent/${id}-4`]);
    assert.equal(third.pullRequest?.url, `${forge.url}/acme/site/pull/2`);
    forge.pulls[1]!.state = 'closed';
    round = 2;
    const fourth = await send('Four');
    assert.equal(fourth.error, null);
    assert.deepEqual([fourth.status, forge.pulls.length, fourth.branch], ['completed', 3, `docent/${id}-5`]);
    assert.deepEqual(forge.violations, []);
  });
});
