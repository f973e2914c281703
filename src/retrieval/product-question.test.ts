import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { noGuidance } from '../content/guidance.ts';
import { buildIndex } from './build-index.ts';
import { openIndex } from './open-index.ts';

const pages = [
  makePage('', '# Welcome\nA small, fast web framework.'),
  makePage('api/harbour', '# Harbour\nHarbour is the primary object. `new Harbour()`.'),
  makePage('benchmarks', '# Harbour benchmarks\nHarbour, harbour and harbour: what Harbour takes.'),
  makePage('uninstall', '# Uninstalling Harbour\nRemove Harbour from the machine.'),
  makePage('cli/remove', '# Remove\nUninstall a package: `remove NAME`. Packages are uninstalled.'),
];

async function searchIn(t: TestContext, product: string) {
  const file = join(await temporaryFolder(t), 'harbour.index');
  await buildIndex(file, pages, { guidance: { ...noGuidance, product } });
  const index = openIndex(file);
  t.after(() => index.close());
  return async (text: string) => (await index.search({ text, limit: 10 })).hits.map(({ path }) => path);
}

test('the name of what the docs are about tells no page from another', async (t) => {
  const search = await searchIn(t, 'Harbour');
  assert.equal((await search('What is Harbour?'))[0], '');
  assert.equal((await search('How do I uninstall a package with Harbour?'))[0], 'cli/remove');
  assert.equal((await search('Harbour benchmarks'))[0], 'benchmarks');
  assert.ok((await search('harbour')).includes('api/harbour'));
});

test('a name is plain text, whatever is in it, and is looked for alone', async (t) => {
  const search = await searchIn(t, 'C++ (Harbour)*');
  assert.equal((await search('uninstall a package with C++ (Harbour)*'))[0], 'cli/remove');
  const own = await searchIn(t, 'api');
  assert.ok((await own('new Harbour of api/harbour')).includes('api/harbour'));
});
