import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOptions } from './content.ts';

test('docs, blog and pages are of the preset that has content, once', () => {
  const of = (...presets: unknown[]) =>
    (['docs', 'blog', 'pages'] as const).map((kind) => contentOptions({ presets }, kind));
  assert.deepEqual(of('classic', ['docusaurus-preset-shiki-twoslash', { themes: [] }]), [[{}], [{}], [{}]]);
  assert.deepEqual(of(['@acme/site', { docs: { path: 'd' } }], ['redocusaurus', {}]), [
    [{ path: 'd' }],
    [{}],
    [{}],
  ]);
  assert.deepEqual(of(['classic', { docs: false, blog: false }]), [[], [], [{}]]);
  assert.deepEqual(of(['redocusaurus', {}]), [[], [], []]);
});
