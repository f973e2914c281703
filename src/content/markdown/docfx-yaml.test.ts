import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docfxYaml } from './docfx-yaml.ts';

test('a page in YAML that does not parse is read as far as it does', () => {
  const broken = '### YamlMime:FAQ\ntitle: Answers\nsummary: In short\nsections: [';
  assert.equal(docfxYaml(broken, 'FAQ'), '# Answers\n\nIn short');
});

test('a page in YAML without values is empty', () => {
  assert.equal(
    docfxYaml('### YamlMime:Landing\ntitle:\nlandingContent:\n  - links: [null, 3]', 'Landing'),
    '',
  );
});

test('a list of links on a landing page says of which kind they are', () => {
  const landing = [
    '### YamlMime:Landing',
    'title: Tool',
    'landingContent:',
    '  - title: Learn',
    '    linkLists:',
    '      - linkListType: how-to-guide',
    '        links:',
    '          - { text: Use it, url: guide\\use.md }',
  ];
  assert.equal(
    docfxYaml(landing.join('\n'), 'Landing'),
    '# Tool\n\n## Learn\n\nHow to guide\n\n- [Use it](<guide/use.md>)',
  );
});

test('levels of a page in YAML are limited, and so are its aliases', () => {
  const nested = `${'{a: '.repeat(30)}{title: Deep}${'}'.repeat(30)}`;
  assert.equal(docfxYaml(`### YamlMime:Hub\ntitle: Top\ncards: ${nested}`, 'Hub'), '# Top\n\n## Deep');
  const levels = Array.from(
    { length: 20 },
    (_, level) => `${'  '.repeat(level)}- title: Level\n${'  '.repeat(level)}  a:`,
  );
  assert.equal(docfxYaml(`### YamlMime:Hub\ncards:\n${levels.join('\n')}`, 'Hub').match(/Level/g)?.length, 7);
  const bomb = Array.from(
    { length: 30 },
    (_, at) => `a${at}: &a${at} [${at === 0 ? 'x' : `*a${at - 1}, *a${at - 1}`}]`,
  );
  assert.equal(docfxYaml(`### YamlMime:Hub\n${bomb.join('\n')}`, 'Hub'), '');
});
