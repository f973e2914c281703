import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { insertBeside, removeItem, renameEntry } from '../navigation/edit-text.ts';
import { readNavigation } from './site-files.ts';

describe('navigation stays whole when it is edited', () => {
  /** The text once the page is gone, as far as the text can be changed. */
  const without = (framework: string, path: string, text: string, target: string) => {
    const entry = readNavigation(path, text, framework).entries.find((one) => one.target === target);
    assert.ok(entry, target);
    return removeItem(text, entry.item);
  };

  test('a title with pages below it stays where it may stand alone', () => {
    const toc = '- name: Guide\n  href: guide.md # its page\n  items:\n  - href: use.md\n';
    assert.equal(
      without('docfx', 'toc.yml', toc, 'guide.md'),
      toc.replace('  href: guide.md # its page\n', ''),
    );
    const more = '- name: More\n  href: more/\n  topicHref: more/index.md\n';
    assert.equal(without('docfx', 'toc.yml', more, 'more/index.md'), more.replace(/.*topicHref.*\n/, ''));
    const fern =
      'navigation:\n  - section: A\n    path: a.mdx\n    contents:\n      - page: B\n        path: b.mdx\n';
    assert.equal(without('fern', 'fern/docs.yml', fern, 'a.mdx'), fern.replace('    path: a.mdx\n', ''));
    const quarto =
      'website:\n  sidebar:\n    contents:\n      - section: A\n        href: a.qmd\n        contents: [b.qmd]\n';
    assert.equal(
      without('quarto', '_quarto.yml', quarto, 'a.qmd'),
      quarto.replace('        href: a.qmd\n', ''),
    );
  });

  test('what cannot be removed without its neighbours stays', () => {
    for (const [framework, path, text, target] of [
      // The title is the page itself, and an item needs its first key.
      ['quarto', '_quarto.yml', 'book:\n  chapters:\n    - part: a.qmd\n      chapters: [b.qmd]\n', 'a.qmd'],
      ['docfx', 'toc.yml', '- href: a.md\n  name: A\n  items:\n  - href: b.md\n', 'a.md'],
      ['docfx', 'toc.yml', '- {name: A, href: a.md, items: [{href: b.md}]}\n', 'a.md'],
      ['sphinx', '_toc.yml', 'chapters:\n- title: A\n  file: a\n  sections:\n  - file: b\n', 'a'],
      ['fern', 'fern/docs.yml', 'landing-page:\n  page: A\n  path: a.mdx\n', 'a.mdx'],
      ['mkdocs', 'mkdocs.yml', 'nav:\n  - A: a.md\n    B: b.md\n', 'a.md'],
    ] as const)
      assert.equal(without(framework, path, text, target), text);
  });

  test('the only page of a group leaves an empty list, not a key without a value', () => {
    const mkdocs = 'nav:\n  - a.md\n  - Guide: # more to come\n      - use.md\n';
    assert.equal(
      without('mkdocs', 'mkdocs.yml', mkdocs, 'use.md'),
      'nav:\n  - a.md\n  - Guide: [] # more to come\n',
    );
    const fern = 'navigation:\n  - section: A\n    contents:\n      - page: B\n        path: b.mdx\n';
    assert.equal(
      without('fern', 'fern/docs.yml', fern, 'b.mdx'),
      'navigation:\n  - section: A\n    contents: []\n',
    );
    const anchored = 'nav:\n  - Guide: &guide\n      - use.md\n';
    assert.equal(without('mkdocs', 'mkdocs.yml', anchored, 'use.md'), 'nav:\n  - Guide: &guide\n');
  });

  test('the last item of a list goes without the comment of the one before', () => {
    const toml = '[project]\nnav = [\n  "a.md", # first\n  "b.md", # second\n]\n';
    assert.equal(without('mkdocs', 'zensical.toml', toml, 'b.md'), toml.replace('  "b.md", # second\n', ''));
    const script = "module.exports = [\n  'a', // first\n  'b'\n]\n";
    assert.equal(
      without('docusaurus', 'sidebars.js', script, 'b'),
      "module.exports = [\n  'a' // first\n]\n",
    );
  });

  test('texts keep the quotes of their place, and are read as they were written', () => {
    const title = `What's "new": 1`;
    for (const [framework, path, text, target, expected] of [
      ['fumadocs', 'meta.json', '{"pages":["a"]}', 'it\'s "x"', '{"pages":["it\'s \\"x\\""]}'],
      ['mkdocs', 'mkdocs.yml', 'nav: ["a"]', 'ü "x".md', 'nav: ["ü \\"x\\".md"]'],
      ['mkdocs', 'mkdocs.yml', "nav: ['a']", "it's.md", "nav: ['it''s.md']"],
      ['mkdocs', 'mkdocs.yml', 'nav: [a]', '1.0', 'nav: ["1.0"]'],
      ['mkdocs', 'mkdocs.yml', 'nav: ["\\u0061"]', 'b.md', 'nav: ["\\u0061"]'],
      ['mkdocs', 'zensical.toml', '[project]\nnav = ["a"]', '"x"', '[project]\nnav = ["\\"x\\""]'],
      ['mkdocs', 'zensical.toml', "[project]\nnav = ['a']", 'x"y', "[project]\nnav = ['x\"y']"],
    ] as const) {
      const [entry] = readNavigation(path, text, framework).entries;
      assert.equal(renameEntry(text, entry!, target), expected);
    }
    for (const [framework, path, text] of [
      ['rspress', '_meta.json', '[{ "type": "file", "name": "a", "label": "A" }]'],
      ['quarto', '_quarto.yml', "book:\n  chapters:\n    - text: 'A'\n      href: a.qmd\n"],
      ['docfx', 'toc.yml', '- name: "A"\n  href: a.md\n'],
      ['fern', 'fern/docs.yml', 'navigation:\n  - page: A\n    path: a.mdx\n'],
      ['mkdocs', 'zensical.toml', "[project]\nnav = [{ 'A' = 'a.md' }]\n"],
    ] as const) {
      const [entry] = readNavigation(path, text, framework).entries;
      const added = insertBeside(text, entry!, 'before', { target: 'b.mdx', title });
      assert.deepEqual(
        readNavigation(path, added!.replace('b.mdx', 'b.qmd.md'), framework).entries.map((one) => one.title),
        [title, 'A'],
      );
      if (path.endsWith('.json')) assert.doesNotThrow(() => JSON.parse(added!));
    }
  });
});
