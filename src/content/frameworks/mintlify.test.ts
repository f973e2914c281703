import { proveFramework } from '../../../test/contract/framework.ts';

const api = {
  openapi: '3.1.0',
  info: { title: 'API' },
  paths: {
    '/users': {
      get: { summary: 'List users', tags: ['People'], responses: { 200: { description: 'All of them.' } } },
    },
    '/users/{id}': { get: { summary: 'Get a user', tags: ['People'], responses: {} } },
  },
};

proveFramework({
  framework: 'mintlify',
  files: {
    'docs/docs.json': JSON.stringify({
      name: 'Site',
      navigation: {
        languages: [
          {
            language: 'en',
            versions: [
              {
                version: 'v2',
                groups: [
                  {
                    group: 'Start',
                    root: 'start',
                    pages: ['index', { group: 'In', pages: ['guide/parts'] }],
                  },
                ],
              },
              { version: 'v1', groups: [{ group: 'Start', pages: ['v1/guide'] }] },
            ],
          },
          { language: 'fr', tabs: [{ tab: 'A', pages: ['fr/guide', 'anchors'] }] },
        ],
        tabs: [
          {
            tab: 'API',
            openapi: { source: '/api/openapi.json', directory: 'reference' },
            pages: ['endpoint'],
          },
        ],
      },
      redirects: [{ source: '/old/:slug*', destination: '/guide/:slug*' }],
    }),
    'docs/.mintignore': 'drafts/\n*.tmp.mdx\n',
    'docs/api/openapi.json': JSON.stringify(api),
    'docs/index.mdx': '---\ntitle: Home\n---\nHi',
    'docs/start.mdx': '---\ntitle: Start\n---\nHi',
    'docs/v1/guide.mdx': '---\ntitle: Old guide\n---\nOld',
    'docs/fr/guide.mdx': '---\ntitle: Guide\n---\nBonjour',
    'docs/not-in-navigation.mdx': '---\ntitle: Hidden\n---\nHi',
    'docs/drafts/a.mdx': 'No page',
    'docs/b.tmp.mdx': 'No page',
    'docs/snippets/part.mdx': 'Shared **part**.',
    'docs/endpoint.mdx': '---\ntitle: One user\nopenapi: GET /users/{id}\n---\nIntro.',
    'docs/anchors.mdx':
      '---\ntitle: Anchors\n---\n## Über Node.js & Co.\n\na\n\n## What\'s (a/b)?\n\na\n\n## C++ -- 日本語: "x" 🚀\n\na\n\n## _meta\n\nb\n\n## list_changed\n\nb\n\n## Same\n\nc\n\n## Same\n\nd\n\n## Named {#my-id}\n\ne\n\n<Accordion title="Für é">f</Accordion>\n\n<Accordion title="Łódź, Привет">f</Accordion>\n\n<ParamField path="userId">g</ParamField>',
    'docs/guide/parts.mdx': [
      '---',
      'title: Parts',
      '---',
      "import Part from '/snippets/part.mdx';",
      '',
      '<Note>Mind this</Note>',
      '',
      '<Steps>',
      '  <Step title="Install">',
      '    Run it',
      '    ```bash',
      '    npm i',
      '    ```',
      '  </Step>',
      '</Steps>',
      '',
      '<CodeGroup>',
      '```bash npm',
      'npm i',
      '```',
      '```python Python SDK lines expandable {1}',
      'import x',
      '```',
      '</CodeGroup>',
      '',
      '<ParamField query="limit" type="integer" default="20" required>How many</ParamField>',
      '',
      '<Expandable title="properties"><ResponseField name="id" type="string">The id</ResponseField></Expandable>',
      '',
      '<Card title="Next" href="/guide/next" icon="x">Read on</Card>',
      '',
      '<Visibility for="agents">Only for agents</Visibility>',
      '',
      '<Part />',
      '',
      '<Snippet file="part.mdx" />',
    ].join('\n'),
    'docs/_snippets/old.mdx': 'No page',
    'docs/v1/README.md': 'No page',
  },
  urls: {
    'docs/index.mdx': '/',
    'docs/start.mdx': '/start',
    'docs/v1/guide.mdx': '/v1/guide',
    'docs/fr/guide.mdx': '/fr/guide',
    'docs/not-in-navigation.mdx': 'not-in-navigation',
    'docs/endpoint.mdx': '/endpoint',
    'docs/anchors.mdx': '/anchors',
    'docs/guide/parts.mdx': '/guide/parts',
    'docs/api/openapi.json#/paths/~1users/get': '/reference/people/list-users',
    'docs/api/openapi.json#/paths/~1users~1{id}/get': '/reference/people/get-a-user',
  },
  hidden: ['docs/not-in-navigation.mdx'],
  anchors: {
    'docs/anchors.mdx': [
      'über-node-js-&-co',
      'what’s-a/b-',
      'c++-—-日本語-“x”-',
      'meta',
      'list_changed',
      'same',
      'same-2',
      'my-id',
      'fuer-e',
      'lodz-privet',
      'param-user-id',
      'param-userid',
    ],
  },
  versions: {
    'docs/index.mdx': 'v2',
    'docs/guide/parts.mdx': 'v2',
    'docs/v1/guide.mdx': 'v1',
    'docs/fr/guide.mdx': null,
  },
  languages: { 'docs/index.mdx': 'en', 'docs/fr/guide.mdx': 'fr' },
  titles: { 'docs/index.mdx': 'Home', 'docs/api/openapi.json#/paths/~1users/get': 'List users' },
  texts: {
    'docs/guide/parts.mdx': [
      'Note: Mind this',
      'Install',
      'Run it',
      '```bash\nnpm i\n```',
      'npm',
      '```bash\nnpm i\n```',
      'Python SDK',
      '```python\nimport x\n```',
      'limit (integer, required, default: 20)',
      'How many',
      'properties',
      'id (string)',
      'The id',
      'Next',
      'Read on',
      'Only for agents',
      'Shared part.',
      'Shared part.',
    ].join('\n\n'),
    'docs/endpoint.mdx': 'Intro.\n\nGET /users/{id}',
    'docs/api/openapi.json#/paths/~1users/get': 'GET /users\n\nAll of them.',
  },
  redirects: [{ from: '/old/:slug*', to: '/guide/:slug*' }],
});

/** A description with a default in braces, which would not be valid in MDX. */
const apiWith = (description: string) => ({
  openapi: '3.0.0',
  info: { title: 'API' },
  paths: {
    '/users': {
      get: {
        description,
        parameters: [{ name: 'where', in: 'query', schema: { type: 'object', default: { a: 1 } } }],
        responses: {},
      },
    },
  },
});

proveFramework({
  framework: 'mintlify',
  files: {
    'docs.json':
      '{"name": "T", "navigation": {"languages": [{"$ref": "./navigation/en.json"}, {"language": "ja", "pages": ["ja/guide", "ja/users"]}]}, "redirects": {"$ref": "navigation/redirects.json"}}',
    'navigation/en.json': '{"language": "en", "groups": [{"group": "G", "pages": {"$ref": "./pages.json"}}]}',
    'navigation/pages.json': '["guide", "users"]',
    'navigation/redirects.json': '[{"source": "/old", "destination": "/guide"}]',
    'guide.mdx': '---\ntitle: Guide\n---\nText',
    'ja/guide.mdx':
      '---\ntitle: ガイド\n---\n## データベース\n\na\n\n## 入門 (API)\n\nb\n\n## 한국어 가이드\n\nc',
    'unlisted.mdx': '---\ntitle: Unlisted\n---\nText',
    // Each page of an operation keeps to its own description; those for tests are no reference.
    'en/openapi.json': JSON.stringify(apiWith('All people.')),
    'ja/openapi.json': JSON.stringify(apiWith('すべての人。')),
    'test/fixtures/openapi.json': JSON.stringify(apiWith('A fixture.')),
    'users.mdx': '---\ntitle: Users\nopenapi: /en/openapi.json GET /users\n---\nA <Tooltip>tip</Tooltip>.',
    'ja/users.mdx': '---\ntitle: Users\nopenapi: GET /users\n---\n',
  },
  urls: {
    'guide.mdx': '/guide',
    'ja/guide.mdx': '/ja/guide',
    'unlisted.mdx': 'unlisted',
    'users.mdx': '/users',
    'ja/users.mdx': '/ja/users',
  },
  hidden: ['unlisted.mdx'],
  anchors: { 'ja/guide.mdx': ['データベース', '入門-api', '한국어-가이드'] },
  languages: { 'guide.mdx': 'en', 'ja/guide.mdx': 'ja' },
  texts: {
    'users.mdx': 'A tip.\n\nGET /users\n\nAll people.\n\n- where (query, object, default: {"a":1})',
    'ja/users.mdx': 'GET /users\n\nすべての人。\n\n- where (query, object, default: {"a":1})',
  },
  redirects: [{ from: '/old', to: '/guide' }],
});
