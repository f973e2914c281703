import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns, saveRun } from './compare-runs.ts';
import { evaluate } from './evaluate.ts';
import { evaluateAnswers } from './evaluate-answers.ts';
import { gradeAnswer } from './grade-answer.ts';

const question = { expect: ['uv add --dev', '/port \\d{4}/', '/On/i'] };
const given = (text: string, cited = ['guide']) => ({ text, cited, refused: false });
const pages = new Set(['guide']);

test('an answer is right with every fact and the right page first, whatever its markup and case', () => {
  const text = 'Run `UV add\n--dev` on **port** 8080.';
  assert.equal(gradeAnswer(given(text), question, pages).grade, 'right');
  assert.equal(gradeAnswer(given(text, ['other', 'guide']), question, pages).grade, 'partly');
  assert.equal(gradeAnswer(given(text, ['other']), question, new Set()).grade, 'right', 'any page will do');
});

test('an answer is partly right with some facts, wrong with none, and names those that are missing', () => {
  assert.deepEqual(gradeAnswer(given('on port 80800'), question, pages), {
    grade: 'partly',
    missing: ['uv add --dev'],
  });
  assert.equal(gradeAnswer(given('a guess'), question, pages).grade, 'wrong');
});

test('what the docs do not hold is to be refused, and nothing else', () => {
  const refused = { ...given('The docs do not say.'), refused: true };
  assert.equal(gradeAnswer(refused, question, pages).grade, 'refused');
  assert.equal(gradeAnswer(refused, { inDocs: false }, new Set()).grade, 'right');
  assert.equal(gradeAnswer(given('Yes.'), { inDocs: false }, new Set()).grade, 'wrong');
});

test('a run counts the grades, and a judge may overrule what the facts say', async () => {
  const index = { page: (path: string) => ({ path: path.replace(/^\//, '') }) as never };
  const questions = [
    { question: 'a', expected: ['guide#x'], expect: ['yes'] },
    { question: 'b', expected: ['guide'], expect: ['no'] },
    { question: 'only searched', expected: ['guide'] },
  ];
  const ask = async () => ({ ...given('yes', ['/guide']), citations: 4, unsupported: 1 });
  const run = await evaluateAnswers(index, questions, ask);
  assert.deepEqual(run.grades, { right: 1, partly: 0, refused: 0, wrong: 1 });
  assert.deepEqual([run.right, run.unsupported], [0.5, 0.25]);
  const asked = [...questions, { question: 'c', expected: [], inDocs: false }];
  const judged = await evaluateAnswers(index, asked, ask, async () => 'partly');
  assert.deepEqual(
    judged.outcomes.map(({ grade }) => grade),
    ['partly', 'partly', 'wrong'],
    'whether an answer refuses is no matter of judgement',
  );
  const searched = await evaluate(index as never, []);
  const gained = (unsupported: number) =>
    compareRuns({ ...saveRun(searched, run), unsupported }, searched, run).gained.supported;
  assert.deepEqual([gained(0.5), gained(0)], [0.25, -0.25]);
  assert.equal(compareRuns({ ...saveRun(searched, run), unsupported: 0.2 }, searched, run).isWorse, true);
});
