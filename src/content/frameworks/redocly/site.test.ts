import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const api = {
  openapi: '3.0.0',
  info: { title: 'Museum API', description: 'Tickets.' },
  paths: {
    '/tickets': {
      post: { operationId: 'buyTicket', summary: 'Buy a ticket', tags: ['Tickets'], responses: {} },
    },
  },
};

proveFramework({
  framework: 'redocly',
  files: {
    'redocly.yaml':
      'ignore:\n  - drafts/\n  - guide/*.tmp.md\nmarkdown:\n  partialsFolders:\n    - shared\nredirects:\n  /old:\n    to: /guide\n    type: 301\n',
    'sidebars.yaml':
      '- page: index.md\n- group: Guide\n  items:\n    - page: guide/untitled.md\n      label: From navigation\n',
    'apis/museum.json': JSON.stringify(api),
    'index.md': '# Home',
    'guide/index.md': '# Guide',
    'guide/untitled.md': 'Text',
    'guide/moved.md': '---\nslug: /elsewhere\n---\n# Moved',
    'guide/README first, (v1.2).md': '# Read me',
    'shared/part.md': 'Shared',
    'drafts/deep/new.md': '# Draft',
    'guide/one.tmp.md': '# Draft',
    'guide/secret.md': '---\nexcludeFromSearch: true\n---\n# Secret',
    '@l10n/de/guide/moved.md': '---\nslug: [/Anderswo, /sonst]\n---\n# Verschoben',
    'guide/_partial.md': 'Shared part.',
    'product/versions.yaml': 'default: v2\nversions:\n  - version: v1\n  - version: v2\n',
    'product/@v1/intro.md': '# One',
    'product/@v2/intro.md': '# Two',
    '@l10n/de/guide/index.md': '# Anleitung',
    '@i18n/fr/guide/index.md': '# Guide',
    'guide/anchors.md': '# Page\n\n## Same\n\na\n\n## Same\n\nb\n\n## Named {% #my-id %}\n\nc',
    'guide/parts.md': [
      '{% admonition type="warning" name="Careful" %}',
      'Inside',
      '{% /admonition %}',
      '',
      '{% tabs %}',
      '{% tab label="One" %}',
      'First',
      '{% /tab %}',
      '{% /tabs %}',
      '',
      '{% partial file="/guide/_partial.md" /%}',
      '',
      'Write `{% tab %}` in code.',
      '',
      '{% table %}',
      '* Key',
      '* Value {% align="right" %}',
      '---',
      '* a',
      '* b {% colspan=2 %}',
      '{% /table %}',
    ].join('\n'),
  },
  urls: {
    'index.md': '/',
    'guide/index.md': '/guide',
    'guide/untitled.md': '/guide/untitled',
    'guide/moved.md': '/elsewhere',
    'guide/README first, (v1.2).md': '/guide/readme-first-v1.2',
    '@l10n/de/guide/moved.md': '/de/Anderswo',
    'product/@v1/intro.md': '/product/v1/intro',
    'product/@v2/intro.md': '/product/intro',
    '@l10n/de/guide/index.md': '/de/guide',
    '@i18n/fr/guide/index.md': '/fr/guide',
    'guide/anchors.md': '/guide/anchors',
    'guide/secret.md': 'guide/secret',
    'guide/parts.md': '/guide/parts',
    'apis/museum.json#': '/apis/museum',
    'apis/museum.json#/paths/~1tickets/post': '/apis/museum/tickets/buyticket',
  },
  hidden: ['guide/secret.md'],
  anchors: { 'guide/anchors.md': ['page', 'same', 'same-1', 'my-id'] },
  versions: { 'product/@v1/intro.md': 'v1', 'product/@v2/intro.md': 'v2', 'index.md': null },
  languages: { '@l10n/de/guide/index.md': 'de', '@i18n/fr/guide/index.md': 'fr', 'index.md': null },
  titles: { 'guide/untitled.md': 'From navigation', 'apis/museum.json#': 'Museum API' },
  texts: {
    'guide/parts.md': [
      'Warning: Careful\nInside',
      'One',
      'First',
      'Shared part.',
      'Write {% tab %} in code.',
      '- Key\n- Value',
      '- a\n- b',
    ].join('\n\n'),
    'apis/museum.json#': 'Tickets.\n\n- POST /tickets: Buy a ticket',
  },
  redirects: [{ from: '/old', to: '/guide' }],
});

test('Settings of a site make a Redocly site, those of its linter do not, and a page may name its old addresses', async () => {
  const page = '---\nredirects:\n  /old/place:\n    type: 302\n---\n# Home';
  const read = (config: string) => listDocs(treeOf({ 'redocly.yaml': config, 'index.md': page }));
  assert.equal((await read('extends:\n  - recommended\nrules: {}\n')).framework, 'plain');
  const site = await read('navbar:\n  items: []\n');
  assert.equal(site.framework, 'redocly');
  const [parsed] = await Array.fromAsync(parseDocs(site));
  assert.deepEqual(
    parsed?.targets.map(({ path }) => path),
    ['', 'old/place'],
  );
});
