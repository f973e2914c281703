import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { examineDocs } from '../../examine-docs.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

// A build of the site's own makes pages for each programming language of one file.
proveFramework({
  framework: 'mintlify',
  files: {
    'src/docs.json': JSON.stringify({
      seo: { metatags: { canonical: 'https://docs.example.com' } },
      navigation: {
        tabs: ['python', 'javascript'].map((name) => ({
          tab: name,
          pages: ['one', 'two', 'three'].map((page) => `oss/${name}/${page}`),
        })),
        groups: [{ group: 'More', pages: ['index', 'elsewhere/index'] }],
      },
    }),
    'src/index.mdx': '---\ntitle: Home\n---\nHi',
    'src/oss/one.mdx': '---\ntitle: One\n---\nThe @[`Agent`] or @[an agent][Agent].',
    'src/oss/two.mdx':
      '---\ntitle: Two\n---\n:::python\nIn Python.\n:::\n\n:::js\n### Only here\n\nIn JavaScript.\n:::',
    'src/oss/three.mdx': '---\ntitle: Three\n---\nThree',
    'src/oss/four.mdx': '---\ntitle: Four\n---\nFour',
  },
  hidden: ['src/oss/four.mdx'],
  urls: {
    'src/index.mdx': 'https://docs.example.com/',
    'src/oss/one.mdx': 'https://docs.example.com/oss/python/one',
    'src/oss/two.mdx': 'https://docs.example.com/oss/python/two',
    'src/oss/three.mdx': 'https://docs.example.com/oss/python/three',
    'src/oss/four.mdx': 'oss/four',
  },
  anchors: { 'src/oss/two.mdx': ['only-here'] },
  texts: {
    'src/oss/one.mdx': 'The Agent or an agent.',
    'src/oss/two.mdx': 'Python: In Python.\n\nJs:\n\nIn JavaScript.',
  },
});

// The menu of versions may hold languages; components with one title are counted.
proveFramework({
  framework: 'mintlify',
  files: {
    'docs.json': JSON.stringify({
      navigation: {
        versions: [
          { version: 'English', pages: ['en/a'] },
          { version: '日本語', pages: ['jp/a'] },
        ],
      },
    }),
    'en/a.mdx':
      '<Tabs><Tab title="npm">1</Tab></Tabs>\n\n<Tabs><Tab title="npm">2</Tab></Tabs>\n\n<Accordion title="Same">3</Accordion>\n\n<Accordion title="Same">4</Accordion>\n\n<ParamField path="id">5</ParamField>\n\n<ParamField path="id">6</ParamField>',
    'jp/a.mdx': 'A',
  },
  urls: { 'en/a.mdx': '/en/a', 'jp/a.mdx': '/jp/a' },
  versions: { 'en/a.mdx': null, 'jp/a.mdx': null },
  languages: { 'en/a.mdx': 'en', 'jp/a.mdx': 'ja' },
  anchors: { 'en/a.mdx': ['npm', 'npm-2', 'same', 'same-1', 'param-id', 'param-id-1'] },
});

const operation = (summary: string) => ({ get: { summary, tags: ['T'], responses: {} } });

async function open(navigation: unknown, config: object = {}) {
  const api = {
    openapi: '3.1.0',
    info: { title: 'API' },
    paths: { '/a': operation('Same'), '/b': operation('Same'), '/c': operation('Third') },
  };
  const docs = await listDocs(
    treeOf({
      'docs.json': JSON.stringify({ navigation, ...config }),
      'a.mdx':
        '---\ntitle: A\nopenapi: GET /a\n---\n## Set up (macOS, Linux)\n\n[here](#set-up-(macos%2C-linux)) [gone](/elsewhere#x)',
      'openapi.json': JSON.stringify(api),
      'de/openapi.json': JSON.stringify(api),
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = parsed.flatMap((one) => one.pages);
  return {
    report: examineDocs(docs, parsed),
    apis: pages
      .filter(({ file }) => file.includes('#'))
      .map(({ url, language, isDefault }) => [url, language, isDefault]),
  };
}

test('Operations have pages where the navigation names their description, not where the settings do', async () => {
  const { apis, report } = await open(
    { pages: ['a', 'elsewhere/index'] },
    { api: { openapi: 'openapi.json' } },
  );
  assert.deepEqual(apis, []);
  assert.deepEqual(
    report.links.broken.map(({ target, why }) => [target, why]),
    [['/elsewhere#x', 'generated']],
  );
  assert.deepEqual([report.links.anchors, report.links.anchorsResolved], [1, 1]);
});

test('All operations of a description have pages, those with one title are counted', async () => {
  const { apis } = await open({ groups: [{ group: 'API', openapi: 'openapi.json', pages: ['a'] }] });
  assert.deepEqual(apis, [
    ['/api-reference/t/same', null, true],
    ['/api-reference/t/same-1', null, true],
    ['/api-reference/t/third', null, true],
  ]);
});

test('Where operations are listed, only these have pages, in the language of their place', async () => {
  const { apis } = await open({
    languages: [
      { language: 'en', openapi: 'openapi.json', groups: [{ group: 'API', pages: ['a', 'GET /c'] }] },
      { language: 'de', pages: ['/de/openapi.json GET /b'], directory: 'unused' },
      { language: 'fr', tabs: [{ tab: 'API', openapi: { source: 'de/openapi.json', directory: 'fr/api' } }] },
    ],
  });
  assert.deepEqual(apis.toSorted(), [
    ['/api-reference/t/same', 'de', false],
    ['/api-reference/t/third', 'en', true],
    ['/fr/api/t/same', 'de', false],
    ['/fr/api/t/third', 'de', false],
  ]);
});
