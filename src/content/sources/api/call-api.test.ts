import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameOrigin } from './call-api.ts';

test('wherever an answer says that the next page is, it is asked of the source', () => {
  const source = new URL('https://wiki.example/docs');
  const links = [
    '/api?start=2',
    'https://other.example/api?start=2',
    '//other.example/api?start=2',
    'https://wiki.example//other.example/api?start=2',
    '/a//other.example',
  ];
  assert.deepEqual(
    links.map((link) => sameOrigin(link, source).host),
    links.map(() => 'wiki.example'),
  );
});
