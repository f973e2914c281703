import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

proveFramework({
  framework: 'docsify',
  files: {
    'docs/index.html':
      "<script>window.$docsify = { homepage: 'intro.md', loadSidebar: 'sidebar.md', coverpage: true }</script>\n<script src=\"//cdn.jsdelivr.net/npm/docsify@4/lib/docsify.min.js\"></script>",
    'docs/sidebar.md': '- [Home](/)',
    'docs/_coverpage.md': '# Cover',
    'docs/intro.md': '# Intro\n\nText',
    'docs/zh-cn/README.md': '# Home\n\nText',
    'docs/guide/first steps.md': '# First\n\nText',
    'docs/_media/part.md': 'Shared words\n',
    'docs/_media/demo.js': 'a\n/// [demo]\nlet b = 1;\n/// [demo]\nc\n',
    'docs/anchors.md':
      "# Page\n\n## 1. What's new?\n\na\n\n## Same\n\nb\n\n## Same\n\nc\n\n## Named :id=my-id\n\nd\n\n## Left <!-- {docsify-ignore} -->\n\ne",
    'docs/marks.md': [
      '# Marks',
      '',
      '!> Careful, it is',
      'hot',
      '',
      '?> Use it',
      '',
      '<!-- tabs:start -->',
      '',
      '#### **Linux**',
      'Use apt',
      '',
      '<!-- tabs:end -->',
      '',
      "[part](_media/part.md ':include')",
      '',
      "[demo](_media/demo.js ':include :type=code :fragment=demo')",
      '',
      "A [link](/guide/first%20steps?id=first ':target=_blank').",
    ].join('\n'),
  },
  urls: {
    'docs/intro.md': '/#/',
    'docs/zh-cn/README.md': '/#/zh-cn/',
    'docs/guide/first steps.md': '/#/guide/first%20steps',
    'docs/anchors.md': '/#/anchors',
    'docs/marks.md': '/#/marks',
  },
  anchors: { 'docs/anchors.md': ['page', '_1-what39s-new', 'same', 'same-1', 'my-id', 'left'] },
  versions: { 'docs/intro.md': null },
  languages: { 'docs/intro.md': null },
  titles: { 'docs/intro.md': 'Intro' },
  texts: {
    'docs/marks.md': [
      'Warning: Careful, it is hot',
      'Tip: Use it',
      'Linux',
      'Use apt',
      'Shared words',
      '```js\nlet b = 1;\n```',
      'A link.',
    ].join('\n\n'),
  },
});

proveFramework({
  framework: 'docsify',
  files: {
    'index.html': `<script>window.$docsify = { basePath: '/served/here/' }</script><script src="//x/npm/docsify/lib/docsify.js"></script>`,
    'README.md': '# Home',
  },
  urls: { 'README.md': '/#/' },
});

proveFramework({
  framework: 'docsify',
  files: {
    'docs/index.html': `<script>window.$docsify = { basePath: '../' }</script><script src="//x/npm/docsify/lib/docsify.js"></script>`,
    'README.md': '# Home',
    'docs/guide.md': '# Guide',
  },
  urls: { 'README.md': '/#/', 'docs/guide.md': '/#/docs/guide' },
});

test('A link in HTML leads where one of Markdown does', async () => {
  const docs = await listDocs(
    treeOf({
      'index.html': '<script>window.$docsify = {}</script>',
      'README.md': '# Home\n\nSee <a href="#/guide?id=run-it">how</a>.',
      'guide.md': '# Guide\n\n## Run it\n\nText',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed.flatMap(({ pages }) => pages.flatMap(({ links }) => links.map(({ target }) => target))),
    ['/guide#run-it'],
  );
});
