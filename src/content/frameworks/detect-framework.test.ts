import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { examineDocs } from '../examine-docs.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

async function urlsOf(
  files: Record<string, string>,
  baseUrl?: string,
): Promise<{ framework: string; urls: string[] }> {
  const docs = await listDocs(treeOf(files), { baseUrl });
  const parsed = await Array.fromAsync(parseDocs(docs));
  return {
    framework: docs.framework,
    urls: parsed.flatMap(({ pages }) => pages.map(({ url }) => url)).sort(),
  };
}

test('The framework that covers most pages counts, not the example of another beside it', async () => {
  const { framework, urls } = await urlsOf({
    'README.md': '# Repository',
    'examples/docusaurus/docusaurus.config.js': 'module.exports = {}',
    'examples/docusaurus/docs/intro.md': '# Example',
    'website/guide/mkdocs.yml': 'site_name: Site',
    'website/guide/docs/index.md': '# Home',
    'website/guide/docs/more.md': '# More',
  });
  assert.equal(framework, 'mkdocs');
  assert.deepEqual(urls, ['/', '/more/']);
});

test('A configuration at the root, which takes every file, leaves to others what is in their folder', async () => {
  const { framework, urls } = await urlsOf({
    '_config.yml': 'theme: jekyll-theme-minimal',
    'README.md': '# Repository',
    'website/mkdocs.yml': 'site_name: Site',
    'website/docs/index.md': '# Home',
    'website/docs/more.md': '# More',
  });
  assert.equal(framework, 'mkdocs');
  assert.deepEqual(urls, ['/', '/more/']);
});

test('Sites in tests and examples are not the docs, however many pages they have', async () => {
  const many = (folder: string) =>
    Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${folder}/p${at}.md`, '# Page']));
  const site = await urlsOf({
    'docusaurus.config.js': "export default { presets: [['classic', {}]] }",
    'docs/a.md': '# A',
    'examples/vite/.vitepress/config.ts': 'export default { cleanUrls: true }',
    ...many('examples/vite'),
  });
  assert.deepEqual(site, { framework: 'docusaurus', urls: ['/docs/a'] });
  const plainDocs = await urlsOf({
    'docs/a.md': '# A',
    'packages/x/test/fixtures/book/mkdocs.yml': 'site_name: x',
    ...many('packages/x/test/fixtures/book/docs'),
  });
  assert.deepEqual(plainDocs, { framework: 'plain', urls: ['/docs/a'] });
});

test("The docs of other projects' sources are not those of the repository, unless it has none of its own", async () => {
  const vendored = {
    'third_party/lib/src/a.c': '',
    'third_party/lib/src/b.h': '',
    'third_party/lib/docs/conf.py': '',
    'third_party/lib/docs/index.rst': 'Lib\n===\n',
  };
  const own = await urlsOf({ 'manual/a.md': '# A', ...vendored });
  assert.deepEqual(own, { framework: 'plain', urls: ['/manual/a'] });
  const about = await urlsOf({ 'a.md': '# A', 'vendor/onboarding.md': '# Vendors', 'vendor/pay.js': '' });
  assert.deepEqual(about.urls, ['/a', '/vendor/onboarding']);
  assert.equal((await urlsOf({ 'README.md': '# All', ...vendored })).framework, 'sphinx');
  const filledIn = await urlsOf({
    'docs/conf.cmakein.py': "version = '@VERSION@'\n",
    'docs/index.rst': 'Guide\n=====\n',
    'src/external/test/src/a.c': '',
    'src/external/test/src/b.c': '',
    'src/external/test/src/c.c': '',
    'src/external/test/docs/_config.yml': 'title: Test',
    'src/external/test/docs/index.md': '# Test',
    'src/external/test/docs/more.md': '# More',
  });
  assert.deepEqual(filledIn, { framework: 'sphinx', urls: ['/'] });
});

test('API descriptions are those that the configuration names, or that are kept with the docs', async () => {
  const described = (name: string) =>
    JSON.stringify({ openapi: '3.0.0', info: { title: name }, paths: { '/x': { get: { responses: {} } } } });
  const { urls } = await urlsOf({
    'docusaurus.config.js':
      "export default { presets: [['classic', {}], ['redocusaurus', { specs: [{ spec: 'server/spec/main.json' }] }]] }",
    'docs/a.md': '# A',
    'docs/reference/openapi.json': described('docs'),
    'static/openapi.json': described('static'),
    'server/spec/main.json': described('named'),
    'server/api/other.json': described('other'),
    'docs/fixtures/openapi.json': described('fixture'),
  });
  assert.deepEqual(
    [...new Set(urls)].filter((url) => !url.endsWith('/get-x')),
    ['/docs/a', '/docs/reference/openapi', '/openapi.json', '/server/spec/main'],
  );
});

test('Starlight is found beside another Astro site', async () => {
  const { framework } = await urlsOf({
    'astro.config.mjs': 'export default defineConfig({})',
    'apps/docs/astro.config.mjs':
      "import starlight from '@astrojs/starlight'; export default defineConfig({ integrations: [starlight({})] })",
    'apps/docs/src/content/docs/index.md': '# Home',
  });
  assert.equal(framework, 'starlight');
});

test('A SUMMARY.md that is not a list of pages makes no GitBook', async () => {
  const { framework } = await urlsOf({ 'SUMMARY.md': '# Summary\n\n- [one](a.md)', 'a.md': '# A' });
  assert.equal(framework, 'plain');
});

test('Configuration made to keep its reading busy ends at once', async () => {
  const blanks = ' '.repeat(100_000);
  const lines = '\n'.repeat(100_000);
  const { framework, urls } = await urlsOf({
    'mkdocs.yml': 'site_name: x',
    'docs/a.md': 'a',
    'SUMMARY.md': `${lines}* [a](${blanks}x${lines}`,
    _redirects: blanks + lines,
    'netlify.toml': `[[redirects]]${lines}from${blanks}`,
    'package.json': '['.repeat(100_000),
    'openapi.json': `{"openapi": "3.0.0", ${'"a":{'.repeat(50_000)}`,
  });
  assert.deepEqual([framework, urls], ['mkdocs', ['/a/']]);
});

test('A base URL that is given counts more than that of the configuration', async () => {
  const files = { 'mkdocs.yml': 'site_url: https://example.com/x/', 'docs/a.md': '# A' };
  assert.deepEqual((await urlsOf(files)).urls, ['https://example.com/x/a/']);
  assert.deepEqual((await urlsOf(files, 'https://mirror.example')).urls, ['https://mirror.example/a/']);
});

test('Addresses follow what a site configures of its framework', async () => {
  const cases: [Record<string, string>, string[]][] = [
    [
      {
        'docusaurus.config.js': `module.exports = { trailingSlash: true, presets: [['classic', { docs: { routeBasePath: '/' } }]] }`,
        'docs/a.md': 'a',
      },
      ['/a/'],
    ],
    [
      {
        'docusaurus.config.js': `export default { presets: [['classic', { docs: { lastVersion: 'current', versions: { current: { label: '3.x', path: 'v3' } } } }]] }`,
        'versions.json': '["2.x"]',
        'docs/a.md': 'a',
        'versioned_docs/version-2.x/a.md': 'a',
      },
      ['/docs/2.x/a', '/docs/v3/a'],
    ],
    [
      {
        '.vitepress/config.ts': `export default defineConfig({ srcDir: './src' })`,
        'src/a.md': 'a',
        'README.md': 'b',
      },
      ['/a.html'],
    ],
    [
      {
        'astro.config.mjs': `import s from '@astrojs/starlight'; export default { trailingSlash: 'never' }`,
        'src/content/docs/a.md': 'a',
      },
      ['/a'],
    ],
    [
      { 'mkdocs.yml': 'use_directory_urls: false', 'docs/a.md': 'a', 'docs/b/index.md': 'b' },
      ['/a.html', '/b/'],
    ],
    [
      {
        'mkdocs.yml':
          'site_url: https://example.com\nextra: { version: { provider: mike, default: stable } }',
        'docs/a.md': 'a',
      },
      ['https://example.com/stable/a/'],
    ],
    [{ 'mkdocs.yml': 'INHERIT: ../base.yml', 'docs/a.md': 'a' }, ['/a/']],
    [
      {
        'package.json': '{"dependencies":{"nextra":"4"}}',
        'content/a.mdx': 'a',
        'app/[lang]/docs/[[...mdxPath]]/page.jsx': '',
      },
      ['/docs/a'],
    ],
    [
      {
        'source.config.ts': `export const docs = defineDocs({ dir: 'content/docs' })`,
        'lib/i18n.ts': `export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'de'], parser: 'dir' })`,
        'content/docs/en/a.mdx': 'a',
        'content/docs/de/a.mdx': 'a',
      },
      ['/de/docs/a', '/en/docs/a'],
    ],
  ];
  for (const [files, expected] of cases)
    assert.deepEqual((await urlsOf(files)).urls, expected, JSON.stringify(files));
});

test('Docs that lie only in tests or examples are the docs', async () => {
  const site = await urlsOf({
    'README.md': '# Repository',
    'packages/a/CHANGELOG.md': '# Changes',
    'examples/site/docusaurus.config.js': "export default { presets: [['classic', {}]] }",
    'examples/site/docs/a.md': '# A',
  });
  assert.deepEqual(site, { framework: 'docusaurus', urls: ['/docs/a'] });
  const bare = await urlsOf({ 'README.md': '# Repository', 'tests/manual/a.md': '# A' });
  assert.deepEqual(bare.urls, ['/', '/tests/manual/a']);
  const next = await urlsOf({
    'example/package.json': '{"dependencies": {"next": "1", "nextra": "4"}}',
    'example/content/a.mdx': '# A',
  });
  assert.deepEqual(next, { framework: 'nextra', urls: ['/a'] });
});

test('Pages without a configuration are read as those of the framework whose syntax they have', async () => {
  const docs = await listDocs(
    treeOf({
      'build.md':
        '# Build\n\n!!! note "Mind"\n\n    Within.\n\n## The `--fast` flag\n\nSee [it](#the-fast-flag).',
      'run.md': '# Run\n\n=== "Linux"\n\n    On Linux.\n',
      'plain.md': '# Plain\n\n```text\n::: code-group\n```\n',
    }),
  );
  assert.equal(docs.framework, 'mkdocs');
  assert.match(docs.reason.why, /2 of 3 pages have the syntax of mkdocs/);
  const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  assert.equal(report.noise, 0);
  assert.deepEqual([report.links.anchors, report.links.anchorsResolved], [1, 1]);
  const one = await listDocs(treeOf({ 'a.md': '# A', 'b.md': '!!! note\n\n    B', 'c.md': '# C' }));
  assert.equal(one.framework, 'plain');
});

test('Pages for a Hugo site that is elsewhere show none of its shortcodes', async () => {
  const docs = await listDocs(
    treeOf({
      'cli.md': '# CLI\n\n{{% note %}}\nUse pipx.\n{{% /note %}}\n',
      'faq.md': '# FAQ\n\n{{< warning >}}\nMind.\n{{< /warning >}}\n',
      'plain.md': '# Plain\n',
    }),
  );
  assert.equal(docs.framework, 'hugo');
  assert.equal(examineDocs(docs, await Array.fromAsync(parseDocs(docs))).noise, 0);
});

test('Links with and without the path of the site lead to pages without a configuration', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
  const page = (at: number): string =>
    `# Page\n\n<ParamField path="x">[a](/api/${names[19 - at]})</ParamField>\n\n[b](/docs/api/${names[at % 9]})`;
  const files = Object.fromEntries(names.map((name, at) => [`api/${name}.mdx`, page(at)]));
  const docs = await listDocs(treeOf(files));
  const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  assert.deepEqual([docs.framework, docs.addresses.base], ['mintlify', '/docs']);
  assert.deepEqual([report.links.internal, report.links.resolved], [40, 40]);
  const few = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, text.replace(/\/docs\/api\/p\d/, '/docs/api/p1')]),
  );
  assert.equal((await listDocs(treeOf(few))).addresses.base, '');
});

test('Docs of Docusaurus apart from their configuration are MDX, at the addresses of their ids', async () => {
  const docs = await listDocs(
    treeOf({
      'guides/Start.md':
        "---\nid: start\n---\n# Start\n\nText.\n\nimport List from '@theme/List';\n\n<List />",
      'Run.md': "---\nid: run\n---\nimport Tabs from '@theme/Tabs';\n\n# Run\n\nSee [it](guides/start).",
      'other.md': '# Other\n\nSee [it](run).',
    }),
  );
  const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  const { framework, links, noise, warnings } = report;
  assert.deepEqual([framework, noise, warnings], ['docusaurus', 0, []]);
  assert.deepEqual([links.internal, links.resolved], [2, 2]);
});

test('The layouts of GitHub Pages show a Jekyll site without a configuration, where most docs are', async () => {
  const site = {
    'docs/_layouts/default.html': '{{ content }}',
    'docs/index.md': '---\nlayout: default\n---\n# Home\n\n{% if page.x %}x{% endif %}',
    'docs/more.md': '# More',
    'README.md': '# Repository',
  };
  assert.deepEqual(await urlsOf(site), { framework: 'jekyll', urls: ['/', '/more.html'] });
  const manual = Object.fromEntries(['a', 'b', 'c'].map((name) => [`man/${name}.md`, `# ${name}`]));
  assert.equal((await urlsOf({ ...site, ...manual })).framework, 'plain');
});

test('Where most docs are outside of the site that was found, a warning says where', async () => {
  const many = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/p${at}.md`, '# Page']));
  const site = { 'src/python/mkdocs.yml': 'site_name: Python', 'src/python/docs/index.md': '# Python' };
  const warnings = async (files: Record<string, string>) =>
    (await listDocs(treeOf({ ...site, ...files }))).warnings;
  assert.deepEqual(await warnings({ ...many('doc', 19), ...many('tests', 30) }), []);
  const [warning] = await warnings({ ...many('doc', 15), ...many('notes', 8) });
  assert.equal(warning?.file, 'src/python/docs');
  assert.match(warning.message, /23 more files .* most of them in doc \(15\)/);
});
