import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFolder, docent, serve } from '../helpers/run-docent.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';

test('a project of a repository is added, examined and served; its last index answers when the repository is gone', async (context) => {
  const folder = await temporaryFolder(context);
  const origin = join(folder, 'harbour.git');
  await commitFiles(origin, { 'docs/index.md': '# Harbour\n\n[gone](gone.md)', 'README.md': '# Not docs' });
  const data = await dataFolder();
  context.after(data.remove);
  const options = ['--data', data.path];
  const url = `file://${origin}`;
  const added = await docent(['projects', 'add', '--git', url, '--root', 'docs', '--json', ...options]);
  assert.equal(added.code, 0, added.stderr);
  const project = JSON.parse(added.stdout);
  assert.deepEqual(
    [project.domain, project.sources],
    ['harbour', [{ kind: 'git', url, trusted: true, root: 'docs' }]],
  );
  const examined = await docent(['doctor', '--project', 'harbour', '--json', ...options]);
  assert.equal(JSON.parse(examined.stdout).pages, 1);

  for (const isThere of [true, false]) {
    if (!isThere) await rename(origin, join(folder, 'renamed.git'));
    const served = await serve(['--project', 'harbour', ...options]);
    context.after(() => served.child.kill('SIGKILL'));
    const health = await fetch(`${served.ready.url}/readyz`);
    assert.equal(health.status, 200);
    assert.equal(served.ready.assistantKey !== undefined, isThere, 'the first keys are shown once');
    served.child.kill('SIGTERM');
    assert.equal(await served.exit, 0);
  }
});

test('what the options do not name clearly is refused', async () => {
  for (const [words, sentence] of [
    [['add'], /Name the docs/],
    [['add', '.', '--git', 'https://example.com/x'], /Name the docs/],
    [['add', '.', '--branch', 'main'], /--branch and --root are for --git/],
    [['add', '.', '--urls', '{"prefx": 1}'], /--urls cannot be read for prefx/],
    [['add', '--git', 'https://user:secret@example.com/x'], /must not contain a password/],
    [['add', '--site', 'https://secret@example.com/x'], /must not contain a password/],
    [['connect', 'https://secret@example.com/x'], /must not contain a password/],
  ] as const) {
    const { code, stderr } = await docent(['projects', ...words]);
    assert.notEqual(code, 0);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /secret/);
  }
});
