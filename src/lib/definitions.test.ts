import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedSubject, asksToStart, definedSubjects, defines } from './definitions.ts';

test('A question for a definition names its subject, in several languages', () => {
  for (const [question, subject] of [
    ['What is uv?', 'uv'],
    ["what's a lockfile", 'lockfile'],
    ['What is the AI SDK all about?', 'AI SDK'],
    ['What does the watcher do?', 'the watcher'],
    ['Was ist ein Deployment?', 'Deployment'],
    ['Qu’est-ce que la recherche ?', 'recherche'],
    ['C’est quoi Vite ?', 'Vite'],
    ['¿Qué es un proyecto?', 'proyecto'],
    ['Starlightとは何ですか？', 'Starlight'],
    ['什么是 SWR？', 'SWR'],
    ['SWR 是什么', 'SWR'],
    ['How do I install uv?', null],
    ['What is the difference between a reducer and an action?', null],
  ] as const)
    assert.equal(askedSubject(question), subject, question);
});

test('A text defines what its first sentences say something is', () => {
  for (const [text, subjects] of [
    ['uv is an extremely fast package manager.', ['uv']],
    ['Welcome!\n\nThe Tool Stack (Stack) is a program.', ['Tool Stack']],
    ['Vite (French word for "quick") is a build tool.', ['Vite']],
    ['ntfy lets you send notifications.', ['ntfy']],
    ['Starlight ist ein Framework.', ['Starlight']],
    ['Starlightは、テーマです。', ['Starlight']],
    ['SWR 是一个用于数据请求的库。', ['SWR']],
    ['Redux is used by many.', []],
    [`${'Long. '.repeat(200)}Late is a word.`, []],
  ] as const)
    assert.deepEqual(definedSubjects(text), subjects, text);
  assert.deepEqual(definedSubjects('Welcome to the docs of Kite. Kite is a framework.'), ['Kite']);
});

test('A heading that asks for a definition has it', () => {
  assert.ok(defines({ heading: 'What is Redux?', text: 'A pattern.' }, 'redux'));
  assert.ok(!defines({ heading: 'Redux', text: 'It is used by many.' }, 'redux'));
});

test('Who wants to begin asks for the first steps', () => {
  for (const question of [
    'How do I get started with uv?',
    'getting started',
    'Wie fange ich an?',
    'SWR 如何开始',
  ])
    assert.ok(asksToStart(question), question);
  for (const question of [
    'How do I start the server?',
    'The server does not start',
    'Why is it starting slowly?',
  ])
    assert.ok(!asksToStart(question), question);
});
