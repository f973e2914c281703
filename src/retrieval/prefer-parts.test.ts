import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferParts } from './prefer-parts.ts';
import type { PageHit, SectionHit } from './search.ts';

const timeouts = 'A job ends after two hours.';

test('a book that includes its chapters gives way to the chapter that has the best section', () => {
  const ordered = preferParts([
    hit('book', 0.8, section(timeouts, ['Book', 'Tests', 'Timeouts'], 0.8)),
    hit('other', 0.7, section('Another one.', ['Other'], 0.7)),
    hit('tests', 0.6, section('Tests.', ['Tests'], 0.6), section(timeouts, ['Tests', 'Timeouts'], 0.3)),
  ]);
  assert.deepEqual(
    ordered.map(({ path, score }) => [path, score]),
    [
      ['tests', 0.8],
      ['other', 0.7],
      ['book', 0.6],
    ],
  );
  assert.deepEqual(
    ordered[0]!.sections.map(({ score }) => score),
    [0.8, 0.4],
  );
});

test('pages that say the same at the same depth, or another thing under the same heading, stay where they are', () => {
  for (const other of [
    section(timeouts, ['B', 'Tests', 'Timeouts'], 0.6),
    section('For ever.', ['Timeouts'], 0.6),
    section(timeouts, ['Limits'], 0.6),
  ]) {
    const hits = [hit('a', 0.8, section(timeouts, ['A', 'Tests', 'Timeouts'], 0.8)), hit('b', 0.6, other)];
    assert.deepEqual(preferParts(hits), hits);
  }
});

test('a page gives way to none of another version or language, and to none for a section without a text', () => {
  const book = hit('a', 0.8, section(timeouts, ['A', 'Timeouts'], 0.8));
  const part = hit('b', 0.6, section(timeouts, ['Timeouts'], 0.6));
  const empty = [section('', ['A', 'Timeouts'], 0.8), section('', ['Timeouts'], 0.6)] as const;
  for (const hits of [
    [book, { ...part, version: '1.0' }],
    [book, { ...part, language: 'fr' }],
    [hit('a', 0.8, empty[0]), hit('b', 0.6, empty[1])],
  ])
    assert.deepEqual(preferParts(hits), hits);
});

function section(text: string, headingPath: string[], score: number): SectionHit {
  return { sectionId: 1, anchor: null, heading: headingPath.at(-1)!, headingPath, text, score };
}

function hit(path: string, score: number, ...sections: [SectionHit, ...SectionHit[]]): PageHit {
  const terms = new Set<string>();
  return {
    path,
    url: `/${path}`,
    title: path,
    description: null,
    version: null,
    language: null,
    terms,
    score,
    sections,
  };
}
