import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepBundle, removeUnusedBundles } from './bundle-use.ts';

test('A bundle is removed a day after its last use, and one that a process runs from is kept for as long', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bundles-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const yesterday = Date.now() / 1000 - 86_400;
  for (const name of ['used', 'unused']) {
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), yesterday - 60, yesterday - 60);
  }
  t.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.now() });
  keepBundle(join(folder, 'used'));
  await removeUnusedBundles(folder);
  assert.deepEqual(readdirSync(folder), ['used']);
  t.mock.timers.tick(72 * 3_600_000);
  await removeUnusedBundles(folder);
  assert.deepEqual(readdirSync(folder), ['used']);
});
