import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../../test/helpers/make-page.ts';
import { buildIndex } from '../build-index.ts';
import { openIndex } from '../open-index.ts';
import { compareRuns, readSavedRun, saveRun } from './compare-runs.ts';
import { evaluate, measure } from './evaluate.ts';
import { questionsFromHeadings, questionsFromLinks, questionsFromSearches } from './starter-set.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-eval-'));
const file = join(folder, 'docs.index');
const pages = [
  makePage(
    'guide/install',
    '# Install\nRun the installer.\n## Windows\nUse the wizard.\n## Is it free of charge?\nYes.',
    {
      links: [
        { text: 'ship it to a cluster', target: './deploy.md#push' },
        { text: 'Deploy', target: 'deploy' },
        { text: 'see this', target: '/guide/deploy' },
        { text: 'the other project over there', target: 'https://example.com/guide/deploy' },
        { text: 'the windows part of this', target: '#windows' },
      ],
    },
  ),
  makePage('guide/deploy', '# Deploy\nPush to the cluster.', {
    links: [{ text: 'set it all up', target: '/guide/install' }],
  }),
];
await buildIndex(file, pages);
const index = openIndex(file);
after(() => {
  index.close();
  rmSync(folder, { recursive: true });
});

test('the metrics are those of the literature', () => {
  const second = measure([false, true, false], 1);
  assert.equal(second.mrr10, 0.5);
  assert.equal(second.recall5, 1);
  assert.ok(Math.abs(second.ndcg10 - 1 / Math.log2(3)) < 1e-12);

  const both = measure([true, false, false, false, false, true], 2);
  assert.equal(both.recall5, 0.5);
  assert.equal(both.recall10, 1);
  assert.equal(both.mrr10, 1);
  assert.ok(Math.abs(both.ndcg10 - (1 + 1 / Math.log2(7)) / (1 + 1 / Math.log2(3))) < 1e-12);

  assert.deepEqual(measure([], 1), { ndcg10: 0, recall5: 0, recall10: 0, mrr10: 0 });
  assert.deepEqual(
    measure(
      Array.from({ length: 11 }, (_, i) => i === 10),
      1,
    ).recall10,
    0,
  );
});

test('a question is met by a path, a URL or a source file, and a miss says what came instead', async () => {
  const run = await evaluate(index, [
    { question: 'run the installer', expected: ['guide/install'] },
    { question: 'push to cluster', expected: ['https://docs.example.com/guide/deploy'] },
    { question: 'wizard', expected: ['guide/deploy.md'] },
  ]);
  assert.deepEqual(
    run.outcomes.map(({ place }) => place),
    [1, 1, null],
  );
  assert.deepEqual(run.outcomes[2]?.found, ['guide/install']);
  assert.ok(Math.abs(run.metrics.mrr10 - 2 / 3) < 1e-12);
  assert.equal(run.usedMeaning, false);
  assert.equal(run.sections, null);
});

test('a label with an anchor asks for the section too', async () => {
  const run = await evaluate(index, [
    { question: 'wizard', expected: ['guide/install#windows'] },
    { question: 'cluster', expected: ['guide/deploy#nowhere'] },
  ]);
  assert.equal(run.sections, 0.5);
  assert.equal(run.metrics.recall5, 1);
});

test('a question whose pages are not there does not count, and is named', async () => {
  const run = await evaluate(index, [
    { question: 'wizard', expected: ['guide/install'] },
    { question: 'old', expected: ['gone'] },
  ]);
  assert.equal(run.metrics.ndcg10, 1);
  assert.deepEqual(
    run.unknown.map(({ question }) => question),
    ['old'],
  );
});

test('a run is compared with an earlier one, question by question', async () => {
  const questions = ['wizard', 'cluster'].map((question) => ({ question, expected: ['guide/install'] }));
  const run = await evaluate(index, questions);
  const saved = readSavedRun(JSON.stringify(saveRun(run)));
  assert.deepEqual(compareRuns(saved, run), {
    gained: { ndcg10: 0, recall5: 0, recall10: 0, mrr10: 0 },
    better: [],
    worse: [],
    regraded: [],
    isWorse: false,
  });
  const before = { ...saved, places: { wizard: 3, cluster: 2, gone: 1 } };
  const { better, worse, isWorse } = compareRuns(before, run);
  assert.equal(isWorse, false, 'the means did not fall');
  assert.equal(compareRuns({ ...saved, metrics: { ...saved.metrics, mrr10: 1 } }, run).isWorse, true);
  assert.deepEqual(better, [{ question: 'wizard', before: 3, now: 1 }]);
  assert.deepEqual(worse, [{ question: 'cluster', before: 2, now: null }]);
  assert.throws(() => readSavedRun('{}'), /Create it with --save/);
  assert.throws(() => readSavedRun('no JSON'), /Create it with --save/);
});

test('link texts make questions, but for what the title says already and for what leads elsewhere', () => {
  assert.deepEqual(questionsFromLinks(pages, index), [
    { question: 'ship it to a cluster', expected: ['guide/deploy'], source: 'link' },
    { question: 'set it all up', expected: ['guide/install'], source: 'link' },
  ]);
});

test('headings that ask make questions of their sections', () => {
  assert.deepEqual(questionsFromHeadings(pages), [
    {
      question: 'Is it free of charge?',
      expected: ['guide/install#is-it-free-of-charge?'],
      source: 'heading',
    },
  ]);
});

test('searches make questions with the page that is first now', async () => {
  assert.deepEqual(await questionsFromSearches(['wizard', 'zebra'], index), [
    { question: 'wizard', expected: ['guide/install'], source: 'search' },
  ]);
});
