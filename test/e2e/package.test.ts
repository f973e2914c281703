// What `npm pack` makes runs by itself: built, beside nothing but the dependencies that it names.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { docsFolder } from '../helpers/docs-folder.ts';
import { root } from '../helpers/source-files.ts';

const run = promisify(execFile);
type Description = { version: string; files: string[]; dependencies: Record<string, string> };

let folder: string;
let docs: Awaited<ReturnType<typeof docsFolder>>;
before(async () => {
  [folder, docs] = await Promise.all([mkdtemp(join(tmpdir(), 'docent-package-')), docsFolder()]);
});
after(() => Promise.all([rm(folder, { recursive: true }), docs.remove()]));

test('the package holds what it runs, and no sources', async () => {
  const modules = join(folder, 'node_modules');
  const description = await readDescription();
  const packed = join(modules, 'docent');
  await mkdir(packed, { recursive: true });
  // Like the tarball: what `files` names, with the names that a checkout has.
  await run(process.execPath, ['scripts/build.ts', join(packed, 'dist')], { cwd: root });
  for (const name of ['package.json', 'bin', 'LICENSE', 'README.md'])
    await run('cp', ['-R', join(root, name), packed]);
  const platform = `${process.platform}/${process.arch}`;
  const onnxRuntime = join(packed, 'dist/server/onnxruntime');
  await run(process.execPath, ['scripts/pack-onnxruntime.ts', onnxRuntime, platform], { cwd: root });
  for (const name of Object.keys(description.dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }

  const { stdout: list } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packed,
    maxBuffer: 2 ** 24,
  });
  const paths = [JSON.parse(list) as { files: { path: string }[] }[]]
    .flat(2)
    .flatMap(({ files }) => files.map(({ path }) => path));
  for (const path of [
    'LICENSE',
    'README.md',
    'bin/docent.js',
    'dist/server/main.js',
    'dist/server/content/parse-worker.js',
    'dist/server/agent/checks/check-worker.js',
    'dist/dashboard/packaged/index.html',
    'dist/widget/packaged/widget.js',
  ])
    assert.ok(paths.includes(path), path);
  assert.deepEqual(
    paths.filter((path) => /\.tsx?$|\.test\.|^(src|test|bench|web)\//.test(path)),
    [],
  );

  const docent = (...words: string[]) =>
    run(process.execPath, [join(packed, 'bin/docent.js'), ...words], {
      cwd: folder,
      env: { ...process.env, DOCENT_EMBEDDING_MODEL: 'none' },
    });
  assert.equal((await docent('--version')).stdout, `${description.version}\n`);
  const { stdout } = await docent('ask', 'How do I install Harbour on Linux?', docs.path);
  assert.match(stdout, /\*\*Install Harbour › Linux\*\* \(\[1\]\(\/guide\/install#linux\)\)/);

  const models = join(folder, 'models');
  await writeFile(
    join(folder, 'embed.mjs'),
    `import { createMiniLm } from './node_modules/docent/dist/server/retrieval/embedding/minilm.js';
    const model = createMiniLm(${JSON.stringify(models)});
    console.log((await model.embedQuery('How do I install it?')).length);
    await model.close();`,
  );
  const embedded = await run(process.execPath, [join(folder, 'embed.mjs')]);
  assert.equal(embedded.stdout, '384\n');
  assert.ok((await readdir(models)).some((name) => name.startsWith('onnxruntime-')));
});

async function readDescription(): Promise<Description> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Description;
}
