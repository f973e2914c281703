import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { headOf, showFile, startGitServer } from '../../test/helpers/git-server.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { checkBranchName, hasCommit, initBare, pushBranch, remoteBranch } from './bare-repository.ts';
import { fetchCommit } from './fetch.ts';
import { commitChanges } from './commit.ts';
import { git, type GitAccess } from './git.ts';
import { diffCommits, listTree, readBlobs } from './objects.ts';

const basic = (token: string) => `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;

describe('a repository over smart HTTP', () => {
  test('is fetched, changed and pushed with a token, without a checkout', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'site.git');
    const base = await commitFiles(origin, { 'docs/index.md': '# Home\n', 'docs/old.md': 'old\n' });
    const server = await startGitServer(folder, { 'tok-write': 'write' });
    t.after(() => server.close());
    const access: GitAccess = { url: `${server.url}/site.git`, authorization: basic('tok-write') };
    const work = join(folder, 'work.git');
    await initBare(work);

    assert.equal(await remoteBranch(access, 'main'), base);
    assert.equal(await fetchCommit(work, access, { branch: 'main' }), base);
    const tree = await listTree(work, base);
    assert.deepEqual([...tree.keys()], ['docs/index.md', 'docs/old.md']);
    const id = tree.get('docs/index.md')!.id;
    assert.equal((await readBlobs(work, [id])).get(id)!.toString(), '# Home\n');

    const changes = new Map([
      ['docs/index.md', '# Welcome\n'],
      ['docs/a "quoted" name.md', 'x\n'],
      ['docs/überblick.md', 'x\n'],
      ['docs/old.md', null],
    ]);
    const request = { parent: base, changes, message: 'Say welcome\n', time: 1_760_000_000 };
    const commit = await commitChanges(work, request);
    assert.equal(await commitChanges(work, request), commit, 'the same request makes the same commit');
    await pushBranch(work, access, commit, 'docent/job-1');
    await pushBranch(work, access, commit, 'docent/job-1');

    assert.equal(await headOf(origin, 'docent/job-1'), commit);
    assert.equal(await headOf(origin, 'main'), base);
    assert.equal(await showFile(origin, 'docent/job-1', 'docs/a "quoted" name.md'), 'x\n');
    const diff = await diffCommits(work, base, commit);
    assert.match(diff, /-# Home\n\+# Welcome/);
    assert.match(diff, /^\+\+\+ b\/docs\/überblick\.md$/m);
  });

  test('is fetched again at a known commit after the branch moved on', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'site.git');
    const base = await commitFiles(origin, { 'index.md': 'one\n' });
    await commitFiles(origin, { 'index.md': 'two\n' });
    const server = await startGitServer(folder, { tok: 'read' });
    t.after(() => server.close());
    const work = join(folder, 'work.git');
    await initBare(work);
    const access = { url: `${server.url}/site.git`, authorization: basic('tok') };
    assert.equal(await fetchCommit(work, access, { commit: base }), base);
    assert.equal(await hasCommit(work, base), true);
  });

  test('refuses a push that is not a fast-forward', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'site.git');
    const base = await commitFiles(origin, { 'index.md': 'one\n' });
    await commitFiles(origin, { 'index.md': 'theirs\n' }, 'docent/job');
    const work = join(folder, 'work.git');
    await initBare(work);
    const access = { url: origin, authorization: null };
    await fetchCommit(work, access, { branch: 'main' });
    const ours = await commitChanges(work, {
      parent: base,
      changes: new Map([['index.md', 'ours\n']]),
      message: 'm\n',
      time: 1,
    });
    await assert.rejects(pushBranch(work, access, ours, 'docent/job'), { code: 'push_rejected' });
  });

  for (const [name, token, path, code] of [
    ['an unknown token', 'nope', 'site.git', 'forge_access_denied'],
    ['a repository that is not there', 'tok', 'gone.git', 'repository_not_found'],
  ] as const) {
    test(`${name} is told as ${code}`, async (t) => {
      const folder = await temporaryFolder(t);
      await commitFiles(join(folder, 'site.git'), { 'index.md': 'x' });
      const server = await startGitServer(folder, { tok: 'read' });
      t.after(() => server.close());
      await assert.rejects(
        remoteBranch({ url: `${server.url}/${path}`, authorization: basic(token) }, 'main'),
        { code },
      );
    });
  }

  test('a read-only token cannot push, a server that is down counts as unavailable, a missing branch is named so', async (t) => {
    const folder = await temporaryFolder(t);
    const base = await commitFiles(join(folder, 'site.git'), { 'index.md': 'x' });
    const server = await startGitServer(folder, { tok: 'read' });
    t.after(() => server.close());
    const access = { url: `${server.url}/site.git`, authorization: basic('tok') };
    const work = join(folder, 'work.git');
    await initBare(work);
    await fetchCommit(work, access, { branch: 'main' });
    await assert.rejects(pushBranch(work, access, base, 'docent/x'), { code: 'forge_access_denied' });
    await assert.rejects(fetchCommit(work, access, { branch: 'nope' }), { code: 'ref_not_found' });
    server.down = true;
    await assert.rejects(remoteBranch(access, 'main'), { code: 'forge_unavailable' });
  });
});

describe('a hostile repository', () => {
  test('runs nothing: hooks, filters, fsmonitor and an alternates command of a local repository stay silent', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'evil.git');
    const marker = join(folder, 'ran');
    const base = await commitFiles(origin, {
      '.gitattributes': '*.md filter=evil diff=evil\n',
      'index.md': 'x\n',
      '.gitmodules': '[submodule "a"]\n\tpath = a\n\turl = ../evil\n',
    });
    const run = `touch ${marker}`;
    for (const key of [
      'core.fsmonitor',
      'core.alternateRefsCommand',
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.evil.textconv',
      'diff.external',
      'uploadpack.packObjectsHook',
      'core.sshCommand',
      'credential.helper',
    ]) {
      await git(['config', key, run], { gitDir: origin });
    }
    await mkdir(join(origin, 'hooks'), { recursive: true });
    for (const hook of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'post-checkout',
    ]) {
      await writeFile(join(origin, 'hooks', hook), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
    }
    const work = join(folder, 'work.git');
    await initBare(work);
    const access = { url: origin, authorization: null };
    await fetchCommit(work, access, { branch: 'main' });
    const commit = await commitChanges(work, {
      parent: base,
      changes: new Map([['index.md', 'y\n']]),
      message: 'm\n',
      time: 1,
    });
    await diffCommits(work, base, commit);
    await pushBranch(work, access, commit, 'docent/job');
    assert.equal((await readdir(folder)).includes('ran'), false);
  });

  test('symlinks and submodules are told apart from files and never followed', async (t) => {
    const folder = await temporaryFolder(t);
    const gitDir = join(folder, 'x.git');
    await commitFiles(gitDir, { 'index.md': 'x\n' });
    const target = (await git(['hash-object', '-w', '--stdin'], { gitDir, input: '/etc/passwd' }))
      .toString()
      .trim();
    const tree = await git(['mktree'], {
      gitDir,
      input: `120000 blob ${target}\tleak.md\n160000 commit ${'1'.repeat(40)}\tsub\n`,
    });
    const commit = await git(['commit-tree', '-m', 'x', tree.toString().trim()], {
      gitDir,
      env: {
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@b',
      },
    });
    const entries = await listTree(gitDir, commit.toString().trim());
    assert.equal(entries.get('leak.md')?.kind, 'symlink');
    assert.equal(entries.get('sub')?.kind, 'submodule');
  });
});

test('branch names that git could read as an option, a path or a revision are refused', () => {
  for (const name of [
    '--upload-pack=x',
    '-f',
    '',
    'a..b',
    'a b',
    'a~1',
    'a^{tree}',
    'a:b',
    '/a',
    'a/',
    '.hidden',
    'a/.b',
    'x.lock',
    'a\nb',
    '@{-1}',
    'a//b',
  ]) {
    assert.throws(() => checkBranchName(name), { code: 'ref_not_found' }, name);
  }
  for (const name of ['main', 'release/1.2', 'feature_x', 'docent/job-1', 'docs@v2', 'fix/#12-añadir', 'c++'])
    assert.equal(checkBranchName(name), name);
});

test('a repository that a crash left half made is made whole, and keeps what it has', async (t) => {
  const gitDir = join(await temporaryFolder(t), 'half.git');
  const commit = await commitFiles(gitDir, { 'index.md': 'one\n' });
  for (const part of ['HEAD', 'config', 'objects/pack']) {
    await rm(join(gitDir, part), { recursive: true });
    await initBare(gitDir);
    assert.equal(await hasCommit(gitDir, commit), true, part);
    assert.equal((await git(['rev-parse', '--is-bare-repository'], { gitDir })).toString(), 'true\n', part);
  }
});
