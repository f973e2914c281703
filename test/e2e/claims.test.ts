// What people see of `docent claims`: the lines, the JSON and the exit code, over real git.
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { docent } from '../helpers/run-docent.ts';

const page = `# Options

| option | default |
|---|---|
| \`--port <n>\` | \`3000\` |
| \`--host <name>\` | \`localhost\` |
| \`--quiet\` | \`false\` |
`;
const code = (port: number) => `program
  .option('--port <n>', 'port', ${port})
  .option('--host <name>', 'host', 'localhost')
  .option('--quiet', 'say nothing', false);
`;

test('claims since a commit, in a folder, and beside a link that leads out', async (t) => {
  const folder = await temporaryFolder(t);
  const docs = join(folder, 'docs');
  await mkdir(docs);
  await writeFile(join(docs, 'options.md'), page);
  const gitDir = join(folder, 'product.git');
  const first = await commitFiles(gitDir, { 'src/cli.ts': code(3000), 'docs/options.md': page });
  const since = (ref: string, ...more: string[]) =>
    docent(['claims', docs, '--code', gitDir, '--since', ref, ...more]);
  assert.deepEqual(await since(first), {
    code: 0,
    stdout: '0 claims: 0 holds, 0 contradicted, 0 gone, 0 unknown\n',
    stderr: '',
  });
  const second = await commitFiles(gitDir, {
    'src/cli.ts': code(8080).replace(/ {2}\.option\('--host.*\n/, ''),
  });
  const changed = await since(first);
  assert.equal(changed.code, 1);
  assert.deepEqual(changed.stdout.split('\n').slice(0, 2), [
    'contradicted options.md:5  default --port: 3000  (src/cli.ts:2)',
    'gone         options.md:6  flag --host  (src/cli.ts:3)',
  ]);
  await commitFiles(gitDir, { 'README.md': 'Hello.\n' });
  assert.equal((await since(second)).code, 0);
  const { code: exit, stdout } = await docent(['claims', docs, '--code', gitDir, '--json']);
  assert.equal(exit, 1);
  const claims = JSON.parse(stdout) as Record<string, unknown>[];
  assert.deepEqual(claims[0], {
    kind: 'flag',
    text: '--port',
    page: 'options.md',
    line: 5,
    status: 'holds',
    evidence: [{ path: 'src/cli.ts', line: 2 }],
  });
  const missing = await since('v9');
  assert.equal(missing.code, 3);
  assert.match(missing.stderr, /no commit v9/);
  assert.equal((await docent(['claims', docs])).code, 2);

  const outside = join(folder, 'outside.ts');
  await writeFile(outside, code(3000));
  const checkout = join(folder, 'checkout');
  await mkdir(checkout);
  await symlink(outside, join(checkout, 'cli.ts'));
  const linked = await docent(['claims', docs, '--code', checkout]);
  assert.match(linked.stdout, /^6 claims: 0 holds/);
});
