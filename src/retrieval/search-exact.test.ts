import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import type { Page } from '../content/page.ts';
import { buildIndex } from './build-index.ts';
import { openIndex, type SearchIndex } from './open-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-exact-'));
const opened: SearchIndex[] = [];
after(() => {
  for (const index of opened) index.close();
  rmSync(folder, { recursive: true });
});

async function indexOf(...pages: Page[]): Promise<SearchIndex> {
  const file = join(folder, `${opened.length}.index`);
  await buildIndex(file, pages);
  const index = openIndex(file);
  opened.push(index);
  return index;
}

const releases = await indexOf(
  makePage(
    'changelog',
    '# Changelog\n## v3.12.0\nAdds walnuts.\n## v2.1.3\nAdds pecans.\n## v1.3.2\nAdds hazels.\n## 1.20\nAdds figs.\n## Version 4\nAdds limes.',
  ),
  makePage('importers', '# Importers\n## v2.10\nAdds mangos.\n## 10.2\nAdds kiwis.\n## v2.1\nAdds pines.'),
);

const syntax = await indexOf(
  makePage(
    'operators',
    '# Operators\n## The ??= operator\nAssigns.\n## The ?. operator\nReads.\n## Wildcards\n| Sign | Meaning |\n|---|---|\n| `->>` | gets text |\n| `!` | negates |',
  ),
  makePage('or', '# Or\nJoins two conditions of a query.'),
  makePage('people', '# People\n## `who`\nLists the people. How to use it or the operator is up to you.'),
);

test('a version finds itself, then those that begin with it, in their order', async () => {
  for (const [text, heading] of [
    ['2.1.3', 'v2.1.3'],
    ['3.12', 'v3.12.0'],
    ['v1.20.0', '1.20'],
    ['2.10', 'v2.10'],
    ['2.1', 'v2.1'],
    ['v4', 'Version 4'],
    ['What is new in 10.2?', '10.2'],
  ]) {
    const { hits } = await releases.search({ text: text!, limit: 1 });
    assert.equal(hits[0]?.sections[0].heading, heading, text);
  }
});

test('a version or identifier that no page holds is not answered, however small the docs', async () => {
  for (const text of [
    'What is new in v2.1.4?',
    'changelog 3.13.0',
    'How do I call addAlmonds in the changelog?',
  ])
    assert.equal((await releases.search({ text, limit: 1 })).answerable, false, text);
});

test('signs are words', async () => {
  for (const [text, heading] of [
    ['??=', 'The ??= operator'],
    ['what does ?. do?', 'The ?. operator'],
    ['how do I use ->> in the operator of a query', 'Wildcards'],
    ['What does `!` do?', 'Wildcards'],
  ]) {
    const { hits } = await syntax.search({ text: text!, limit: 1 });
    assert.equal(hits[0]?.sections[0].heading, heading, text);
  }
});

test('a stop word is a word where a title or heading is just that', async () => {
  for (const [text, path] of [
    ['the or operator', 'or'],
    ['What does Or do?', 'or'],
    ['who command', 'people'],
    ['what does `who` do', 'people'],
  ])
    assert.equal((await syntax.search({ text: text!, limit: 1 })).hits[0]?.path, path, text);
});

test('a message that a page quotes with placeholders is answered, whatever names it is pasted with', async () => {
  const index = await indexOf(
    makePage(
      'errors',
      '# Errors\n## Unknown provider\n`The app could not resolve the dependencies of <provider>.` Add it to the providers.',
    ),
    makePage('providers', '# Providers\nA provider has dependencies. Providers resolve them in an app.'),
    makePage('modules', '# Modules\nA module of an app exports its providers and their dependencies.'),
  );
  const text = 'The app could not resolve the dependencies of UsersService at AuthModule.';
  const { hits, outcome } = await index.search({ text, limit: 3 });
  assert.equal(outcome, 'answered');
  assert.equal(hits[0]?.sections[0].heading, 'Unknown provider');
  const other = await index.search({
    text: 'The app lost the dependencies of UsersService at AuthModule.',
    limit: 3,
  });
  assert.notEqual(other.outcome, 'answered');
});
