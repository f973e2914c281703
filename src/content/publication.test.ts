import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { always, publishedNow, readDate } from './publication.ts';
import { listDocs, parseDocs } from './read-docs.ts';

const day = '---\ntitle: A\n';
const page = (front: string): string => `${day}${front}\n---\nText`;

async function shown(files: Record<string, string>): Promise<{ pages: string[]; changing: string[] }> {
  const parsed = await Array.fromAsync(parseDocs(await listDocs(treeOf(files))));
  return {
    pages: parsed.flatMap(({ pages }) => pages.map(({ file }) => file.split('/').at(-1)!)).toSorted(),
    changing: parsed
      .flatMap(({ file, changesAt }) =>
        changesAt === null
          ? []
          : [`${file.split('/').at(-1)} ${new Date(changesAt).toISOString().slice(0, 10)}`],
      )
      .toSorted(),
  };
}

const hugoPages = {
  'content/past.md': page('date: 2020-01-01\nexpiryDate: 2099-02-01'),
  'content/future.md': page('PublishDate: 2099-01-01'),
  'content/dated.md': page('date: 2099-01-01T00:00:00+02:00'),
  'content/planned.md': page('date: 2099-01-01\npublishDate: 2020-01-01'),
  'content/expired.md': page('unpublishdate: 2020-01-01'),
  'content/toml.md': '+++\ntitle = "T"\npublishDate = 2099-01-01\n+++\nText',
  'content/draft.md': page('draft: true'),
  'content/sub/_index.md': page('cascade:\n  draft: true'),
  'content/sub/one.md': page(''),
  'content/sub/own.md': page('draft: false'),
  'content/part/_index.md': page('cascade:\n- target: {path: part/a*}\n  expiryDate: 2020-01-01'),
  'content/part/a.md': page(''),
  'content/part/b.md': page(''),
};

test('Hugo: what is to come, expired or a draft by its section is left out, and comes on its day', async () => {
  const config = 'baseURL = "https://x.example/"\n';
  assert.deepEqual(await shown({ 'hugo.toml': config, ...hugoPages }), {
    pages: ['_index.md', 'b.md', 'own.md', 'past.md', 'planned.md'],
    changing: ['dated.md 2098-12-31', 'future.md 2099-01-01', 'past.md 2099-02-01', 'toml.md 2099-01-01'],
  });
  const all = await shown({
    'hugo.toml': `${config}buildFuture = true\nbuildExpired = true\nbuildDrafts = true\n`,
    ...hugoPages,
  });
  assert.equal(all.pages.length, Object.keys(hugoPages).length);
  assert.deepEqual(all.changing, []);
});

test('Jekyll and Material’s blog leave out posts to come, by their settings', async () => {
  const posts = {
    'index.md': page(''),
    '_posts/2099-01-01-named.md': page(''),
    '_posts/2020-01-01-past.md': page(''),
    '_posts/2020-01-01-dated.md': page('date: 2099-01-01 10:00:00 +0200'),
  };
  const site = 'title: X\nplugins: []\n';
  const { pages } = await shown({ '_config.yml': site, ...posts });
  assert.deepEqual(pages, ['2020-01-01-past.md', 'index.md']);
  assert.equal((await shown({ '_config.yml': `${site}future: true\n`, ...posts })).pages.length, 4);

  const blog = {
    'docs/index.md': '# Home',
    'docs/blog/posts/a.md': page('date: 2099-01-01'),
    'docs/blog/posts/b.md': page('date: 2020-01-01'),
  };
  const plugins = 'site_name: X\nplugins:\n- blog:\n    draft_if_future_date: ';
  assert.deepEqual((await shown({ 'mkdocs.yml': `${plugins}true\n`, ...blog })).pages, ['b.md', 'index.md']);
  assert.equal((await shown({ 'mkdocs.yml': `${plugins}false\n`, ...blog })).pages.length, 3);
});

test('A publication changes at its next bound', () => {
  const bounds = { from: 10, until: 20 };
  assert.deepEqual(publishedNow(bounds, 5), { is: false, changesAt: 10 });
  assert.deepEqual(publishedNow(bounds, 10), { is: true, changesAt: 20 });
  assert.deepEqual(publishedNow(bounds, 20), { is: false, changesAt: null });
  assert.deepEqual(publishedNow(always, 5), { is: true, changesAt: null });
  assert.equal(readDate('2020-01-02 9:30 +0100'), Date.UTC(2020, 0, 2, 8, 30));
  assert.equal(readDate('soon'), null);
  assert.equal(readDate('2020-13-40'), null);
});
