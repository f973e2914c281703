import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvidenceSection } from '../evidence.ts';
import { understand } from './asked.ts';
import { withCompared } from './compare-sides.ts';

/** The headings of sections in the order in which they are shown. */
function order(question: string, ...sections: [heading: string, text: string, score?: number][]): string[] {
  const found = sections.map(([heading, text, score = 0.8], i): EvidenceSection => ({
    id: `s${i}`,
    title: `Guide › ${heading}`,
    url: `/guide#${i}`,
    version: null,
    text,
    score,
  }));
  const shown = withCompared(found, understand(question, []), ({ text }) => text);
  return shown.map(({ title }) => title.replace('Guide › ', ''));
}

const other: [string, string] = ['Workers', 'Workers are started.'];
const threads: [string, string] = ['threads', 'Runs in threads.'];
const forks: [string, string] = ['Using forks', 'Runs in processes.'];
const asked = 'threads or forks, which should I use?';

test('what sets both beside each other is shown first, then what is about each', () => {
  const both: [string, string] = ['Pools', 'Threads are faster, while forks are safer.'];
  assert.deepEqual(order(asked, other, forks, both, threads), ['Pools', 'threads', 'Using forks', 'Workers']);
  const table: [string, string] = ['Pools', '| pool | in |\n| - | - |\n| threads | one |\n| forks | many |'];
  assert.equal(order(asked, other, table)[0], 'Pools');
});

test('without such a section one for each side is shown', () => {
  assert.deepEqual(order(asked, other, forks, threads), ['threads', 'Using forks', 'Workers']);
});

test('a section of each comes before a passing mention of both on another page', () => {
  const shown = (...titles: string[]) => {
    const pages = titles.map((title, i): EvidenceSection => {
      const text = title === 'Tests' ? 'Both run, threads and forks.' : 'Runs.';
      return { id: `s${i}`, title, url: `/${i}`, version: null, text };
    });
    const question = understand('threads or forks?', []);
    return withCompared(pages, question, ({ text }) => text).map(({ title }) => title);
  };
  assert.deepEqual(shown('Tests', 'Forks', 'Threads'), ['Threads', 'Forks', 'Tests']);
  assert.deepEqual(shown('Tests', 'Using forks', 'Threads'), ['Tests', 'Threads', 'Using forks']);
});

test('words of both names tell neither from the other', () => {
  const update: [string, string] = ['update', 'Gets newer packages.'];
  const lock: [string, string] = ['lock', 'Writes the file.'];
  const self: [string, string] = ['self update', 'Gets a newer tool.'];
  assert.deepEqual(order('tool update or tool lock?', self, lock, update), ['update', 'lock', 'self update']);
});

test('code that holds both, and what search hardly likes, compare nothing', () => {
  const code: [string, string] = ['Setup', '```ts\npools(threads, forks) // rather than one\n```'];
  assert.deepEqual(order(asked, other, code), ['Workers', 'Setup']);
  const far: [string, string, number] = ['News', 'Threads are faster than forks.', 0.2];
  assert.deepEqual(order(asked, other, far), ['Workers', 'News']);
});

test('a question that compares nothing keeps its order', () => {
  assert.deepEqual(order('How do I use threads?', other, forks, threads), [
    'Workers',
    'Using forks',
    'threads',
  ]);
});
