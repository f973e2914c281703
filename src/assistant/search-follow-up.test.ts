import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageHit, SearchFilter, SearchResult } from '../retrieval/search.ts';
import { addCarried, addCompared, searchSides } from './search-follow-up.ts';
import { searchTexts } from './search-query.ts';
import { plainQuestion } from './question.ts';

const choice = { strict: {}, preferred: {}, sides: [], keptOut: null };

function result(...paths: string[]): SearchResult {
  const hits = paths.map((path, nth) => ({ path, score: 0.9 - nth / 5, sections: [] }) as unknown as PageHit);
  return { hits, answerability: 0.9, outcome: 'answered', answerable: true, usedMeaning: false };
}

async function follow(asked: string, alone: SearchResult, together: SearchResult) {
  const texts = searchTexts(plainQuestion('x', asked), ['How do I reset a password?']);
  return addCarried(() => Promise.resolve(together), choice, { result: alone, filter: {} }, texts);
}

test('a follow-up that may mean two things shows both, and says so', async () => {
  const [alone, together] = [result('magic-link', 'tokens', 'other'), result('password', 'other')];
  const asked = 'How long is the link in it valid?';
  const both = await follow(asked, alone, together);
  assert.equal(both.isUnsure, true);
  assert.deepEqual(
    both.result.hits
      .slice(0, 2)
      .map(({ path }) => path)
      .sort(),
    ['magic-link', 'password'],
  );
  assert.equal((await follow(asked, alone, result('magic-link'))).isUnsure, false, 'both find the same');
  assert.equal((await follow('webhooks setup', alone, together)).isUnsure, false, 'it has a subject');
});

test('a follow-up whose words the docs lack is answered in part where they answer the question before it', async () => {
  const lacking = { ...result('dumps'), outcome: 'closest' as const, answerable: false };
  const after = async (asked: string) => {
    const texts = searchTexts(plainQuestion('x', asked), ['How do I make a dump?']);
    const search = (_: SearchFilter, text: string) =>
      Promise.resolve(text === 'How do I make a dump?' ? result('dumps') : lacking);
    return (await addCarried(search, choice, { result: lacking, filter: {} }, texts)).result.outcome;
  };
  assert.equal(await after('And how do I load it again?'), 'partial');
  assert.equal(await after('And how do I load it into Kafka?'), 'closest');
  assert.equal(await after('dashboard colours'), 'closest');
});

test('the versions that are compared take turns', async () => {
  const search = ({ version }: SearchFilter) =>
    Promise.resolve(version === 'v4' ? result('v4/a', 'v4/b', 'shared') : result('v5/a', 'shared'));
  const { result: found } = await searchSides(search, { ...choice, sides: ['v4', 'v5'] }, 'streams');
  assert.deepEqual(
    found.hits.map(({ path }) => path),
    ['v4/a', 'v5/a', 'v4/b', 'shared'],
  );
});

test('what is found for each of two things that are compared joins what their comparison finds', async () => {
  const section = (sectionId: number) => ({ sectionId, score: 0.9 });
  const found = (path: string, sectionId: number) => {
    const hit = { path, score: 0.9, sections: [section(sectionId)] } as unknown as PageHit;
    return { ...result(), hits: [hit] };
  };
  const search = (_: SearchFilter, text: string) =>
    Promise.resolve(text === 'What is dlx?' ? found('dlx', 3) : found('commands', 2));
  const compared = { ...found('commands', 1), answerable: true };
  const lacking = { ...found('commands', 1), answerable: false, outcome: 'closest' as const };
  const { result: both } = await addCompared(search, { result: compared, filter: {} }, ['dlx', 'exec']);
  assert.deepEqual(
    both.hits.map(({ path, sections }) => [path, sections.map(({ sectionId }) => sectionId)]),
    [
      ['commands', [1, 2]],
      ['dlx', [3]],
    ],
  );
  const part = await addCompared(search, { result: lacking, filter: {} }, ['dlx', 'exec']);
  assert.equal(part.result.outcome, 'partial', 'the docs have both');
});
