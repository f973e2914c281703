import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { initBare, pushBranch, remoteBranch } from '../../src/git/bare-repository.ts';
import { fetchCommit } from '../../src/git/fetch.ts';
import { commitChanges } from '../../src/git/commit.ts';
import type { Forge } from '../../src/forges/forge.ts';
import { startForgeServer } from '../helpers/forge-server.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { addComment, createPull, type ForgeKind, type ForgeServer } from '../helpers/served-forge.ts';

type Open = (options: { url: string; repository: string; token: string }) => Forge;
const branch = 'docent/job-1';
const request = { branch, base: 'main', title: 'Fix a link', body: 'One link was broken.', draft: false };

/** What every forge over the network must do: called once by each adapter's test. */
export function forgeContract(kind: ForgeKind, open: Open): void {
  async function start(t: { after(clean: () => Promise<void>): void }) {
    const folder = await temporaryFolder(t);
    await commitFiles(join(folder, 'acme/site.git'), { 'index.md': '# Home\n' });
    const server = await startForgeServer(kind, {
      folder,
      repository: 'acme/site',
      tokens: { rw: 'write', ro: 'read' },
    });
    t.after(() => server.close());
    const forge = open({ url: server.url, repository: 'acme/site', token: 'rw' });
    return { server, forge, folder };
  }
  const noViolations = (server: ForgeServer) => assert.deepEqual(server.violations, []);

  describe(`${kind}, as every forge,`, () => {
    test('tells the default branch and whether we may write', async (t) => {
      const { server, forge } = await start(t);
      assert.deepEqual(await forge.inspect(), { defaultBranch: 'main', canWrite: true });
      const reader = open({ url: server.url, repository: 'acme/site', token: 'ro' });
      assert.deepEqual(await reader.inspect(), { defaultBranch: 'main', canWrite: false });
      noViolations(server);
    });

    test('gives credentials that git can fetch and push with', async (t) => {
      const { server, forge, folder } = await start(t);
      const access = await forge.access();
      const work = join(folder, 'work.git');
      await initBare(work);
      const parent = await fetchCommit(work, access, { branch: 'main' });
      const commit = await commitChanges(work, {
        parent,
        changes: new Map([['a.md', 'a\n']]),
        message: 'm\n',
        time: 1,
      });
      await pushBranch(work, access, commit, branch);
      assert.equal(await remoteBranch(access, branch), commit);
      noViolations(server);
    });

    test('opens one pull request, finds it, and adopts it when asked again', async (t) => {
      const { server, forge } = await start(t);
      assert.equal(await forge.findPullRequest(branch, 'main'), null);
      const opened = await forge.openPullRequest(request);
      assert.equal(opened.state, 'open');
      assert.match(opened.url, new RegExp(`^${server.url}/acme/site/`));
      assert.deepEqual(await forge.findPullRequest(branch, 'main'), opened);
      assert.deepEqual(await forge.openPullRequest(request), opened);
      assert.equal(server.pulls.length, 1);
      noViolations(server);
    });

    test('finds its pull request when people have given it another base, open or not', async (t) => {
      const { server, forge } = await start(t);
      const opened = await forge.openPullRequest(request);
      server.pulls[0]!.base = 'next';
      assert.deepEqual(await forge.findPullRequest(branch, 'main'), opened);
      assert.deepEqual(await forge.openPullRequest(request), opened);
      server.pulls[0]!.state = 'merged';
      assert.equal((await forge.findPullRequest(branch, 'main'))?.state, 'merged');
      noViolations(server);
    });

    test('never takes the pull request of a fork for ours, whatever its branch is called', async (t) => {
      const { server, forge } = await start(t);
      createPull(server, { ...request, isOfFork: true });
      assert.equal(await forge.findPullRequest(branch, 'main'), null);
      assert.deepEqual((await forge.listOpen()).map(({ branch }) => branch), [null]); // prettier-ignore
      assert.equal((await forge.openPullRequest(request)).id, '2');
      assert.equal((await forge.findPullRequest(branch, 'main'))?.id, '2');
      noViolations(server);
    });

    test('lists what is open with the files that it changes, and closes its own', async (t) => {
      const { server, forge } = await start(t);
      const { id, url } = await forge.openPullRequest(request);
      const theirs = { ...request, branch: 'ada/port', files: ['docs/port.md'] };
      createPull(server, theirs);
      const open = await forge.listOpen();
      assert.deepEqual(open.map(({ branch }) => branch).sort(), ['ada/port', branch]);
      assert.deepEqual(open.find((pull) => pull.branch === branch), { id, url, branch }); // prettier-ignore
      const other = open.find((pull) => pull.branch === 'ada/port')!;
      assert.deepEqual(await forge.changedFiles(other.id), ['docs/port.md']);
      const pages = (count: number) => Array.from({ length: count }, (_, nth) => `docs/${nth}.md`);
      server.pulls[1]!.files = pages(140);
      assert.deepEqual(await forge.changedFiles(other.id), pages(140));
      // More than a forge lists: the folder stands for the rest.
      server.pulls[1]!.files = pages(3_001);
      assert.deepEqual((await forge.changedFiles(other.id)).slice(-1), ['docs/']);
      assert.equal((await forge.readPullRequest(id)).updatedAt, Date.parse('2026-01-01T00:00:00Z'));
      await forge.closePullRequest(id);
      await forge.closePullRequest(id);
      assert.equal((await forge.readPullRequest(id)).state, 'closed');
      assert.deepEqual((await forge.listOpen()).map(({ branch }) => branch), ['ada/port']); // prettier-ignore
      noViolations(server);
    });

    test('makes no second one when the answer was lost', async (t) => {
      const { server, forge } = await start(t);
      server.loseAnswers = 1;
      await assert.rejects(forge.openPullRequest(request), { code: 'forge_unavailable' });
      const opened = await forge.openPullRequest(request);
      assert.deepEqual([server.pulls.length, opened.id], [1, '1']);
    });

    test('adopts the open one when creating is refused because it exists', async (t) => {
      const { server, forge } = await start(t);
      const opened = await forge.openPullRequest(request);
      server.staleLists = 1;
      assert.deepEqual(await forge.openPullRequest(request), opened);
      assert.equal(server.pulls.length, 1);
      noViolations(server);
    });

    test('changes title, text and draft state', async (t) => {
      const { server, forge } = await start(t);
      const { id } = await forge.openPullRequest({ ...request, draft: true });
      assert.equal(server.pulls[0]?.draft, true);
      const updated = await forge.updatePullRequest(id, {
        title: 'Fix two links',
        body: 'Two.',
        draft: false,
      });
      assert.equal(updated.draft, false);
      const { title, body, draft } = server.pulls[0]!;
      assert.deepEqual({ title, body, draft }, { title: 'Fix two links', body: 'Two.', draft: false });
      noViolations(server);
    });

    test('reads a pull request as people left it, asks for review, and says whom it could not ask', async (t) => {
      const { server, forge } = await start(t);
      const { id } = await forge.openPullRequest({ ...request, draft: true });
      // Begins like the mark of a draft, and is none.
      const ownTitle = kind === 'gitea' ? 'Wipe old links' : 'Drafts are mended';
      server.pulls[0]!.title = ownTitle;
      server.unknownNames = ['gone', 'no-label'];
      const { title, body, draft, head, hasConflicts } = await forge.readPullRequest(id);
      assert.deepEqual([title, body, draft], [ownTitle, request.body, true]);
      assert.deepEqual([head, hasConflicts], [server.headOf(branch), false]);
      server.conflicts = true;
      assert.equal((await forge.readPullRequest(id)).hasConflicts, true);
      server.strangers = ['eve'];
      const wish = { labels: ['docs'], reviewers: ['@ada', 'gone', 'eve', 'bob'] };
      assert.deepEqual(await forge.requestReview(id, wish), ['gone', 'eve']);
      const { labels, reviewers } = server.pulls[0]!;
      assert.deepEqual([labels, reviewers], [['docs'], ['ada', 'bob']]);
      assert.equal(await forge.ownLogin(), 'docent-bot');
      assert.deepEqual([await forge.mayPush('ada'), await forge.mayPush('eve')], [true, false]);
      noViolations(server);
    });

    test('tells how checks of a commit went, with what the failed ones said', async (t) => {
      const { server, forge } = await start(t);
      await forge.openPullRequest(request);
      const commit = server.headOf('main');
      assert.deepEqual(await forge.readChecks(commit), { state: 'none', failed: [] });
      const log = '2026-01-01T00:00:00.0000000Z \u001b[31mError: no such page\u001b[0m\nbye';
      const failing = { name: 'links', outcome: 'failed' as const, log };
      server.checks = () => [failing];
      const { state, failed } = await forge.readChecks(commit);
      assert.deepEqual([state, failed.map(({ name }) => name)], ['failed', ['links']]);
      assert.match(await failed[0]!.readLog(), /Error: no such page/);
      const many = Array.from({ length: 120 }, (_, nth) => ({ ...failing, name: `links ${nth}` }));
      server.checks = () => many;
      const names = (await forge.readChecks(commit)).failed.map(({ name }) => name);
      assert.deepEqual(names, many.map(({ name }) => name)); // prettier-ignore
      server.checks = () => [{ ...failing, outcome: 'pending' }];
      assert.equal((await forge.readChecks(commit)).state, 'pending');
      noViolations(server);
    });

    test('answers a comment once, and resolves its thread where there are threads', async (t) => {
      const { server, forge } = await start(t);
      const { id } = await forge.openPullRequest(request);
      const [pull] = server.pulls;
      const comment = String(addComment(pull!, 'Shorter, please.', true));
      const answer = {
        comment,
        isInline: true,
        text: 'Done. <!-- a:1 -->',
        marker: '<!-- a:1 -->',
        resolve: true,
      };
      await forge.answerComment(id, answer);
      await forge.answerComment(id, answer);
      const said = pull!.threads.flatMap(({ comments }) => comments.map(({ body }) => body));
      assert.deepEqual(said, ['Shorter, please.', 'Done. <!-- a:1 -->']);
      assert.equal(pull!.threads[0]!.isResolved, kind !== 'gitea');
      for (let nth = 0; nth < 100; nth++) addComment(pull!, 'Me too.', false);
      const before = pull!.threads.length;
      const note = {
        ...answer,
        comment: null,
        isInline: false,
        marker: '<!-- b:1 -->',
        text: '<!-- b:1 -->',
      };
      await forge.answerComment(id, note);
      await forge.answerComment(id, note);
      assert.equal(pull!.threads.length, before + 1);
      noViolations(server);
    });

    test('sees that a pull request was merged or closed', async (t) => {
      const { server, forge } = await start(t);
      await forge.openPullRequest(request);
      for (const state of ['merged', 'closed'] as const) {
        server.pulls[0]!.state = state;
        assert.equal((await forge.findPullRequest(branch, 'main'))?.state, state);
      }
      noViolations(server);
    });

    test('tells bad credentials, an unknown or renamed repository and a forge that is down apart', async (t) => {
      const { server, forge } = await start(t);
      const other = (token: string, repository: string) =>
        open({ url: server.url, repository, token }).inspect();
      await assert.rejects(other('wrong', 'acme/site'), { code: 'forge_access_denied' });
      await assert.rejects(other('rw', 'acme/gone'), { code: 'repository_not_found' });
      await assert.rejects(
        open({ url: server.url, repository: 'acme/site', token: 'ro' }).openPullRequest(request),
        { code: 'forge_access_denied' },
      );
      server.renamed = true;
      await assert.rejects(forge.inspect(), { code: 'repository_not_found' });
      server.down = true;
      await assert.rejects(forge.inspect(), { code: 'forge_unavailable' });
    });

    for (const [what, headers, body] of [
      ['a sign-in page', { 'content-type': 'text/html' }, '<html><form>Sign in</form></html>'],
      ['a sign-in page that claims to be JSON', {}, '<html><form>Sign in</form></html>'],
      ['JSON without anything in it', {}, {}],
      ['JSON of something else', {}, { message: 'Welcome', data: {} }],
    ] as const)
      test(`takes ${what} for no answer, whatever it asked for`, async (t) => {
        const { server, forge } = await start(t);
        const { id } = await forge.openPullRequest(request);
        const comment = {
          isInline: false,
          comment: null,
          text: 'Done. <!-- a -->',
          marker: '<!-- a -->',
          resolve: false,
        };
        const commit = {
          branch,
          parent: server.headOf('main'),
          isNew: false,
          message: 'm',
          changes: new Map([['a.md', 'a']]),
        };
        const asked: Record<string, () => Promise<unknown> | undefined> = {
          inspect: () => forge.inspect(),
          find: () => forge.findPullRequest(branch, 'main'),
          open: () => forge.openPullRequest({ ...request, branch: 'docent/job-2' }),
          update: () => forge.updatePullRequest(id, { ...request, draft: true }),
          read: () => forge.readPullRequest(id),
          checks: () => forge.readChecks(server.headOf('main')),
          answer: () => forge.answerComment(id, comment),
          login: () => forge.ownLogin(),
          commit: () => forge.commitOnBranch?.(commit),
        };
        for (const [name, ask] of Object.entries(asked)) {
          server.refusals = { times: 9, answer: { status: 200, headers, body } };
          const asking = ask();
          if (asking === undefined) continue;
          const told = await asking.then(
            () => null,
            (error: unknown) => error as Error & { code: string },
          );
          assert.equal(told?.code, 'forge_unavailable', name);
          assert.match(told!.message, /none of its API, such as a sign-in page\. Check the forge/, name);
        }
      });

    test('never shows a token in an error', async (t) => {
      const { server } = await start(t);
      const forge = open({ url: server.url, repository: 'acme/site', token: 'secret-token-123' });
      const error = await forge.inspect().catch((thrown: unknown) => thrown);
      const all = JSON.stringify(error, (_, value: unknown) =>
        value instanceof Error
          ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
          : value,
      );
      assert.equal(all.includes('secret-token-123'), false);
    });
  });
}
