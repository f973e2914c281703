import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionMarkdown } from './section-markdown.ts';

const section = { anchor: 'setup', heading: 'Setup', text: 'words of the last one' };

test('among equal headings, the section is the one with its text, with its subsections', () => {
  const markdown =
    '# T\n\n## Setup\n\nOther.\n\n## Setup\n\nWords of the last one.\n\n### More\n\nHere.\n\n## End\n';
  assert.equal(
    sectionMarkdown({ markdown, title: 'T' }, section),
    'Words of the last one.\n\n### More\n\nHere.',
  );
});

test('a page without headings, or with a long section, gives its first 40,000 characters', () => {
  const long = 'word '.repeat(20_000);
  const opening = { anchor: null, heading: 'T', text: 'word' };
  assert.equal(sectionMarkdown({ markdown: `# T\n\n${long}`, title: 'T' }, opening)?.length, 39_999);
  assert.equal(
    sectionMarkdown({ markdown: `# T\n\n## Setup\n${long}`, title: 'T' }, section)?.length,
    39_999,
  );
});

test('a section with the title of its page, above whose heading is nothing, begins after that heading', () => {
  const markdown = '# Setup\n\n## Setup\n\nWords of the last one.\n\n### More\n\nHere.\n';
  assert.equal(
    sectionMarkdown({ markdown, title: 'Setup' }, section),
    'Words of the last one.\n\n### More\n\nHere.',
  );
});
