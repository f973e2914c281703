import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLanguageFolders } from './language-folders.ts';
import { newPage } from './new-site.ts';

const names = ['install', 'use', 'api'] as const;

/** The languages of folders with pages, and whether they are the default. */
function read(...folders: [string, ...string[]][]): string[] {
  const pages = folders.flatMap(([folder, ...pages]) =>
    pages.map((name) => newPage(`${folder}/${name}.md`, [folder, name].filter(Boolean).join('/'))),
  );
  const found = readLanguageFolders(pages).flatMap(({ path, language, isDefault }) =>
    language === null ? [] : [`${path.split('/').slice(0, -1).join('/')} ${language} ${isDefault}`],
  );
  return [...new Set(found)];
}

test('folders of languages that hold the same pages are languages where nothing is configured', () => {
  assert.deepEqual(read(['docs/zh_CN', ...names], ['docs/en', ...names], ['docs', 'about']), [
    'docs/zh_CN zh-CN false',
    'docs/en en true',
  ]);
  assert.deepEqual(
    read(['docs', ...names], ['docs/cn', ...names]),
    ['docs/cn zh false'],
    'of the folder above',
  );
  assert.deepEqual(read(['de', ...names, 'more'], ['fr', ...names]), ['de de true', 'fr fr false']);
});

test('folders with short names are something else when their pages differ, or none is a frequent language', () => {
  assert.deepEqual(read(['ts', ...names], ['os', ...names]), []);
  assert.deepEqual(read(['js', ...names], ['go', ...names]), []);
  assert.deepEqual(read(['en', 'a', 'b', 'c'], ['it', 'd', 'e', 'f']), []);
});
