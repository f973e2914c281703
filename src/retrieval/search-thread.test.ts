import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import { buildIndex } from './build-index.ts';
import { openIndex } from './open-index.ts';
import { startSearchThread } from './search-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-search-thread-'));
const file = join(folder, 'docs.index');
await buildIndex(file, [
  makePage('install', '# Install\nUse the `setupWizard` of the installer.'),
  makePage('proxy', '# Proxy\nThe wizard asks for a proxy.'),
]);
const index = openIndex(file);
const thread = startSearchThread(file);
after(async () => {
  await thread.stop();
  index.close();
  rmSync(folder, { recursive: true });
});

test('a thread finds what a search in place finds, however many are asked at once', async () => {
  const queries = ['wizard', 'proxy', 'setup wizard', 'nothing of this'].map((text) => ({ text, limit: 5 }));
  const found = await Promise.all(queries.map((query) => thread.search(query, null)));
  assert.equal(found[0]?.hits.length, 2);
  assert.deepEqual(found, await Promise.all(queries.map((query) => index.search(query))));
});

test('a thread that cannot open the file says so to who asks', async () => {
  const broken = startSearchThread(join(folder, 'missing.index'));
  await assert.rejects(broken.search({ text: 'wizard', limit: 5 }, null), /The search stopped/);
});
