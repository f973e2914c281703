import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';
import { kebabCase } from '../kebab-case.ts';

const navigation = `
instances:
  - url: acme.docs.buildwithfern.com/learn
    custom-domain: docs.acme.com/learn
tabs:
  guides:
    display-name: Guides
    slug: guide
  api:
    display-name: API reference
  news:
    display-name: News
    changelog: ./changelog
redirects:
  - source: /learn/old
    destination: /learn/guide/install
navigation:
  - tab: guides
    layout:
      - page: Welcome
        path: pages/welcome.mdx
        slug: /
      - section: VSCode & OAuth2
        contents:
          - page: What's baml_client?
            path: ./pages/client.mdx
          - page: Secret
            path: pages/secret.mdx
            hidden: true
          - section: Flat
            skip-slug: true
            contents:
              - page: Moved
                path: pages/moved.mdx
      - section: Models
        path: pages/models.mdx
        contents:
          - page: LLMs
            path: pages/llms.mdx
      - folder: ./more
  - tab: api
    layout:
      - api: Endpoints
        slug: v1
        summary: pages/api.mdx
        layout:
          - petStore:
              - addPet
              - page: About pets
                path: pages/pets.mdx
      - link: Forum
        href: https://forum.acme.com
  - tab: news
`;

proveFramework({
  framework: 'fern',
  files: {
    'fern/fern.config.json': '{"organization": "acme"}',
    'fern/docs.yml': navigation,
    'fern/pages/welcome.mdx': '## Start\n\n[In](/learn/guide/vs-code-o-auth-2/whats-baml-client)',
    'fern/pages/client.mdx':
      '---\ntitle: The client\n---\n<Steps>\n<Step title="Get it">\nNow\n</Step>\n</Steps>\n\n<Markdown src="/snippets/part.mdx" />\n\n<Code src="/snippets/main.py" />',
    'fern/snippets/part.mdx': 'Shared.',
    'fern/snippets/main.py': 'print(1)',
    'fern/pages/secret.mdx': 'Secret',
    'fern/pages/moved.mdx': '---\nslug: learn/elsewhere\n---\nMoved',
    'fern/pages/models.mdx': '---\nslug: models\n---\nAll',
    'fern/pages/llms.mdx': 'Some',
    'fern/pages/api.mdx': 'Calls',
    'fern/pages/pets.mdx': '<CodeBlock title="Run">\n```sh\npets\n```\n</CodeBlock>',
    'fern/pages/unlisted.mdx': 'Nowhere',
    'fern/more/index.mdx': 'More',
    'fern/more/TipsAndTricks.mdx': 'Tips',
    'fern/changelog/2024-07-31.mdx': 'New',
  },
  urls: {
    'fern/pages/welcome.mdx': 'https://docs.acme.com/learn/guide',
    'fern/pages/client.mdx': 'https://docs.acme.com/learn/guide/vs-code-o-auth-2/whats-baml-client',
    'fern/pages/secret.mdx': 'guide/vs-code-o-auth-2/secret',
    'fern/pages/moved.mdx': 'https://docs.acme.com/learn/elsewhere',
    'fern/pages/models.mdx': 'https://docs.acme.com/learn/models',
    'fern/pages/llms.mdx': 'https://docs.acme.com/learn/guide/models/ll-ms',
    'fern/more/index.mdx': 'https://docs.acme.com/learn/guide/more',
    'fern/more/TipsAndTricks.mdx': 'https://docs.acme.com/learn/guide/more/tips-and-tricks',
    'fern/pages/api.mdx': 'https://docs.acme.com/learn/api-reference/v1',
    'fern/pages/pets.mdx': 'https://docs.acme.com/learn/api-reference/v1/pet-store/about-pets',
    'fern/changelog/2024-07-31.mdx': 'https://docs.acme.com/learn/news/2024/7/31',
  },
  hidden: ['fern/pages/secret.mdx'],
  titles: { 'fern/pages/client.mdx': 'The client', 'fern/pages/llms.mdx': 'LLMs' },
  anchors: { 'fern/pages/client.mdx': ['get-it'] },
  texts: {
    'fern/pages/pets.mdx': 'Run\n\n```sh\npets\n```',
    'fern/pages/client.mdx': 'Get it\n\nNow\n\nShared.\n\n```py\nprint(1)\n```',
  },
  redirects: [
    { from: '/learn/old', to: '/learn/guide/install' },
    { from: '/', to: 'guide' },
  ],
});

test('versions and products have slugs, and the first version is without its own, too', async () => {
  const page = 'navigation:\n  - page: Start\n    path: ';
  const docs = await listDocs(
    treeOf({
      'fern/docs.yml':
        'instances: []\nproducts:\n  - display-name: Cloud\n    path: products/cloud.yml\n    versions:\n' +
        '      - display-name: Latest\n        path: versions/two.yml\n      - display-name: v1.0\n        path: versions/one.yml\n',
      'fern/products/cloud.yml':
        'tabs: {}\nversions:\n  - {display-name: Latest, path: ../versions/two.yml}\n  - {display-name: v1.0, path: ../versions/one.yml}',
      'fern/versions/two.yml': `${page}../two.mdx`,
      'fern/versions/one.yml': `${page}../../elsewhere/one.mdx`,
      'fern/two.mdx': '[1](/cloud/v-1-0/start) [2](/cloud/latest/start) [3](/cloud/start) [4](/)',
      'elsewhere/one.mdx': 'One',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed.flatMap(({ pages }) => pages.map(({ url, version, isDefault }) => [url, version, isDefault])),
    [
      ['/cloud/start', 'Latest', true],
      ['/cloud/v-1-0/start', 'v1.0', false],
    ],
  );
  assert.deepEqual(closeLinks(docs, parsed).paths, { checked: 4, resolved: 4 });
});

test('a navigation that names itself ends', async () => {
  const itself =
    'instances: []\nversions:\n  - {display-name: A, path: docs.yml}\n  - {display-name: B, path: docs.yml}\n';
  await assert.rejects(listDocs(treeOf({ 'fern/docs.yml': itself, 'fern/a.txt': '' })), {
    code: 'not_found',
  });
});

test('words are split as lodash splits them', () => {
  const titles = {
    'VSCode Extension': 'vs-code-extension',
    'vLLM (openai-generic)': 'v-llm-openai-generic',
    'ctx.output_format': 'ctx-output-format',
    'What’s new in 2.0?': 'whats-new-in-2-0',
    'Café über 中文': 'cafe-uber-中文',
  };
  assert.deepEqual(Object.keys(titles).map(kebabCase), Object.values(titles));
});
