import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { maxPages, splitLlms } from './split-llms.ts';

const outline = (text: string) => splitLlms(text).pages.map(({ title, url, text }) => [title, url, text]);

test('Mintlify: a title with its Source line begins a page; titles in pages and in code do not', () => {
  const text = `# Install
Source: https://docs.acme.dev/install

How to install.

\`\`\`sh
# Not a title
Source: nothing
\`\`\`

# A heading of level 1

More.

# Usage
Source: https://docs.acme.dev/usage

Use it.
`;
  assert.deepEqual(outline(text), [
    [
      'Install',
      'https://docs.acme.dev/install',
      'How to install.\n\n```sh\n# Not a title\nSource: nothing\n```\n\n# A heading of level 1\n\nMore.',
    ],
    ['Usage', 'https://docs.acme.dev/usage', 'Use it.'],
  ]);
  assert.equal(splitLlms(text).pages[0]?.isMintlify, true);
});

test('Fumadocs: the address stands below the title or in it, from the root of the site', () => {
  assert.deepEqual(outline('# One (/docs/one)\n\ntext\n\n# Two\nURL: /docs/two\nDescription\n\ntext 2'), [
    ['One', '/docs/one', 'text'],
    ['Two', '/docs/two', 'Description\n\ntext 2'],
  ]);
});

test('VitePress: front matter with an address begins a page, and the rule between pages goes', () => {
  const text =
    '---\nurl: /guide/a.md\ndescription: x\n---\n\n# A page\n\ntext\n\n---\n\n---\nurl: /b.md\n---\n# B\n\nb';
  assert.deepEqual(outline(text), [
    ['A page', '/guide/a.md', '# A page\n\ntext'],
    ['B', '/b.md', '# B\n\nb'],
  ]);
});

test('Without addresses each title outside of code begins a page', () => {
  assert.deepEqual(
    outline('<SYSTEM>All docs</SYSTEM>\n\n# One\n\n~~~~\n# code\n~~~\n# code\n~~~~\n\n# Two\r\n\r\ntext'),
    [
      ['One', null, '~~~~\n# code\n~~~\n# code\n~~~~'],
      ['Two', null, 'text'],
    ],
  );
  assert.deepEqual(outline('no titles'), []);
});

test('A fence that is never closed does not take the next pages with it', () => {
  const text = '# One\nSource: https://x.dev/1\n\n```\n# code\n\n# Two\nSource: https://x.dev/2\n\ntext';
  assert.deepEqual(
    splitLlms(text).pages.map(({ title }) => title),
    ['One', 'Two'],
  );
});

test('A file with more pages than any docs have is cut, and the last page ends where the next begins', () => {
  const { pages, isCut } = splitLlms('# a\n'.repeat(maxPages + 1));
  assert.deepEqual([pages.length, isCut, pages.at(-1)?.text], [maxPages, true, '']);
  assert.equal(splitLlms('# a\n'.repeat(maxPages)).isCut, false);
});

test('A file needs little more memory than its text, whatever it holds', () => {
  const script = `
    const { splitLlms } = await import(${JSON.stringify(new URL('./split-llms.ts', import.meta.url))});
    for (const line of ['# a\\n', '\\n', '---\\na:\\n', '# a\\nURL: /a\\n', '\`\`\`\\n'])
      splitLlms(line.repeat((6 * 1024 * 1024) / line.length));`;
  const { status } = spawnSync(process.execPath, [
    '--max-old-space-size=36',
    '--input-type=module',
    '-e',
    script,
  ]);
  assert.equal(status, 0);
});
