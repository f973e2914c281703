import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionUrl } from './retrieved.ts';
import { sectionMarkdown } from './section-markdown.ts';

test('A section is led to by its fragment, or as docsify has it where the page is a fragment itself', () => {
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: 'b' }), 'https://a.dev/x#b');
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: null }), 'https://a.dev/x');
  assert.equal(sectionUrl({ url: 'https://a.dev/#/x' }, { anchor: 'b' }), 'https://a.dev/#/x?id=b');
});

test('Of equal headings a section is the one that it is like; a heading without an anchor is not the opening', () => {
  const log = [
    '## 2.0',
    '### Fixes',
    '- Ports ([#7](https://x.dev/7))',
    '## 1.0',
    '### Fixes',
    '- Hosts `a`',
  ];
  const page = { title: 'History', markdown: `# History\n\nAll of it.\n\n${log.join('\n\n')}` };
  const fixes = { anchor: 'fixes-1', heading: 'Fixes' };
  assert.equal(sectionMarkdown(page, { ...fixes, text: 'Hosts a' }), '- Hosts `a`');
  assert.equal(sectionMarkdown(page, { ...fixes, text: 'Something else' }), undefined);
  assert.equal(sectionMarkdown(page, { anchor: null, heading: 'History', text: 'All of it.' }), 'All of it.');
  assert.equal(sectionMarkdown(page, { anchor: null, heading: 'Tip', text: 'A tip' }), undefined);
});
