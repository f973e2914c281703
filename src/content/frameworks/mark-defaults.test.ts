import { newPage } from './new-site.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOf, markDefaults } from './mark-defaults.ts';

test('The default version is the one without a name, else latest or stable, else the newest release', () => {
  const cases: [(string | null)[], string | null][] = [
    [['next', '1.9', '1.10', '2.0.0-beta'], '1.10'],
    [['v1', null, 'v2'], null],
    [['3.1', 'latest', 'main'], 'latest'],
    [['dev', 'main'], 'main'],
  ];
  for (const [versions, expected] of cases) assert.equal(defaultOf(versions), expected);
});

test('A few pages without a version belong to every version; a whole set of them is the current one', () => {
  const page = (path: string, version: string | null) => newPage(`${path}.md`, path, { version });
  const names = ['a', 'b', 'c'];
  const docs = ['1.0', '2.0'].flatMap((version) => names.map((name) => page(`${version}/${name}`, version)));
  const defaults = (pages: ReturnType<typeof page>[]) =>
    markDefaults(pages).flatMap(({ path, isDefault }) => (isDefault === true ? [path] : []));
  assert.deepEqual(defaults([page('home', null), ...docs]), ['home', '2.0/a', '2.0/b', '2.0/c']);
  assert.deepEqual(defaults([...names.map((name) => page(name, null)), ...docs]), names);
});
