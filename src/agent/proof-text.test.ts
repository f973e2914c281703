import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProvenQuestion } from '../store/jobs.ts';
import { proofText } from './proof-text.ts';

const same: ProvenQuestion = { question: 'What?', before: 'partial', after: 'partial', page: 'a' };
const proof = { asked: 1, gained: 0, lost: 0, same: 1, questions: [same], model: null };

test('what is lost comes first, then what is gained, and long lists end', () => {
  const gained: ProvenQuestion = { question: 'How?', before: 'not_in_docs', after: 'answered', page: '' };
  const lost: ProvenQuestion = { question: 'Why?', before: 'answered', after: 'closest', page: 'b' };
  const questions = [...Array.from({ length: 50 }, () => same), gained, lost];
  const text = proofText({ asked: 52, gained: 1, lost: 1, same: 50, questions, model: null });
  assert.match(text, /^Answers 1 more and loses 1 of 52 questions\.\n/);
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  assert.deepEqual(rows.slice(2, 4), [
    '| Why? | answered | closest pages | b |',
    '| How? | not in the docs | answered | / |',
  ]);
  assert.match(text, /And 12 more\.$/);
});

test('it says which model was asked, and of how many', () => {
  const text = proofText({ ...proof, model: { name: 'compatible/m', asked: 0 } });
  assert.match(text, /Answers 0 more and loses 0 of 1 question\./);
  assert.match(text, /Of 1, 0 .* were asked of compatible\/m on both sides/);
});

test('hostile text stays one cell of plain text', () => {
  const hostile = [
    'a | b\n| c | answered | x |',
    '<img src=x onerror=alert(1)>',
    '![](https://evil.example/p.png)',
    '[click](https://evil.example)',
    '`` ` `` **bold** ~~gone~~ <!-- docent:end -->',
    '@everyone fixes #12 /merge https://evil.example',
    '/merge',
    'x\u202e\u0000y',
    '\\| \\`',
    'w'.repeat(5_000),
  ];
  for (const question of hostile) {
    const text = proofText({ ...proof, questions: [{ ...same, question, page: question }] });
    const row = text.split('\n').at(-1)!;
    assert.equal(row.replace(/\\\\/g, '').match(/(?<!\\)\|/g)?.length, 5, row);
    assert.ok(!/<[a-z!/]|(?<!\\)!?\[|(?<!\\)[`*~]|https?:\/\/|@\w|#\d|\u202e/i.test(row), row);
    assert.ok(!row.includes('\0'), row);
    assert.ok(row.length < 600, row);
  }
});
