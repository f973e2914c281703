import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorkers } from './worker-pool.ts';

test('A configuration that takes for ever to parse is given up, and the next one is read', async (context) => {
  const workers = openWorkers(1);
  context.after(() => workers.close());
  const hostile = { file: 'a.ts', texts: { 'a.ts': '<a>('.repeat(60) } };
  assert.deepEqual(await workers.run({ kind: 'config', source: hostile }, 500), { excess: 'time' });
  const good = { file: 'b.ts', texts: { 'b.ts': 'export default 1' } };
  assert.deepEqual(await workers.run({ kind: 'config', source: good }, 30_000), { exports: { default: 1 } });
});
