import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceTitle } from './name-project.ts';

test('a project that nobody named has the name of its repository, host or folder', () => {
  const folder = (path: string) => sourceTitle({ kind: 'folder', path });
  assert.equal(folder('/work/harbour/docs'), 'harbour');
  assert.equal(folder('/work/harbour/website/docs'), 'harbour');
  assert.equal(folder('/work/harbour-docs'), 'harbour');
  assert.equal(folder('/docs'), 'docs');
  assert.equal(folder('/app/docs'), 'docs');
  assert.equal(sourceTitle({ kind: 'git', url: 'https://git.example/acme/harbour.git' }), 'harbour');
  assert.equal(sourceTitle({ kind: 'git', url: 'git@git.example:docs.git' }), 'git@git.example:docs');
  assert.equal(sourceTitle({ kind: 'site', url: 'https://docs.acme.example/' }), 'docs.acme.example');
});
