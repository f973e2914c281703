import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { carryAbove } from './carry-above.ts';
import { configNames } from './frameworks/claims.ts';
import { splitPushed } from './sources/pushed-above.ts';

const docs = { 'guide/start.md': '# Start', 'index.md': '# Home' };

/** What is pushed of `docs` with these files above. */
async function pushed(folder: string, files: Record<string, string>, own: Record<string, string> = docs) {
  const tree = await carryAbove({ ...treeOf(own), above: async () => ({ folder, ...treeOf(files) }) });
  return splitPushed(tree.files, configNames);
}

test('Only what is read of the configuration above goes with the docs, without the names of other folders', async () => {
  const { files, above } = await pushed('me/kit/site/docs', {
    'me/kit/site/mkdocs.yml': 'site_name: Kit',
    'me/kit/netlify.toml': '[build]',
    'me/config.toml': 'token = "x"',
  });
  assert.deepEqual(files, Object.keys(docs));
  assert.equal(above?.folder, 'docs');
  assert.deepEqual([...above.paths], [['mkdocs.yml', '.docent-above/docs/mkdocs.yml']]);
  const starlight = await pushed('kit/site/src/content/docs', {
    'kit/site/astro.config.mjs':
      "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: 'Kit' })] };",
  });
  assert.equal(starlight.above?.folder, 'src/content/docs');
  assert.ok(starlight.above.paths.has('astro.config.mjs'));
});

test('A configuration of its own, and one above that is for other docs, leave the push as it is', async () => {
  const other = { 'mkdocs.yml': 'docs_dir: manual' };
  assert.equal((await pushed('notes', other)).above, null);
  const own = await pushed(
    'docs',
    { 'mkdocs.yml': '' },
    { ...docs, 'docs.json': '{"navigation": ["index"]}' },
  );
  assert.equal(own.above, null);
});

test('What is no known configuration, or names a place outside, is left out of a push', () => {
  const hostile = [
    '.docent-above/docs/notes.md',
    '.docent-above/..%2F..%2Fetc/mkdocs.yml',
    '.docent-above/%zz/mkdocs.yml',
    '.docent-above/docs/docs/mkdocs.yml',
    '.docent-above/mkdocs.yml',
    '.docent-above/a%2Fb%2Fc%2Fd%2Fe/mkdocs.yml',
    '.docent-above/docs%2Fx/a/b/c/d/e/f/mkdocs.yml',
  ];
  assert.deepEqual(splitPushed(['a.md', ...hostile], configNames), { files: ['a.md'], above: null });
});
