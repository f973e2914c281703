import assert from 'node:assert/strict';
import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { docsFolder } from '../../../test/helpers/docs-folder.ts';
import { configNames } from '../frameworks/claims.ts';
import { watchFolder } from './watch-folder.ts';

/** A watched folder; `changed` resolves with the next change that is told. */
async function watched(t: TestContext, options: { except?: string; within?: string } = {}) {
  const docs = await docsFolder({ 'index.md': '# One\n', 'guide/install.md': '# Install\n', 'own/x.db': '' });
  let told = 0;
  let next = Promise.withResolvers<void>();
  const except = options.except && join(docs.path, options.except);
  const watcher = await watchFolder(
    join(docs.path, options.within ?? ''),
    () => {
      told += 1;
      next.resolve();
    },
    { names: configNames, except, onError: (error) => next.reject(error) },
  );
  t.after(async () => {
    watcher.close();
    await docs.remove();
  });
  return {
    path: docs.path,
    told: () => told,
    async after(change: () => Promise<unknown>) {
      next = Promise.withResolvers<void>();
      await change();
      await next.promise;
    },
  };
}

/** Changes files, `last` at last, and lets the time pass after which it is told. Node tells all watchers in the same order. */
async function noticed(t: TestContext, last: string, change: () => void): Promise<void> {
  const seen = Promise.withResolvers<void>();
  const watcher = watch(dirname(last), (_, name) => {
    if (name === basename(last)) seen.resolve();
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  change();
  writeFileSync(last, 'changed');
  await seen.promise;
  watcher.close();
  t.mock.timers.runAll();
  t.mock.timers.reset();
}

test('a change in any folder is told, also in one that came later and one that moved', async (t) => {
  const { path, after, told } = await watched(t);
  await after(() => writeFile(join(path, 'index.md'), '# Two\n'));
  await after(() => writeFile(join(path, 'guide/install.md'), '# Install it\n'));
  await after(() => writeFile(join(path, 'guide/api.rst'), 'API\n===\n'));
  await after(() => writeFile(join(path, 'guide/admin.adoc'), '= Admin\n'));
  await after(() => mkdir(join(path, 'new/deep'), { recursive: true }));
  await after(() => writeFile(join(path, 'new/deep/page.md'), '# Deep\n'));
  await after(() => rename(join(path, 'new'), join(path, 'moved')));
  await after(() => writeFile(join(path, 'moved/deep/page.md'), '# Deeper\n'));
  await after(() => rm(join(path, 'moved'), { recursive: true }));
  await after(() => rm(join(path, 'index.md')));
  assert.ok(told() >= 10, `${told()} times`);
});

test('a changed configuration above is told, and nothing else that lies there', async (t) => {
  const { path, after, told } = await watched(t, { within: 'guide' });
  await after(async () => writeFileSync(join(path, 'mkdocs.yml'), 'site_name: One\n'));
  await noticed(t, join(path, 'index.md'), () => writeFileSync(join(path, 'notes.txt'), 'one'));
  assert.equal(told(), 1);
});

test('changes that come together are told once', async (t) => {
  const { path, after, told } = await watched(t);
  await after(async () => {
    for (let n = 0; n < 50; n++) writeFileSync(join(path, `page-${n}.md`), '# Page\n');
  });
  assert.equal(told(), 1);
});

test('packages, hidden folders, logs and Docent’s own data are nobody’s docs', async (t) => {
  const { path, after, told } = await watched(t, { except: 'own' });
  await after(async () => {
    mkdirSync(join(path, 'node_modules/x'), { recursive: true });
    mkdirSync(join(path, '.git'));
  });
  await noticed(t, join(path, 'own/x.db'), () => {
    writeFileSync(join(path, 'node_modules/x/readme.md'), '# X\n');
    writeFileSync(join(path, '.git/HEAD'), 'ref');
    writeFileSync(join(path, 'guide/server.log'), 'x');
    writeFileSync(join(path, 'guide/.page.md.swp'), 'x');
  });
  assert.equal(told(), 1);
});
