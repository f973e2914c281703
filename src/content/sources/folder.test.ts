import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DocentError } from '../../errors.ts';
import { configNames } from '../frameworks/claims.ts';
import { openFolder } from './folder.ts';
import { hashFiles, hashText } from './hash-files.ts';

async function folderOf(context: TestContext, files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-folder-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  return folder;
}

test('Files are listed in order, without node_modules and dot folders', async (context) => {
  const files = ['b.md', 'a/c.md', 'a/node_modules/x.md', '.git/x.md', '.vitepress/config.ts'];
  const folder = await folderOf(context, Object.fromEntries(files.map((file) => [file, ''])));
  assert.deepEqual((await openFolder(folder)).files, ['.vitepress/config.ts', 'a/c.md', 'b.md']);
});

test('Links that leave the folder or lead nowhere are skipped with a warning; a link to a file inside is that file', async (context) => {
  const outside = await folderOf(context, { 'secret.md': 'secret' });
  const folder = await folderOf(context, { 'a.md': 'text' });
  await symlink(join(outside, 'secret.md'), join(folder, 'out.md'));
  await symlink(outside, join(folder, 'outdir'));
  await symlink('missing.md', join(folder, 'lost.md'));
  await symlink('a.md', join(folder, 'same.md'));
  await symlink('.', join(folder, 'round'));
  const tree = await openFolder(folder);
  assert.deepEqual(tree.files, ['a.md', 'same.md']);
  assert.deepEqual(await tree.read('same.md'), { text: 'text', warning: null });
  assert.deepEqual(tree.warnings.map(({ file }) => file).sort(), ['lost.md', 'out.md', 'outdir']);
});

test('Files that may hold keys are not read, nor by a link to them; examples of them are', async (context) => {
  const closed = [
    '.env',
    '.env.local',
    '.npmrc',
    '.git/config',
    '.docent-data/docent.sqlite',
    'tls/server.key',
  ];
  const open = ['.env.example', '.github/help.md', 'a.md'];
  const folder = await folderOf(context, Object.fromEntries([...closed, ...open].map((file) => [file, 'x'])));
  for (const [at, file] of [...closed, '.github/help.md'].entries())
    await symlink(file, join(folder, `link${at}.md`));
  const tree = await openFolder(folder);
  assert.deepEqual(
    tree.files.filter((file) => file.startsWith('link')),
    ['link6.md'],
  );
  assert.equal(tree.warnings.filter(({ message }) => /may hold keys/.test(message)).length, closed.length);
  for (const file of ['.env', '.npmrc', 'tls/server.key']) assert.equal((await tree.read(file)).text, null);
  assert.equal((await tree.read('.env.example')).text, 'x');
});

test('Text that is not UTF-8 is read all the same, with a warning', async (context) => {
  const folder = await folderOf(context, {
    'latin.md': Uint8Array.of(0x63, 0x61, 0x66, 0xe9),
    'wide.md': Uint8Array.of(0xff, 0xfe, 0x61, 0),
    'marked.md': Uint8Array.of(0xef, 0xbb, 0xbf, 0x61),
  });
  const tree = await openFolder(folder);
  const latin = await tree.read('latin.md');
  assert.equal(latin.text, 'café');
  assert.match(latin.warning ?? '', /not UTF-8/);
  assert.deepEqual(await tree.read('wide.md'), { text: 'a', warning: null });
  assert.deepEqual(await tree.read('marked.md'), { text: 'a', warning: null });
});

test('A giant file and one that is gone are warnings', async (context) => {
  const folder = await folderOf(context, { 'big.md': new Uint8Array(20 * 1024 * 1024), 'gone.md': '' });
  const tree = await openFolder(folder);
  await rm(join(folder, 'gone.md'));
  assert.match((await tree.read('big.md')).warning ?? '', /too large \(20 MB/);
  assert.match((await tree.read('gone.md')).warning ?? '', /cannot be read/);
});

test('A missing folder or a file in its place is one clear sentence', async (context) => {
  const folder = await folderOf(context, { 'a.md': '' });
  for (const [path, sentence] of [
    [join(folder, 'none'), /There is no folder/],
    [join(folder, 'a.md'), /is a file/],
  ] as const) {
    await assert.rejects(openFolder(path), (error) => {
      assert.ok(error instanceof DocentError);
      assert.equal(error.code, 'not_found');
      assert.match(error.message, sentence);
      return true;
    });
  }
});

test('Files are known by the hashes of their texts; pictures and what holds secrets have none', async (context) => {
  const folder = await folderOf(context, {
    'a.md': '# A',
    'b.md': Buffer.from('\ufeff# A', 'utf16le'),
    'logo.png': new Uint8Array([0x89, 0x50, 0, 1]),
    '.env.local': 'TOKEN=x',
    'tls/server.pem': 'key',
  });
  const hashed = await hashFiles(await openFolder(folder));
  assert.deepEqual(
    hashed.map(({ path, sha256 }) => [path, sha256]),
    [
      ['.env.local', null],
      ['a.md', hashText('# A')],
      ['b.md', hashText('# A')],
      ['logo.png', null],
      ['tls/server.pem', null],
    ],
  );
});

test('Lines end in the same way however they were written', async (context) => {
  const folder = await folderOf(context, { 'a.md': 'one\r\ntwo\rthree\n' });
  assert.equal((await (await openFolder(folder)).read('a.md')).text, 'one\ntwo\nthree\n');
});

test('Known configurations above are found, up to the root of the repository', async (context) => {
  const top = await folderOf(context, {
    'mkdocs.yml': 'site_name: another',
    'repository/.git/config': '',
    'repository/docusaurus.config.js': 'module.exports = {}',
    'repository/secret.yml': 'no',
    'repository/website/sidebars.js': '',
    'repository/packages/kit/docs/a.md': 'text',
  });
  const above = await (await openFolder(join(top, 'repository/packages/kit/docs'), configNames)).above?.();
  assert.equal(above?.folder, 'packages/kit/docs');
  assert.deepEqual(above?.files.toSorted(), ['docusaurus.config.js', 'website/sidebars.js']);
  assert.equal((await above?.read('docusaurus.config.js'))?.text, 'module.exports = {}');
  for (const other of ['secret.yml', '../mkdocs.yml'])
    assert.equal((await above?.read(other))?.text, null, other);
  assert.equal(await (await openFolder(join(top, 'repository'), configNames)).above?.(), null);
});

test('Nothing is read that was not listed, nor in a folder that is for everyone', async (context) => {
  // The system's temporary folder may be its user's own.
  const shared = await folderOf(context, {
    'top/secret.txt': 'no',
    'top/open/mkdocs.yml': '',
    'top/open/docs/a.md': '',
  });
  await chmod(shared, 0o1777);
  const top = join(shared, 'top');
  await symlink(join(top, 'secret.txt'), join(top, 'open/docs/link.txt'));
  const tree = await openFolder(join(top, 'open/docs'), configNames);
  assert.equal((await tree.read('link.txt')).text, null);
  assert.deepEqual((await tree.above?.())?.files, ['open/mkdocs.yml']);
  await chmod(join(top, 'open'), 0o1777);
  assert.equal(await tree.above?.(), null);
});
