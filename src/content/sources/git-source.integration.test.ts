import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf, type TestDeployment } from '../../../test/helpers/deployment.ts';
import { type GitServer, startGitServer } from '../../../test/helpers/git-server.ts';
import { commitFiles, temporaryFolder } from '../../../test/helpers/repository.ts';
import { initBare } from '../../git/bare-repository.ts';
import { git } from '../../git/git.ts';
import { listPaths, missingBlobs } from '../../git/objects.ts';
import { hasChanges } from '../../deployments/has-changes.ts';
import { readSources } from '../../deployments/read-sources.ts';
import type { GitOrigin } from '../../store/project-sources.ts';
import { refusalOf } from '../../../test/helpers/refusal.ts';

type Scene = {
  server: GitServer;
  /** The served repository. */
  origin: string;
  commit(files: Record<string, string | Uint8Array | null>, branch?: string): Promise<string>;
  project(origin?: Partial<GitOrigin>, token?: string): Promise<TestDeployment>;
};

const token = 'tok-very-secret';

async function scene(context: TestContext): Promise<Scene> {
  const folder = await temporaryFolder(context);
  const origin = join(folder, 'docs.git');
  const server = await startGitServer(folder, { [token]: 'read' });
  context.after(() => server.close());
  return {
    server,
    origin,
    commit: (files, branch) => commitFiles(origin, files, branch),
    project: (changes = {}, secret = token) =>
      projectOf(context, [{ kind: 'git', url: `${server.url}/docs.git`, trusted: true, ...changes }], {
        credentials: { [server.url]: secret },
        privateHosts: ['127.0.0.1'],
      }),
  };
}

/** The clone that a project's docs are fetched into. */
async function cloneOf({ deps, project }: TestDeployment): Promise<string> {
  const folder = join(deps.sources.sourceFolder, project.id);
  const [name] = await readdir(folder);
  return join(folder, name!);
}

test('Docs of a branch and folder of a private repository are read at their commit', async (context) => {
  const { commit, project } = await scene(context);
  await commit({ 'docs/index.md': '# Main' });
  const sha = await commit(
    { 'site/docs/index.md': '# Home', 'site/docs/a/b.md': 'deep', 'other.md': 'no' },
    'next',
  );
  const site = await project({ branch: 'next', root: '/site/docs/' });
  await site.deploy();
  assert.deepEqual([...(await site.pages()).keys()].sort(), ['', 'a/b']);
  const [deployment] = await site.deployments();
  assert.deepEqual(deployment?.commit, {
    sha,
    ref: 'next',
    message: 'Change the docs',
    filesChanged: { added: [], modified: [], removed: [] },
  });
});

test('Only what changed is fetched and parsed again; what was moved or removed is exactly so', async (context) => {
  const { commit, project } = await scene(context);
  await commit({
    'docs/stays.md': 'stays',
    'docs/changes.md': 'one',
    'docs/moves.md': 'moves',
    'docs/goes.md': 'goes',
    'docs/picture.png': new Uint8Array(2000),
    'src/code.ts': 'code',
  });
  const site = await project({ root: 'docs' });
  await site.deploy();
  const clone = await cloneOf(site);
  const objects = async () => (await git(['count-objects', '-v'], { gitDir: clone })).toString();
  const packed = async () => Number(/in-pack: (\d+)/.exec(await objects())?.[1]);
  const before = await packed();
  const again = await site.deploy();
  assert.deepEqual([again.unchanged, await packed()], [4, before]);

  await commit({
    'docs/changes.md': 'two',
    'docs/moves.md': null,
    'docs/moved.md': 'moves',
    'docs/goes.md': null,
    'src/code.ts': 'other code',
  });
  const result = await site.deploy();
  assert.deepEqual([result.unchanged, result.changed, result.added, result.removed], [1, 1, 1, 2]);
  assert.deepEqual([...(await site.pages()).keys()].sort(), ['changes', 'moved', 'stays']);
  // The commit, its three trees and the one file whose content is new.
  assert.equal((await packed()) - before, 5);
  const [deployment] = await site.deployments();
  assert.deepEqual(deployment?.commit?.filesChanged, {
    added: ['docs/moved.md'],
    modified: ['docs/changes.md'],
    removed: ['docs/goes.md', 'docs/moves.md'],
  });
});

test('Pictures, and files outside of the docs folder, are never fetched, but for configurations of the docs', async (context) => {
  const { commit, project } = await scene(context);
  await commit({
    'docs/a.md': 'a',
    'docs/b.png': new Uint8Array(9),
    'src/code.ts': 'code',
    'secret.md': 'no',
    'mkdocs.yml': 'site_url: https://example.org/kit/',
  });
  const site = await project({ root: 'docs' });
  await site.deploy();
  const gitDir = await cloneOf(site);
  const missing = await missingBlobs(gitDir, 'refs/docent/base');
  const paths = await listPaths(gitDir, 'refs/docent/base');
  const left = paths.filter(({ id }) => missing.has(id)).map(({ path }) => path);
  assert.deepEqual(left, ['docs/b.png', 'secret.md', 'src/code.ts']);
  assert.equal((await site.pages()).get('a')?.url, 'https://example.org/kit/a/');
});

test('A link to a file inside is that file; links that leave the docs and submodules are skipped with a warning', async (context) => {
  const { commit, origin, project } = await scene(context);
  await commit({ 'docs/a.md': 'text', 'docs/deep/b.md': 'b', 'secret.md': 'secret' });
  const link = async (target: string) =>
    (await git(['hash-object', '-w', '--stdin'], { gitDir: origin, input: target })).toString().trim();
  const docs = (await git(['rev-parse', 'main:docs'], { gitDir: origin })).toString().trim();
  const entries = await git(['ls-tree', docs], { gitDir: origin });
  const made = await git(['mktree'], {
    gitDir: origin,
    input: [
      entries.toString().trim(),
      `120000 blob ${await link('deep/b.md')}\tinside.md`,
      `120000 blob ${await link('inside.md')}\tchain.md`,
      `120000 blob ${await link('../secret.md')}\tout.md`,
      `120000 blob ${await link('/etc/passwd')}\tpasswd.md`,
      `120000 blob ${await link('round.md')}\tround.md`,
      `120000 blob ${await link('deep')}\tfolder`,
      `160000 commit ${'1'.repeat(40)}\tsub`,
      '',
    ].join('\n'),
  });
  const root = await git(['mktree'], {
    gitDir: origin,
    input: `040000 tree ${made.toString().trim()}\tdocs\n`,
  });
  const author = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const sha = await git(['commit-tree', '-m', 'links', root.toString().trim()], {
    gitDir: origin,
    env: author,
  });
  await git(['update-ref', 'refs/heads/main', sha.toString().trim()], { gitDir: origin });
  const site = await project({ root: 'docs' });
  const { warnings } = await site.deploy();
  const pages = await site.pages();
  assert.deepEqual([...pages.keys()].sort(), ['a', 'chain', 'deep/b', 'inside']);
  assert.match(pages.get('chain')?.markdown ?? '', /\bb\b/);
  assert.deepEqual(warnings.map(({ file }) => file).sort(), ['out.md', 'passwd.md', 'round.md', 'sub']);
});

test('A preview reads another branch of the same clone', async (context) => {
  const { commit, project } = await scene(context);
  await commit({ 'a.md': 'main' });
  const site = await project();
  await site.deploy();
  await commit({ 'a.md': 'main', 'new.md': 'new' }, 'feature/x');
  const preview = await readSources(site.deps.sources, site.project, { ref: 'feature/x' });
  assert.deepEqual(
    preview.parts[0]?.files.map(({ file }) => file),
    ['a.md', 'new.md'],
  );
  assert.equal(preview.commit?.ref, 'feature/x');
  assert.equal((await site.deploy()).unchanged, 1);
});

for (const [what, change, sentence] of [
  ['a branch that is not there', { branch: 'nope' }, /no branch or tag nope/],
  ['a folder that is not there', { root: 'nope' }, /no folder nope/],
  ['a branch that is an option', { branch: '--upload-pack=x' }, /not valid/],
] as const) {
  test(`${what} is one clear sentence`, async (context) => {
    const { commit, project } = await scene(context);
    await commit({ 'a.md': 'a' });
    assert.match((await refusalOf((await project(change)).deploy())).message, sentence);
  });
}

test('An empty repository, one without docs, one that is gone and one that is private are told apart', async (context) => {
  const { commit, origin, project, server } = await scene(context);
  await initBare(origin);
  const site = await project();
  assert.match((await refusalOf(site.deploy())).message, /no commits yet/);
  await commit({ 'code.ts': 'x' });
  assert.match((await refusalOf(site.deploy())).message, /no docs/);
  const gone = await project({ url: `${server.url}/renamed.git` });
  assert.match((await refusalOf(gone.deploy())).message, /renamed or removed/);
  const stranger = await project({}, 'wrong');
  const refusal = await refusalOf(stranger.deploy());
  assert.match(refusal.message, /refused our credentials/);
  assert.doesNotMatch(refusal.message, /wrong/);
});

test('A server that is down leaves the live index as it is, and the deployment says what happened', async (context) => {
  const { commit, project, server } = await scene(context);
  await commit({ 'a.md': 'a' });
  const site = await project();
  await site.deploy();
  server.down = true;
  const refusal = await refusalOf(site.deploy());
  assert.match(refusal.message, /could not be reached/);
  assert.deepEqual([...(await site.pages()).keys()], ['a']);
  assert.doesNotMatch(JSON.stringify([refusal, refusal.cause, await site.deployments()]), new RegExp(token));
});

test('A source that the operator did not name gets no credentials and reaches no private host', async (context) => {
  const { commit, origin, server } = await scene(context);
  await commit({ 'a.md': 'a' });
  for (const [url, sentence] of [
    [`${server.url}/docs.git`, /Only repositories at https/],
    [`file://${origin}`, /Only repositories at https/],
    [origin, /Only repositories at https/],
    ['ssh://git@127.0.0.1/docs.git', /Only repositories at https/],
    ['https://127.0.0.1/docs.git', /not on the public internet/],
    ['https://localhost/docs.git', /not on the public internet/],
  ] as const) {
    const site = await projectOf(context, [{ kind: 'git', url }], { credentials: { [server.url]: token } });
    assert.match((await refusalOf(site.deploy())).message, sentence, url);
  }
});

test('Polling sees a new commit, none, and a branch that is gone, without fetching', async (context) => {
  const { commit, origin, project } = await scene(context);
  await commit({ 'a.md': 'a' });
  await commit({ 'a.md': 'b' }, 'next');
  const site = await project({ branch: 'next' });
  assert.equal(await hasChanges(site.deps, site.project), 'some');
  await site.deploy();
  assert.equal(await hasChanges(site.deps, site.project), 'none');
  await commit({ 'a.md': 'c' }, 'next');
  assert.equal(await hasChanges(site.deps, site.project), 'some');
  await git(['update-ref', '-d', 'refs/heads/next'], { gitDir: origin });
  assert.equal(await hasChanges(site.deps, site.project), 'gone');
});

test('A server that cannot leave files out is read all the same', async (context) => {
  const { commit, project, server } = await scene(context);
  server.whole = true;
  await commit({ 'docs/a.md': 'a', 'docs/b.md': 'b', 'x.png': new Uint8Array(9) });
  const site = await project({ root: 'docs' });
  await site.deploy();
  await commit({ 'docs/a.md': 'changed' });
  const { changed, unchanged } = await site.deploy();
  assert.deepEqual([changed, unchanged], [1, 1]);
});
