import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { showFile } from '../../test/helpers/git-server.ts';
import { commitFiles, temporaryFolder } from '../../test/helpers/repository.ts';
import { initBare, pushBranch, remoteBranch } from '../git/bare-repository.ts';
import { fetchCommit } from '../git/fetch.ts';
import { commitChanges, type FileChanges } from '../git/commit.ts';
import { git } from '../git/git.ts';
import { findMergeBase } from '../git/merge.ts';
import { type LocalForge, openLocal } from './local.ts';
import { readPullRequest, writePullRequest } from './local-pull-request.ts';

const pageUrl = (branch: string) => `http://localhost/pulls/${branch}`;
const branch = 'docent/job-1';

async function propose(forge: LocalForge, folder: string, changes: FileChanges): Promise<void> {
  const work = join(folder, 'work.git');
  await initBare(work);
  const access = await forge.access();
  const { defaultBranch } = await forge.inspect();
  const parent = await fetchCommit(work, access, { branch: defaultBranch });
  const commit = await commitChanges(work, { parent, changes, message: 'Fix\n', time: 1_760_000_000 });
  await pushBranch(work, access, commit, branch);
  await forge.openPullRequest({ branch, base: defaultBranch, title: 'Fix', body: 'Fixes it', draft: false });
}

async function cloneOf(files: Record<string, string>, folder: string): Promise<string> {
  const origin = join(folder, 'origin.git');
  await commitFiles(origin, files);
  const clone = join(folder, 'site');
  execFileSync('git', ['clone', '-q', origin, clone], { stdio: 'ignore' });
  return clone;
}

const status = (folder: string) => execFileSync('git', ['-C', folder, 'status', '--porcelain']).toString();

describe('a folder that is not a repository', () => {
  test('gets one in the data folder; merging writes the files back, deletes and all', async (t) => {
    const folder = await temporaryFolder(t);
    const docs = join(folder, 'docs');
    await mkdir(join(docs, 'guide'), { recursive: true });
    await mkdir(join(docs, '.git-backup'), { recursive: true });
    await writeFile(join(docs, 'index.md'), '# Home\n');
    await writeFile(join(docs, 'guide', 'old.md'), 'old\n');
    await writeFile(join(docs, '.env'), 'SECRET=1\n');
    const forge = await openLocal({ folder: docs, dataFolder: join(folder, 'data'), pageUrl });
    await propose(
      forge,
      folder,
      new Map([
        ['index.md', '# Hi\n'],
        ['guide/old.md', null],
        ['guide/new.md', 'new\n'],
      ]),
    );
    assert.equal(
      await readFile(join(docs, 'index.md'), 'utf8'),
      '# Home\n',
      'nothing is written before the merge',
    );

    const merged = await forge.merge(branch);
    assert.deepEqual(merged, { id: branch, url: pageUrl(branch), state: 'merged', draft: false });
    assert.equal(await readFile(join(docs, 'index.md'), 'utf8'), '# Hi\n');
    assert.equal(await readFile(join(docs, 'guide/new.md'), 'utf8'), 'new\n');
    await assert.rejects(readFile(join(docs, 'guide/old.md')), { code: 'ENOENT' });
    await assert.rejects(forge.merge(branch), { code: 'merge_conflict' });
  });

  test(
    'takes the other files when the name of one is not UTF-8',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const folder = await temporaryFolder(t);
      const docs = join(folder, 'docs');
      await mkdir(docs);
      await writeFile(join(docs, 'a.md'), 'a\n');
      await writeFile(
        Buffer.concat([Buffer.from(`${docs}/b`), Buffer.from([0xff]), Buffer.from('.md')]),
        'b\n',
      );
      const forge = await openLocal({ folder: docs, dataFolder: join(folder, 'data'), pageUrl });
      assert.equal(await showFile((await forge.access()).url, 'main', 'a.md'), 'a\n');
    },
  );

  test('a merge that a crash left half done is finished by whoever reads the folder next', async (t) => {
    const folder = await temporaryFolder(t);
    const docs = join(folder, 'docs');
    await mkdir(docs);
    await writeFile(join(docs, 'a.md'), 'a\n');
    const options = { folder: docs, dataFolder: join(folder, 'data'), pageUrl };
    const forge = await openLocal(options);
    await propose(forge, folder, new Map([['a.md', 'better\n']]));
    await forge.merge(branch);
    // As it is after a kill between the move of the branch and the writes to disk.
    const { url: gitDir } = await forge.access();
    await writePullRequest(gitDir, { ...(await readPullRequest(gitDir, branch))!, state: 'open' });
    await writeFile(join(docs, 'a.md'), 'a\n');

    for (const next of [await openLocal(options), await openLocal(options)]) {
      await next.access();
      assert.equal(await readFile(join(docs, 'a.md'), 'utf8'), 'better\n');
      assert.equal((await next.findPullRequest(branch, 'main'))?.state, 'merged');
      assert.equal(await showFile(gitDir, 'main', 'a.md'), 'better\n');
    }
  });

  test('a file that was edited meanwhile stops the merge, and nothing is written', async (t) => {
    const folder = await temporaryFolder(t);
    const docs = join(folder, 'docs');
    await mkdir(docs);
    await writeFile(join(docs, 'a.md'), 'a\n');
    await writeFile(join(docs, 'b.md'), 'b\n');
    const forge = await openLocal({ folder: docs, dataFolder: join(folder, 'data'), pageUrl });
    await propose(
      forge,
      folder,
      new Map([
        ['a.md', 'A\n'],
        ['b.md', 'B\n'],
      ]),
    );
    await writeFile(join(docs, 'b.md'), 'mine\n');
    await assert.rejects(forge.merge(branch), { code: 'merge_conflict', message: /b\.md/ });
    assert.equal(await readFile(join(docs, 'a.md'), 'utf8'), 'a\n');
    assert.equal((await forge.findPullRequest(branch, 'main'))?.state, 'open');
  });
});

test('files and folders that come and go while a plain folder is taken fail nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const docs = join(folder, 'docs');
  await mkdir(docs);
  await writeFile(join(docs, 'index.md'), '# Home\n');
  // A forge takes the folder once.
  const take = async () =>
    (await openLocal({ folder: docs, dataFolder: join(folder, 'data'), pageUrl })).access();
  const work = { isOver: false };
  const editors = Array.from({ length: 20 }, async (_, nth) => {
    while (!work.isOver) {
      await mkdir(join(docs, `${nth}`));
      await writeFile(join(docs, `${nth}`, 'a.md'), 'x\n');
      await writeFile(join(docs, `${nth}.md`), 'x\n');
      await rm(join(docs, `${nth}`), { recursive: true });
      await rm(join(docs, `${nth}.md`));
    }
  });
  for (let nth = 0; nth < 3; nth++) await take();
  work.isOver = true;
  await Promise.all(editors);
  const { url } = await take();
  const files = await git(['ls-tree', '-r', '--name-only', 'main'], { gitDir: url });
  assert.equal(files.toString(), 'index.md\n');
});

test(
  'a file that may not be read is named',
  { skip: process.getuid?.() === 0 && 'root may read all files' },
  async (t) => {
    const folder = await temporaryFolder(t);
    const docs = join(folder, 'docs');
    await mkdir(docs);
    await writeFile(join(docs, 'closed.md'), 'x\n', { mode: 0 });
    await assert.rejects(
      async () => (await openLocal({ folder: docs, dataFolder: join(folder, 'data'), pageUrl })).access(),
      { code: 'forge_access_denied', message: /^closed\.md may not be read/ },
    );
  },
);

test('in a shallow clone a pull request has no conflicts that are none, and is merged', async (t) => {
  const folder = await temporaryFolder(t);
  const origin = join(folder, 'origin.git');
  await commitFiles(origin, { 'docs/a.md': '# A\n' });
  await commitFiles(origin, { 'docs/a.md': '# A\n\nMore.\n', 'docs/b.md': '# B\n' });
  const clone = join(folder, 'site');
  const run = (...args: string[]) => execFileSync('git', args, { stdio: 'ignore' });
  run('clone', '-q', '--depth=1', `file://${origin}`, clone);
  const forge = await openLocal({ folder: join(clone, 'docs'), dataFolder: join(folder, 'data'), pageUrl });
  await propose(forge, folder, new Map([['docs/a.md', '# A\n\nOurs.\n']]));
  assert.equal((await forge.readPullRequest(branch)).hasConflicts, false);
  await writeFile(join(clone, 'docs/b.md'), '# B\n\nTheirs.\n');
  run('-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@x.org', 'commit', '-qam', 'Theirs');
  assert.equal((await forge.readPullRequest(branch)).hasConflicts, false);
  assert.equal((await forge.merge(branch)).state, 'merged');
  assert.equal(await readFile(join(clone, 'docs/a.md'), 'utf8'), '# A\n\nOurs.\n');
  assert.equal(await readFile(join(clone, 'docs/b.md'), 'utf8'), '# B\n\nTheirs.\n');
  assert.equal(status(clone), '');
});

test('a linked worktree is taken as a plain folder, and our own data never as docs', async (t) => {
  const folder = await temporaryFolder(t);
  const docs = join(folder, 'docs');
  await mkdir(join(docs, 'data'), { recursive: true });
  await writeFile(join(docs, '.git'), 'gitdir: /elsewhere\n');
  await writeFile(join(docs, 'index.md'), '# Home\n');
  await writeFile(join(docs, 'data', 'docent.sqlite'), 'keys');
  const forge = await openLocal({ folder: docs, dataFolder: join(docs, 'data'), pageUrl });
  const { url } = await forge.access();
  const files = await git(['ls-tree', '-r', '--name-only', 'main'], { gitDir: url });
  assert.equal(files.toString(), 'index.md\n');
});

describe('a folder within a working copy', () => {
  test('keeps its work tree clean when the pull request is merged', async (t) => {
    const folder = await temporaryFolder(t);
    const clone = await cloneOf({ 'docs/index.md': '# Home\n', 'src/x.js': '1\n' }, folder);
    const forge = await openLocal({ folder: join(clone, 'docs'), dataFolder: join(folder, 'data'), pageUrl });
    assert.equal(forge.docsRoot, 'docs');
    await propose(forge, folder, new Map([['docs/index.md', '# Hi\n']]));
    assert.equal(status(clone), '');
    await forge.merge(branch);
    assert.equal(await readFile(join(clone, 'docs/index.md'), 'utf8'), '# Hi\n');
    assert.equal(status(clone), '');
  });

  test('a branch that conflicts with what was committed meanwhile is refused in words', async (t) => {
    const folder = await temporaryFolder(t);
    const clone = await cloneOf({ 'index.md': '# Home\n' }, folder);
    const forge = await openLocal({ folder: clone, dataFolder: join(folder, 'data'), pageUrl });
    await propose(forge, folder, new Map([['index.md', '# Hi\n']]));
    await writeFile(join(clone, 'index.md'), '# Other\n');
    execFileSync('git', [
      '-C',
      clone,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-qam',
      'other',
    ]);
    await assert.rejects(forge.merge(branch), { code: 'merge_conflict', message: /by hand/ });
    const access = await forge.access();
    const [head, base] = [(await remoteBranch(access, branch))!, (await remoteBranch(access, 'main'))!];
    const began = execFileSync('git', ['-C', clone, 'rev-parse', 'main~1']).toString().trim();
    assert.equal(await findMergeBase(join(folder, 'side'), access, [head, base]), began);
  });

  for (const how of ['--squash', '--no-ff'])
    test(`shows what a person merged with git merge ${how} and other changes as merged`, async (t) => {
      const folder = await temporaryFolder(t);
      const clone = await cloneOf({ 'index.md': '# Home\n', 'other.md': 'a\n' }, folder);
      const by = (...args: string[]) =>
        execFileSync('git', ['-C', clone, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
          stdio: 'ignore',
        });
      const forge = await openLocal({ folder: clone, dataFolder: join(folder, 'data'), pageUrl });
      await propose(forge, folder, new Map([['index.md', '# Hi\n']]));
      await writeFile(join(clone, 'other.md'), 'b\n');
      by('commit', '-qam', 'other');
      assert.equal((await forge.findPullRequest(branch, 'main'))!.state, 'open');
      by('merge', how, '-m', 'batch', branch);
      if (how === '--squash') by('commit', '-qam', 'batch');
      assert.equal((await forge.findPullRequest(branch, 'main'))!.state, 'merged');
      await assert.rejects(forge.merge(branch), { message: /already merged/ });
    });

  test('never takes a branch without a change for merged', async (t) => {
    const folder = await temporaryFolder(t);
    const clone = await cloneOf({ 'index.md': '# Home\n' }, folder);
    const forge = await openLocal({ folder: clone, dataFolder: join(folder, 'data'), pageUrl });
    await propose(forge, folder, new Map([['index.md', '# Home\n']]));
    assert.equal((await forge.findPullRequest(branch, 'main'))!.state, 'open');
  });
});

describe('a bare repository', () => {
  test('merges on the base branch, opens one pull request however often asked, and closes', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'site.git');
    await commitFiles(origin, { 'index.md': '# Home\n' });
    const forge = await openLocal({ folder: origin, dataFolder: join(folder, 'data'), pageUrl });
    await propose(forge, folder, new Map([['index.md', '# Hi\n']]));
    const again = await forge.openPullRequest({
      branch,
      base: 'main',
      title: 'Other',
      body: '',
      draft: true,
    });
    assert.equal(again.draft, false, 'the open one was adopted');
    assert.equal((await forge.merge(branch)).state, 'merged');
    assert.equal(await showFile(origin, 'main', 'index.md'), '# Hi\n');
    await assert.rejects(forge.close(branch), { code: 'merge_conflict', message: /already merged/ });
  });

  test('closes a pull request and leaves the base branch as it is', async (t) => {
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'site.git');
    await commitFiles(origin, { 'index.md': '# Home\n' });
    const forge = await openLocal({ folder: origin, dataFolder: join(folder, 'data'), pageUrl });
    await propose(forge, folder, new Map([['index.md', '# Hi\n']]));
    assert.equal((await forge.close(branch)).state, 'closed');
    assert.equal(await showFile(origin, 'main', 'index.md'), '# Home\n');
    await assert.rejects(forge.merge(branch), { code: 'merge_conflict', message: /already closed/ });
  });

  test('a missing folder, and a repository without commits, are told in words', async (t) => {
    const folder = await temporaryFolder(t);
    const dataFolder = join(folder, 'data');
    await assert.rejects(openLocal({ folder: join(folder, 'none'), dataFolder, pageUrl }), {
      code: 'repository_not_found',
    });
    await initBare(join(folder, 'empty.git'));
    const empty = await openLocal({ folder: join(folder, 'empty.git'), dataFolder, pageUrl });
    assert.equal((await empty.inspect()).defaultBranch, '');
  });
});
