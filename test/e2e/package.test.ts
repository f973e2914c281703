// What `npm pack` makes runs by itself: built, beside nothing but the dependencies that it names.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { docsFolder } from '../helpers/docs-folder.ts';
import { eventually } from '../helpers/eventually.ts';
import { post } from '../helpers/server.ts';
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
    'dist/server/parse-worker.js',
    'dist/server/check-worker.js',
    'dist/server/LICENSES.txt',
    'dist/dashboard/packaged/index.html',
    'dist/widget/packaged/widget.js',
  ])
    assert.ok(paths.includes(path), path);
  assert.deepEqual(
    paths.filter((path) => /\.tsx?$|\.test\.|^(src|test|bench|web)\//.test(path)),
    [],
  );

  const licenses = await readFile(join(packed, 'dist/server/LICENSES.txt'), 'utf8');
  assert.doesNotMatch(licenses, /^==== .+\n\n/m, 'each says whose it is');
  assert.match(licenses, /^==== pg-types [^=]+Permission is hereby granted/m, 'from a README');

  // Not earlier: npm compresses what it lists.
  const platform = `${process.platform}/${process.arch}`;
  const onnxRuntime = join(packed, 'dist/server/onnxruntime');
  await run(process.execPath, ['scripts/pack-onnxruntime.ts', onnxRuntime, platform], { cwd: root });

  const docent = (...words: string[]) =>
    run(process.execPath, [join(packed, 'bin/docent.js'), ...words], {
      cwd: folder,
      env: { ...process.env, DOCENT_EMBEDDING_MODEL: 'none' },
    });
  assert.equal((await docent('--version')).stdout, `${description.version}\n`);
  const { stdout } = await docent('ask', 'How do I install Harbour on Linux?', docs.path);
  assert.match(stdout, /\*\*Install Harbour › Linux\*\* \(\[1\]\(\/guide\/install#linux\)\)/);

  await servesItsFiles(join(packed, 'bin/docent.js'));

  const models = join(folder, 'models');
  await mkdir(join(models, 'onnxruntime-0.0.1-linux-x64.left'), { recursive: true });
  await writeFile(
    join(folder, 'embed.mjs'),
    `import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    const workerData = { model: { kind: 'minilm' }, folder: ${JSON.stringify(models)}, isBackground: false };
    const worker = new Worker(new URL('node_modules/docent/dist/server/onnx-worker.js', import.meta.url), { workerData });
    worker.postMessage({ id: 1, request: { texts: ['How do I install it?'] } });
    const [{ answer, error }] = await once(worker, 'message');
    console.log(error ?? answer[0].length);
    await worker.terminate();`,
  );
  const embedded = await run(process.execPath, [join(folder, 'embed.mjs')]);
  assert.equal(embedded.stdout, '384\n');
  const unpacked = (await readdir(models)).filter((name) => name.startsWith('onnxruntime-'));
  assert.equal(unpacked.length, 1, 'what an earlier version left is removed');
  assert.equal(unpacked[0]!.endsWith('.left'), false);
});

/** One server from the package: dashboard, widget, public page and text for agents are in it. */
async function servesItsFiles(command: string): Promise<void> {
  const server = spawn(process.execPath, [command, 'serve', docs.path, '--json', '--port', '0'], {
    cwd: folder,
    env: { ...process.env, DOCENT_EMBEDDING_MODEL: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), ended]);
    const { url, domain } = JSON.parse(line as string) as { url: string; domain: string };
    const get = async (path: string) => {
      const answer = await fetch(url + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      return { status: answer.status, text: await answer.text() };
    };
    // The first requests may come before the files are read.
    const page = await eventually(
      () => get('/'),
      ({ status }) => status !== 503,
    );
    const [, script] = /src="(\/-\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
    assert.ok(script, page.text);
    for (const path of [script, '/widget.js', `/ask/${domain}`, `/${domain}/llms.txt`])
      assert.equal((await get(path)).status, 200, path);
    const client = { redirect_uris: ['http://127.0.0.1/callback'] };
    const registered = await post(`${url}/oauth/register`, undefined, client);
    assert.equal(registered.status, 201, 'the authorization server is in it, too');
  } finally {
    server.kill();
    await ended;
  }
}

async function readDescription(): Promise<Description> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Description;
}
