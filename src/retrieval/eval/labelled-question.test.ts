import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from './parse-csv.ts';
import { readQuestions } from './labelled-question.ts';

test('a line of JSON may name question and pages as other sets do', () => {
  const lines = [
    { question: 'How?', expected: ['guide/how', 'guide/why'] },
    { query: 'What?', path: 'guide/what', id: 7 },
    {
      text: 'Where?',
      url: 'https://docs.example.com/where',
      expect: undefined,
      inDocs: undefined,
      source: 'link',
    },
    { question: 'When?', anchor: 'guide/when#now' },
  ];
  assert.deepEqual(readQuestions(lines.map((line) => JSON.stringify(line)).join('\n\n')), [
    {
      question: 'How?',
      expected: ['guide/how', 'guide/why'],
      expect: undefined,
      inDocs: undefined,
      source: undefined,
    },
    { question: 'What?', expected: ['guide/what'], expect: undefined, inDocs: undefined, source: undefined },
    {
      question: 'Where?',
      expected: ['https://docs.example.com/where'],
      expect: undefined,
      inDocs: undefined,
      source: 'link',
    },
    {
      question: 'When?',
      expected: ['guide/when#now'],
      expect: undefined,
      inDocs: undefined,
      source: undefined,
    },
  ]);
});

test('a CSV file names its columns in the first line, and separate pages with spaces', () => {
  const csv = 'Question,Expected\r\n"How, and ""why""?",guide/how guide/why\r\nWhat?,guide/what\r\n';
  assert.deepEqual(readQuestions(csv), [
    {
      question: 'How, and "why"?',
      expected: ['guide/how', 'guide/why'],
      expect: undefined,
      inDocs: undefined,
      source: undefined,
    },
    { question: 'What?', expected: ['guide/what'], expect: undefined, inDocs: undefined, source: undefined },
  ]);
});

test('a line may say what its answer must hold', () => {
  assert.deepEqual(
    readQuestions('{"question":"a","page":"b","expect":["c","/d+/"]}\n{"question":"e","inDocs":false}'),
    [
      { question: 'a', expected: ['b'], expect: ['c', '/d+/'], inDocs: undefined, source: undefined },
      { question: 'e', expected: [], expect: undefined, inDocs: false, source: undefined },
    ],
  );
  assert.throws(() => readQuestions('{"question":"a","expect":"/(/"}'), /Line 1 .*pattern/);
});

test('a line that cannot be read is named', () => {
  assert.throws(() => readQuestions('{"question":"a","expected":"b"}\n{"question":'), /Line 2 is not JSON/);
  assert.throws(() => readQuestions('{"question":"a"}'), /Line 1 needs a "question" and "expected" pages/);
  assert.throws(() => readQuestions('question,expected\na,b\nc,\n'), /Line 3 needs/);
  assert.throws(() => readQuestions(''), /It contains no questions/);
  assert.throws(() => readQuestions('question,expected\n'), /It contains no questions/);
});

test('CSV cells may hold commas, quotes and lines', () => {
  assert.deepEqual(parseCsv('a,"b,c","d\ne"\n\n"f""g",,h'), [
    ['a', 'b,c', 'd\ne'],
    ['f"g', '', 'h'],
  ]);
});

test('a quote that does not close is told', () => {
  assert.throws(() => readQuestions('question,expected\n"a,b\n'), /cannot be read/);
});
