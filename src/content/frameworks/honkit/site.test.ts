import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'honkit',
  files: {
    'book.json': '{ "root": "./docs", "variables": { "version": "2.1" } }',
    'docs/SUMMARY.md':
      '# Summary\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Parts](guide/the%20parts.md)\n  * [Within](guide/anchors.md#same)\n* [Elsewhere](https://example.com)\n',
    'docs/README.md': '# Home',
    'docs/GLOSSARY.md': '# Glossary',
    'docs/guide/README.md': 'Text',
    'docs/guide/not-listed.md': '# Not a page',
    'docs/guide/anchors.md':
      "# Page\n\n## 1. What's `snake_case`?\n\na\n\n## Same\n\nb\n\n## Same\n\nc\n\n## --flag & 日本語\n\nd\n\n## Named {#my-id}\n\ne",
    'docs/guide/the parts.md':
      '# Parts\n\nVersion {{ book.version }}.\n\n{% include "../part.md" %}\n\n{% raw %}{{ shown }}{% endraw %}',
    'docs/part.md': 'Shared *part*.',
  },
  urls: {
    'docs/README.md': '/',
    'docs/GLOSSARY.md': '/GLOSSARY.html',
    'docs/guide/README.md': '/guide/',
    'docs/guide/anchors.md': '/guide/anchors.html',
    'docs/guide/the parts.md': '/guide/the%20parts.html',
  },
  anchors: { 'docs/guide/anchors.md': ['page', '1-whats-snakecase', 'same', '-flag--日本語', 'my-id'] },
  versions: { 'docs/README.md': null },
  languages: { 'docs/README.md': null },
  titles: { 'docs/guide/README.md': 'Guide' },
  texts: {
    'docs/guide/the parts.md': ['Version 2.1.', 'Shared part.', '{{ shown }}'].join('\n\n'),
  },
});

proveFramework({
  framework: 'honkit',
  files: {
    'book.js': "module.exports = { title: 'Book' };",
    'LANGS.md': '* [English](en/)\n* [中文](zh-hans/)',
    'en/SUMMARY.md': '* [Home](README.md)\n* [One](one.md)',
    'en/README.md': '# Home',
    'en/one.md': '# One of {{ book.title }}',
    'zh-hans/SUMMARY.md': '* [家](README.md)\n* [一](one.md)',
    'zh-hans/README.md': '# 家',
    'zh-hans/one.md': '# 一',
  },
  urls: {
    'en/README.md': '/en/',
    'en/one.md': '/en/one.html',
    'zh-hans/README.md': '/zh-hans/',
    'zh-hans/one.md': '/zh-hans/one.html',
  },
  languages: { 'en/one.md': 'en', 'zh-hans/one.md': 'zh-hans' },
  titles: { 'en/one.md': 'One of Book' },
});
