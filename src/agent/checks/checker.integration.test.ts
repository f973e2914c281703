import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckFailure, createChecker } from './checker.ts';

test('a page that takes too long is given up, and the next page is read', async (t) => {
  const checker = createChecker({ cpuLimit: 400, maxMegabytes: 512 });
  t.after(() => checker.close());
  const hostile = `${'*a_ '.repeat(60_000)}\n${'['.repeat(60_000)}`;
  await assert.rejects(checker.run('scan', 'hostile.md', hostile, 'plain'), CheckFailure);
  assert.equal((await checker.run('scan', 'b.md', '# Fine\n', 'plain')).title, 'Fine');
});

test('a page that takes too much memory is given up, and the next page is read', async (t) => {
  const checker = createChecker({ cpuLimit: 60_000, maxMegabytes: 48 });
  t.after(() => checker.close());
  const hostile = '{'.repeat(400_000);
  const given = { name: 'Error', message: /too much memory/ };
  await assert.rejects(checker.run('parse', 'hostile.yaml', hostile), given);
  assert.equal(await checker.run('parse', 'fine.yaml', 'a: 1\n'), null);
});

test('what could not be read once is not tried again', async (t) => {
  const checker = createChecker({ cpuLimit: 300, maxMegabytes: 512 });
  t.after(() => checker.close());
  const hostile = '"'.repeat(300_000);
  await assert.rejects(checker.run('parse', 'hostile.yaml', hostile), CheckFailure);
  checker.close();
  // A closed checker would begin a new process for a new question.
  await assert.rejects(checker.run('parse', 'hostile.yaml', hostile), CheckFailure);
});

test('MDX is compiled and never run', async (t) => {
  const checker = createChecker();
  t.after(() => checker.close());
  const evil = 'export const x = process.exit(3)\n\n{process.exit(3)}\n';
  assert.equal(await checker.run('compile', 'a.mdx', evil), null);
  assert.match((await checker.run('compile', 'a.mdx', '<A>\n\n{1 +}\n')) ?? '', /\(line \d/);
});

test('live secrets are found by kind and line, placeholders in connection strings are not', async (t) => {
  const checker = createChecker();
  t.after(() => checker.close());
  const key = `ghp_${'a1B2'.repeat(9)}`;
  const found = await checker.run(
    'secrets',
    'a.md',
    `# T\n\npostgres://user:password@localhost/db\n\n    ${key}\n`,
  );
  assert.deepEqual(
    found.map(({ kind, line }) => ({ kind, line })),
    [{ kind: 'github', line: 5 }],
  );
  assert.equal(JSON.stringify(found).includes(key), false);
  const own = await checker.run(
    'secrets',
    'b.md',
    `svc_${'a1B2c3D4'.repeat(4)} and svc_dsc_${'a1B2c3D4'.repeat(4)}\n`,
  );
  assert.deepEqual(
    own.map(({ kind, line }) => ({ kind, line })),
    [{ kind: 'admin-key', line: 1 }],
  );
});
