import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferGuides } from './prefer-guides.ts';

const order = (text: string, ...paths: string[]): string[] =>
  preferGuides(
    paths.map((path, i) => ({ path, score: 1 - i / 20 })),
    text,
  ).map(({ path }) => path);

test('guides come before news, release notes and proposals that are about as good', () => {
  for (const past of [
    'blog/announcing-v6',
    'docs/release-notes/1.2',
    'CHANGELOG',
    'docs/history',
    'docs/upgrading/2-to-3',
    'seps/2164-errors',
    '2024-05-01-hi',
    'blog/2024/05/01/hi',
  ])
    assert.deepEqual(order('which node version is required', past, 'guide/start'), ['guide/start', past]);
});

test('pages for contributors come later, unless they are asked for', () => {
  for (const path of [
    'contributing/style',
    'CONTRIBUTING',
    'doc/maintainers/releases',
    'community/working-groups/sdk',
  ])
    assert.deepEqual(order('which languages are official', path, 'guide/start'), ['guide/start', path]);
  assert.equal(order('How do I contribute a patch?', 'contributing', 'guide/start')[0], 'contributing');
  assert.equal(order('Comment contribuer ?', 'contributing', 'guide/start')[0], 'contributing');
  assert.equal(order('how to start', 'guide/maintenance', 'guide/start')[0], 'guide/maintenance');
});

test('what only sounds alike, and what the question asks for, stays where it is', () => {
  for (const path of [
    'guide/releasing',
    'blogging/start',
    'api/newsletter',
    'react/archives-api',
    'docs/2025-06-18/tools',
    'style-guide/rules',
    'governance/policies',
  ])
    assert.equal(order('how to start', path, 'guide/start')[0], path);
  assert.equal(order('what changed in the last release', 'changelog', 'guide/start')[0], 'changelog');
  for (const [question, path] of [
    ['How do I archive a repository?', 'repositories/archive'],
    ['How do I move my jobs from Jenkins?', 'guide/migrating-from-jenkins'],
    ['When was dark mode added?', 'changelog'],
    ['Quoi de neuf dans la version 3 ?', 'whats-new'],
    ['¿Cómo migrar a la versión 3?', 'upgrading/v3'],
    ['Что нового в версии 3?', 'releases/3.0'],
    ['3.0의 변경 사항', 'releases/3.0'],
  ] as const)
    assert.equal(order(question, path, 'guide/start')[0], path, question);
  const news = [
    { path: 'blog/one', score: 1 },
    { path: 'blog/two', score: 0.5 },
  ];
  assert.equal(preferGuides(news, 'how to start'), news);
});
