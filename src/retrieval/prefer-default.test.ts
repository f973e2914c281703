import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferDefault } from './prefer-default.ts';

const pages = [
  { path: 'next', score: 0.8, version: 'next', language: 'en', isDefault: false },
  { path: 'old', score: 0.79, version: 'v1.0', language: 'en', isDefault: false },
  { path: 'now', score: 0.78, version: '2.0', language: 'en', isDefault: true },
];

const first = (
  text: string,
  current?: { version: string; language: string },
  filter?: { version: string },
): string | undefined => preferDefault(pages, { text, filter }, current)[0]?.path;

test('The default version wins ties, and others count when they are asked for', () => {
  assert.equal(first('install'), 'now');
  assert.equal(first('install in next'), 'next');
  assert.equal(first('install 1.0'), 'old');
  assert.equal(first('install', { version: 'v1.0', language: 'en' }), 'old');
  assert.equal(first('install', undefined, { version: 'next' }), 'next');
});

test('Another version counts less than the default one, and another language less than another version', () => {
  const found = [
    { path: 'ko', score: 0.9, version: null, language: 'ko', isDefault: false },
    { path: 'old', score: 0.9, version: '1', language: 'en', isDefault: false },
    { path: 'now', score: 0.8, version: '2', language: 'en', isDefault: true },
    { path: 'weak', score: 0.5, version: '2', language: 'en', isDefault: true },
  ];
  const ordered = preferDefault(found, { text: 'install' }, undefined);
  assert.deepEqual(
    ordered.map(({ path }) => path),
    ['now', 'old', 'weak', 'ko'],
  );
});
