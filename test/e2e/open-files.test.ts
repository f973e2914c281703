// A process that may open few files: what then fails says so, and nothing is taken for missing or ends the server.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { dataFolder } from '../helpers/run-docent.ts';
import { root } from '../helpers/source-files.ts';

const skip = process.platform !== 'linux' && 'limits files by `ulimit`, and reads the limit from /proc';

type Ended = { code: number; stdout: string; stderr: string };

/** Runs Node where only so many files may be open. */
function nodeWith(limit: number, ...args: string[]): Promise<Ended> {
  const command = ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, ...args];
  return new Promise((resolve) =>
    execFile('sh', command, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    ),
  );
}

test('a command that may open too few files says so, and what to do', { skip }, async () => {
  const [docs, data] = await Promise.all([docsFolder(), dataFolder()]);
  const words = ['index', docs.path, '--data', data.path];
  const { code, stderr } = await nodeWith(100, join(root, 'bin/docent.js'), ...words);
  assert.equal(stderr.split('. ')[0], 'docent: Docent may not open enough files');
  assert.equal(code, 4);
  await Promise.all([docs.remove(), data.remove()]);
});

test('a file or folder that cannot be opened for that is not left out of the docs', { skip }, async () => {
  const docs = await docsFolder({ 'a.md': '# A' });
  const { stdout, stderr } = await nodeWith(
    60,
    '--input-type=module',
    '-e',
    `import { openSync } from 'node:fs';
     import { readListed } from ${JSON.stringify(join(root, 'src/content/sources/read-listed.ts'))};
     import { openFolder } from ${JSON.stringify(join(root, 'src/content/sources/folder.ts'))};
     import { openSandbox } from ${JSON.stringify(join(root, 'src/lib/sandbox/sandbox.ts'))};
     const read = readListed(${JSON.stringify(docs.path)}, ['a.md']);
     const sandbox = openSandbox(new URL('file:///none.ts'), { size: 1, maxMegabytes: 50 });
     try { for (;;) openSync('/dev/null'); } catch {}
     const outcome = (what) => what.then(JSON.stringify, ({ code }) => code);
     console.log(await outcome(read('a.md')), await outcome(openFolder(${JSON.stringify(docs.path)})), await outcome(sandbox.run({}, 1_000)));`,
  );
  assert.equal(stdout, 'EMFILE EMFILE EMFILE\n', stderr);
  await docs.remove();
});
