import { proveFramework } from '../../../test/contract/framework.ts';

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
    'redocly.yaml': 'redirects:\n  /old:\n    to: /guide\n    type: 301\n',
    'sidebars.yaml':
      '- page: index.md\n- group: Guide\n  items:\n    - page: guide/untitled.md\n      label: From navigation\n',
    'apis/museum.json': JSON.stringify(api),
    'index.md': '# Home',
    'guide/index.md': '# Guide',
    'guide/untitled.md': 'Text',
    'guide/moved.md': '---\nslug: /elsewhere\n---\n# Moved',
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
    ].join('\n'),
  },
  urls: {
    'index.md': '/',
    'guide/index.md': '/guide',
    'guide/untitled.md': '/guide/untitled',
    'guide/moved.md': '/elsewhere',
    'product/@v1/intro.md': '/product/v1/intro',
    'product/@v2/intro.md': '/product/intro',
    '@l10n/de/guide/index.md': '/de/guide',
    '@i18n/fr/guide/index.md': '/fr/guide',
    'guide/anchors.md': '/guide/anchors',
    'guide/parts.md': '/guide/parts',
    'apis/museum.json#': '/apis/museum',
    'apis/museum.json#/paths/~1tickets/post': '/apis/museum/tickets/buyticket',
  },
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
    ].join('\n\n'),
    'apis/museum.json#': 'Tickets.\n\n- POST /tickets: Buy a ticket',
  },
  redirects: [{ from: '/old', to: '/guide' }],
});
