import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs } from '../read-docs.ts';
import { defaultOf, markDefaults } from './mark-defaults.ts';
import { newPage } from './new-site.ts';
import { readVersionFolders } from './version-folders.ts';

test('The default version is the one without a name, else latest or stable, else the newest release', () => {
  const cases: [(string | null)[], string | null][] = [
    [['next', '1.9', '1.10', '2.0.0-beta'], '1.10'],
    [['v1', null, 'v2'], null],
    [['3.1', 'latest', 'main'], 'latest'],
    [['dev', 'main'], 'main'],
  ];
  for (const [versions, expected] of cases) assert.equal(defaultOf(versions), expected);
});

test('A few pages without a version belong to every version; a whole set of them is the current one', () => {
  const page = (path: string, version: string | null) => newPage(`${path}.md`, path, { version });
  const names = ['a', 'b', 'c'];
  const docs = ['1.0', '2.0'].flatMap((version) => names.map((name) => page(`${version}/${name}`, version)));
  const defaults = (pages: ReturnType<typeof page>[]) =>
    markDefaults(pages).flatMap(({ path, isDefault }) => (isDefault === true ? [path] : []));
  assert.deepEqual(defaults([page('home', null), ...docs]), ['home', '2.0/a', '2.0/b', '2.0/c']);
  assert.deepEqual(defaults([...names.map((name) => page(name, null)), ...docs]), names);
});

test('Folders of versions that hold the same pages are versions where nothing is configured', () => {
  const read = (...folders: [string, ...string[]][]) =>
    readVersionFolders(
      folders.flatMap(([folder, ...names]) =>
        names.map((name) => newPage(`${folder}/${name}.md`, [folder, name].filter(Boolean).join('/'))),
      ),
    );
  const defaults = (pages: ReturnType<typeof newPage>[]) =>
    pages.flatMap(({ path, version, isDefault }) =>
      version === null ? [] : [`${path} ${isDefault === true ? 'default' : version}`],
    );
  const names = ['install', 'use', 'api'] as const;
  assert.deepEqual(
    defaults(read(['', 'about'], ['docs/2.9', ...names], ['docs/2.10', ...names], ['docs/next', ...names])),
    [
      ...names.map((name) => `docs/2.9/${name} 2.9`),
      ...names.map((name) => `docs/2.10/${name} default`),
      ...names.map((name) => `docs/next/${name} next`),
    ],
  );
  assert.deepEqual(
    defaults(read(['docs', ...names], ['docs/v1', ...names])),
    names.map((name) => `docs/v1/${name} v1`),
  );
  assert.deepEqual(
    defaults(read(['', ...names], ['v2', ...names, 'a', 'b', 'c', 'd'], ['v1', ...names])),
    [...names, 'a', 'b', 'c', 'd']
      .map((name) => `v2/${name} default`)
      .concat(names.map((name) => `v1/${name} v1`)),
    'a few pages beside the versions are not the current one',
  );
  for (const others of [
    read(['chapter/1', ...names], ['chapter/2', ...names]),
    read(['news/2024-01-01', 'a', 'b', 'c'], ['news/2024-01-02', 'd', 'e', 'f']),
    read(['api/v1', ...names], ['api/guide', 'start', 'end', 'more']),
  ])
    assert.deepEqual(defaults(others), []);
});

test('The default version and language are those that a framework is configured with', async () => {
  const docusaurus = (docs: string) =>
    `export default { i18n: { defaultLocale: 'fr', locales: ['en', 'fr'] }, presets: [['classic', { docs: { ${docs} } }]] }`;
  const versioned = {
    'versions.json': '["2.0", "1.0"]',
    'docs/a.md': 'a',
    'versioned_docs/version-2.0/a.md': 'a',
    'versioned_docs/version-1.0/a.md': 'a',
    'i18n/en/docusaurus-plugin-content-docs/version-1.0/a.md': 'a',
  };
  const mintlify = (navigation: object) => ({
    'docs.json': JSON.stringify({ navigation }),
    'a.mdx': 'a',
    'b.mdx': 'b',
    'c.mdx': 'c',
  });
  const cases: [Record<string, string>, string[]][] = [
    [{ ...versioned, 'docusaurus.config.js': docusaurus('') }, ['versioned_docs/version-2.0/a.md']],
    [
      { ...versioned, 'docusaurus.config.js': docusaurus("lastVersion: '1.0'") },
      ['versioned_docs/version-1.0/a.md'],
    ],
    [{ ...versioned, 'docusaurus.config.js': docusaurus("lastVersion: 'current'") }, ['docs/a.md']],
    [
      mintlify({
        versions: [
          { version: 'next', pages: ['a'] },
          { version: '2', default: true, pages: ['b'] },
          { version: '3', pages: ['c'] },
        ],
      }),
      ['b.mdx'],
    ],
    [
      mintlify({
        languages: [
          { language: 'cn', pages: ['a'] },
          { language: 'en', default: true, pages: ['b'] },
          { language: 'de', pages: ['c'] },
        ],
      }),
      ['b.mdx'],
    ],
  ];
  for (const [files, expected] of cases) {
    const { files: listed } = await listDocs(treeOf(files));
    const defaults = listed.flatMap(({ file, page }) => (page.isDefault === true ? [file] : []));
    assert.deepEqual(defaults, expected);
  }
});
