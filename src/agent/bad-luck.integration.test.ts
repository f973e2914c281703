import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startAgent } from '../../test/helpers/agent-deps.ts';
import { calls, edit, finish, inOrder } from '../../test/helpers/agent-script.ts';
import { site, startSite } from '../../test/helpers/agent-site.ts';
import { headOf, showFile } from '../../test/helpers/git-server.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { initBare } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { git } from '../git/git.ts';
import { openLocal } from '../forges/local.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { answered, refuses } from '../../test/helpers/model-replies.ts';
import { JobFault } from './job-fault.ts';
import { claimWork } from '../store/work.ts';
import { createJob, sendMessage } from './manage-jobs.ts';

const change = inOrder(calls(edit('Run npm.', 'Run it.')), calls(finish()));

describe('a job ends with a clear code and what to do', () => {
  for (const [what, options, order, code] of [
    ['an unknown or private repository', { repository: 'acme/private' }, {}, 'repository_not_found'],
    ['a token that is not valid', { token: 'tok-wrong' }, {}, 'forge_access_denied'],
    ['a token that may only read', { token: 'tok-read' }, {}, 'forge_access_denied'],
    ['a branch that is not there', {}, { ref: 'nope' }, 'ref_not_found'],
    ['a docs root that is not there', { docsRoot: 'documentation' }, {}, 'no_docs'],
    ['a repository without docs', { files: { 'docs/main.c': 'int x;' } }, {}, 'no_docs'],
  ] as const) {
    test(what, async (t) => {
      const { agent, forge, model } = await startSite(t, change, options);
      const job = await agent.ended((await agent.create('Change it', order)).id);
      assert.deepEqual([job.status, job.error?.code], ['failed', code], job.error?.message);
      assert.match(job.error!.message, /\. \S|\.$/);
      assert.deepEqual([model.requests.length, forge.pulls.length], [0, 0]);
    });
  }

  test('a repository that was renamed', async (t) => {
    const { agent, forge } = await startSite(t, change);
    forge.renamed = true;
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual(
      [job.error?.code, /renamed/.test(job.error?.message ?? '')],
      ['repository_not_found', true],
    );
  });

  test('an empty repository', async (t) => {
    const folder = await temporaryFolder(t);
    await initBare(join(folder, 'empty.git'));
    const options = {
      folder: join(folder, 'empty.git'),
      dataFolder: folder,
      pageUrl: (branch: string) => branch,
    };
    const agent = await startAgent(t, {
      forge: async () => ({ forge: await openLocal(options), docsRoot: '' }),
    });
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.equal(job.error?.code, 'repository_empty');
  });

  test('a model that is not set up', async (t) => {
    const { agent } = await startSite(t, change);
    agent.deps.openModel = () => {
      throw new JobFault('model_not_configured', 'Set DOCENT_AGENT_MODEL.');
    };
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.equal(job.error?.code, 'model_not_configured');
  });

  test('a job branch that refuses the push', async (t) => {
    const { agent, gitDir, forge } = await startSite(t, (_, call) => {
      return call === 1
        ? calls(edit('Run npm.', 'Run it.'))
        : answered({ text: pushAway(), tools: [finish()] });
    });
    async function* pushAway() {
      await commitFiles(gitDir, { 'docs/theirs.md': '# Theirs\n' }, `docent/${id}`);
      yield 'I finish.';
    }
    const { id } = await agent.create('Change it');
    const job = await agent.ended(id);
    assert.deepEqual([job.error?.code, forge.pulls.length], ['push_rejected', 0]);
    assert.equal(
      await showFile(gitDir, `docent/${id}`, 'docs/theirs.md'),
      '# Theirs\n',
      'nothing was forced',
    );
    await sendMessage(agent.deps.store, agent.project, id, 'Go on', agent.deps.modelName);
    const again = await agent.ended(id);
    assert.deepEqual([again.status, again.branch], ['completed', `docent/${id}-2`], 'what was done is kept');
    assert.match(await showFile(gitDir, again.branch!, 'docs/install.md'), /Run it\./);
  });

  test('a branch rule that lets nobody make branches; one that protects the default branch is no matter', async (t) => {
    const protects = (pattern: string) =>
      `#!/bin/sh\ncase "$1" in ${pattern}) echo "ERROR: issue key does not exist" >&2; exit 1;; esac\n`;
    const { agent, gitDir, forge } = await startSite(t, change);
    const hook = join(gitDir, 'hooks/update');
    await mkdir(join(gitDir, 'hooks'), { recursive: true });
    await writeFile(hook, protects('refs/heads/docent/*'), { mode: 0o755 });
    const refused = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual([refused.error?.code, forge.pulls.length], ['push_rejected', 0]);
    assert.match(refused.error!.message, /branch rules.* It says: ERROR: issue key does not exist/);
    await writeFile(hook, protects('refs/heads/main'), { mode: 0o755 });
    await sendMessage(agent.deps.store, agent.project, refused.id, 'Go on', agent.deps.modelName);
    const job = await agent.ended(refused.id);
    assert.deepEqual([job.status, forge.pulls.length], ['completed', 1], JSON.stringify(job.error));
    assert.match(await showFile(gitDir, job.branch!, 'docs/install.md'), /Run it\./);
  });
});

describe('a job goes on', () => {
  test('when the forge is down for a while, at any phase', async (t) => {
    const { agent, forge } = await startSite(t, change);
    forge.down = true;
    const { id } = await agent.create('Change it');
    const waitings = async () => (await agent.events(id)).filter(({ type }) => type === 'waiting').length;
    await eventually(waitings, (count) => count >= 3);
    const waiting = await agent.until(id, () => true);
    assert.deepEqual([waiting.status, waiting.phase], ['active', 'preparing']);
    forge.down = false;
    assert.equal((await agent.ended(id)).status, 'completed');
    assert.ok((await agent.events(id)).some(({ type }) => type === 'waiting'));
    assert.equal(forge.pulls.length, 1);
  });

  test('not for ever: a forge that stays down ends it', async (t) => {
    const { agent, forge } = await startSite(t, change, { settings: { faultWaits: [10, 10] } });
    forge.down = true;
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual([job.status, job.error?.code], ['failed', 'forge_unavailable']);
    forge.down = false;
    await sendMessage(agent.deps.store, agent.project, job.id, 'Again', agent.deps.modelName);
    assert.equal((await agent.ended(job.id)).status, 'completed');
  });

  test('after the branch was pushed and no pull request could be opened for it', async (t) => {
    let refuse = true;
    const { agent, forge, gitDir } = await startSite(t, change, { settings: { faultWaits: [10] } });
    const { openRepository } = agent.deps;
    agent.deps.openRepository = async (projectId) => {
      const { forge, docsRoot } = await openRepository(projectId);
      const openPullRequest: typeof forge.openPullRequest = async (request) => {
        if (refuse) throw new ForgeFault('forge_unavailable', 'Down.');
        return forge.openPullRequest(request);
      };
      return { forge: { ...forge, openPullRequest }, docsRoot };
    };
    const { id } = await agent.create('Change it');
    assert.equal((await agent.ended(id)).error?.code, 'forge_unavailable');
    assert.notEqual(await headOf(gitDir, `docent/${id}`), null);
    refuse = false;
    await sendMessage(agent.deps.store, agent.project, id, 'Go on', agent.deps.modelName);
    const job = await agent.ended(id);
    assert.deepEqual([job.status, forge.pulls.length], ['completed', 1], JSON.stringify(job.error));
    assert.match(await showFile(gitDir, forge.pulls[0]!.branch, 'docs/install.md'), /Run it\./);
  });

  for (const end of ['merged', 'closed'] as const)
    test(`when its pull request is ${end} while a further round runs: on a new one, with the newer changes alone`, async (t) => {
      let round = 0;
      const first = site['docs/install.md'].replace('Run npm.', 'Run it.');
      const { agent, forge, gitDir } = await startSite(t, ({ body }) => {
        if (body.messages.at(-1).role === 'user') round += 1;
        if (body.messages.at(-1).role === 'user')
          return round === 1
            ? calls(edit('Run npm.', 'Run it.'))
            : calls(edit('See', 'Please see', 'docs/index.md'));
        return answered({ text: round === 2 ? endIt() : 'Done.', tools: [finish()] });
      });
      async function* endIt() {
        forge.pulls[0]!.state = end;
        if (end === 'merged') await commitFiles(gitDir, { 'docs/install.md': first, 'a.txt': 'Squashed.\n' });
        else await commitFiles(gitDir, { 'a.txt': 'Something else.\n' });
        yield 'I finish.';
      }
      const { id } = await agent.create('One');
      await agent.ended(id);
      await sendMessage(agent.deps.store, agent.project, id, 'Two', agent.deps.modelName);
      const job = await agent.ended(id);
      assert.deepEqual([job.status, forge.pulls.length, job.branch], ['completed', 2, `docent/${id}-2`], JSON.stringify(job.error)); // prettier-ignore
      const names = await git(['diff', '--name-only', `main...${job.branch}`], { gitDir });
      assert.equal(names.toString(), 'docs/index.md\n');
      assert.equal((await git(['rev-list', '--count', `main..${job.branch}`], { gitDir })).toString(), '1\n');
      assert.doesNotMatch(forge.pulls[1]!.body, /install\.md/);
      assert.match(await showFile(gitDir, `docent/${id}`, 'docs/install.md'), /Run it\./);
    });

  test('when the forge has lost its pull request: on a new one, from the base', async (t) => {
    const { agent, forge, gitDir } = await startSite(t, change);
    const { id } = await agent.create('One');
    await agent.ended(id);
    forge.pulls.length = 0;
    await sendMessage(agent.deps.store, agent.project, id, 'Two', agent.deps.modelName);
    const job = await agent.ended(id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.equal(job.baseCommit, await headOf(gitDir, 'main'));
  });

  test('when its pull request is closed and the newer changes build on it: the model is told', async (t) => {
    let round = 0;
    const { agent, forge, gitDir, model } = await startSite(t, ({ body }) => {
      const { role, content } = body.messages.at(-1);
      if (role === 'tool') return answered({ text: round === 2 ? close() : 'Done.', tools: [finish()] });
      round += 1;
      if (round < 3)
        return calls(edit(round === 1 ? 'Run npm.' : 'Run it.', round === 1 ? 'Run it.' : 'Run pnpm.'));
      assert.match(JSON.stringify(content), /main has moved on/);
      const path = 'docs/install.md';
      return calls({ name: 'write_file', input: { path, content: site[path].replace('npm', 'yarn') } });
    });
    async function* close() {
      forge.pulls[0]!.state = 'closed';
      await commitFiles(gitDir, { 'a.txt': 'Something else.\n' });
      yield 'I finish.';
    }
    const { id } = await agent.create('One');
    await agent.ended(id);
    await sendMessage(agent.deps.store, agent.project, id, 'Two', agent.deps.modelName);
    const job = await agent.ended(id);
    assert.deepEqual([job.status, forge.pulls.length, job.branch], ['completed', 2, `docent/${id}-2`], JSON.stringify(job.error)); // prettier-ignore
    assert.match(await showFile(gitDir, job.branch!, 'docs/install.md'), /Run yarn\./);
    assert.equal(model.requests.length, 6);
  });

  test('when the answer to a push is lost: the branch is looked at before anything is called refused', async (t) => {
    const { agent, forge } = await startSite(t, change, { settings: { faultWaits: [] } });
    forge.losePushes = 1;
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual([job.status, forge.losePushes, forge.pulls.length], ['completed', 0, 1]);
  });

  test('after the wait that a forge or provider asks for, which may be minutes', async (t) => {
    for (const [what, limit] of [
      [
        'a 403 with nothing left of the limit',
        {
          status: 403,
          headers: {
            'x-ratelimit-remaining': '0',
            'x-ratelimit-reset': String(Math.round(Date.now() / 1000) + 900),
          },
          body: { message: 'No.' },
        },
      ],
      [
        'a 403 with Retry-After',
        { status: 403, headers: { 'retry-after': '600' }, body: { message: 'No.' } },
      ],
      ['a 429', { status: 429, headers: { 'retry-after': '600' }, body: {} }],
    ] as const) {
      const { agent, forge } = await startSite(t, change);
      forge.refusals = { times: 1, answer: limit };
      const { id } = await agent.create('Change it');
      const [waiting] = await eventually(
        async () => (await agent.events(id)).filter(({ type }) => type === 'waiting'),
        (found) => found.length > 0,
      );
      assert.match(waiting!['message'], /accepts no more requests .* goes on in 1\d minutes/, what);
    }
    const { agent, model } = await startSite(t, (_, call) =>
      call === 1 ? refuses(429, { 'retry-after': '180' }) : calls(finish()),
    );
    const { id } = await agent.create('Change it');
    const [waiting] = await eventually(
      async () => (await agent.events(id)).filter(({ type }) => type === 'waiting'),
      (found) => found.length > 0,
    );
    assert.match(
      waiting!['message'],
      /^The model provider asked us to wait\. The job goes on in 3 minutes\.$/,
    );
    assert.equal(model.requests.length, 1);
    const { status } = await agent.until(id, () => true);
    assert.equal(status, 'active');
  });

  test('not after a wait of hours: it ends and says why', async (t) => {
    const { agent } = await startSite(t, () => refuses(429, { 'retry-after': '90000' }));
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual(
      [job.error?.code, /longer than a job does/.test(job.error!.message)],
      ['model_unavailable', true],
    );
  });

  test('when answers to "open a pull request" are lost: one is made', async (t) => {
    const { agent, forge } = await startSite(t, change);
    forge.loseAnswers = 2;
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual([job.status, forge.pulls.length, job.pullRequest?.id], ['completed', 1, '1']);
  });

  test('when the default branch moves on meanwhile', async (t) => {
    const { agent, forge, gitDir } = await startSite(t, (_, call) => {
      return call === 1
        ? calls(edit('Run npm.', 'Run it.'))
        : answered({ text: moveOn(), tools: [finish()] });
    });
    async function* moveOn() {
      await commitFiles(gitDir, { 'docs/new.md': '# New\n' });
      yield 'I finish.';
    }
    const job = await agent.ended((await agent.create('Change it')).id);
    assert.deepEqual([job.status, forge.pulls.length], ['completed', 1]);
    assert.equal(await showFile(gitDir, 'main', 'docs/new.md'), '# New\n');
  });

  test('after a failure with what it had done, when a message says so', async (t) => {
    let broken = true;
    const { agent, gitDir } = await startSite(t, ({ body }, call) => {
      if (call === 1) return calls(edit('Run npm.', 'Run it.'));
      if (broken) return { kind: 'refusal', status: 401, headers: {} };
      assert.match(JSON.stringify(body.messages), /Replaced one place/);
      return calls(finish());
    });
    const failed = await agent.ended((await agent.create('Change it')).id);
    assert.equal(failed.error?.code, 'model_access_denied');
    broken = false;
    await sendMessage(agent.deps.store, agent.project, failed.id, 'Go on', agent.deps.modelName);
    const job = await agent.ended(failed.id);
    assert.equal(job.status, 'completed');
    assert.match(await showFile(gitDir, job.branch!, 'docs/install.md'), /Run it\./);
  });
});

test('a job that was begun again and again and got nowhere is given up: it may be what kills its workers', async (t) => {
  const { agent, model } = await startSite(t, change, { settings: { maxStalls: 3 } });
  const { store } = agent.deps;
  await agent.engine.stop();
  const { id } = await createJob(
    store,
    agent.project,
    { prompt: 'x', ref: null, draft: false },
    'test/m',
    null,
  );
  // Claims whose worker died at once.
  const claim = { kind: 'job', place: '', holder: 'gone:1:x', leaseMs: -1, maxPerProject: 1 };
  for (let nth = 0; nth < 3; nth++) assert.equal((await claimWork(store, claim))?.subject, id);
  const engine = await agent.startEngine();
  t.after(() => engine.stop());
  const job = await agent.ended(id);
  assert.deepEqual([job.status, job.error?.code, model.requests.length], ['failed', 'internal', 0]);
  assert.match(job.error!.message, /without progress\. Create a new one, or send it a message/);
});

test('a hostile repository: links, filters, odd names and huge files run nothing and reach nobody', async (t) => {
  const { agent, forge, model, gitDir } = await startSite(
    t,
    inOrder(
      calls(
        { name: 'list_files', input: {} },
        { name: 'read_file', input: { path: 'docs/leak.md' } },
        { name: 'read_file', input: { path: 'docs/huge.md' } },
        { name: 'write_file', input: { path: 'docs/out/x.md', content: 'x' } },
        { name: 'search_text', input: { text: 'root:' } },
      ),
      calls(edit('Run npm.', 'Run it.')),
      calls(finish()),
    ),
    {
      files: {
        ...site,
        '.gitattributes': '* filter=evil diff=evil merge=evil\n*.md working-tree-encoding=UTF-16\n',
        '.gitmodules': '[submodule "x"]\n\tpath = docs/sub\n\turl = ../evil\n',
        'docs/huge.md': 'x'.repeat(20 * 1024 * 1024),
        'docs/"odd\\name".md': '# Odd\n',
        'docs/line\nbreak.md': '# Line\n',
        'docs/bytes.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x0a]),
      },
    },
  );
  await addLinks(gitDir, { 'docs/leak.md': '/etc/passwd', 'docs/out': '/tmp' });
  const job = await agent.ended((await agent.create('Change it')).id);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const results = JSON.stringify(model.requests.at(-1)!.body.messages);
  assert.match(results, /docs\/leak\.md is not a text file/);
  assert.match(results, /docs\/huge\.md is not a text file/);
  assert.match(results, /A part of docs\/out\/x\.md is a file or a link/);
  assert.doesNotMatch(results, /root:x/);
  const diff = await git(['diff-tree', '-r', '--name-only', 'main', `docent/${job.id}`], { gitDir });
  assert.equal(diff.toString(), 'docs/install.md\n');
  assert.equal(forge.pulls[0]?.draft, false);
  assert.ok((await headOf(gitDir, `docent/${job.id}`)) !== null);
});

test('a repository with objects that are made to attack git is not read at all', async (t) => {
  const attack = '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch /tmp/x\n';
  const { agent } = await startSite(t, change, { files: { ...site, '.gitmodules': attack } });
  const job = await agent.ended((await agent.create('Change it')).id);
  assert.deepEqual([job.status, job.error?.code], ['failed', 'repository_damaged']);
});

/** Adds symbolic links to the main branch, straight into git. */
async function addLinks(gitDir: string, links: Record<string, string>): Promise<void> {
  const lines = [
    'commit refs/heads/main',
    'committer a <a@b> 1700000001 +0000',
    'data 1',
    'm',
    'from refs/heads/main^0',
  ];
  for (const [path, target] of Object.entries(links)) {
    lines.push(`M 120000 inline ${path}`, `data ${target.length}`, target);
  }
  await git(['fast-import', '--quiet'], { gitDir, input: `${lines.join('\n')}\n` });
}
