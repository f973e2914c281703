import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOf } from './mark-defaults.ts';

test('The default version is the one without a name, else latest or stable, else the newest release', () => {
  const cases: [(string | null)[], string | null][] = [
    [['next', '1.9', '1.10', '2.0.0-beta'], '1.10'],
    [['v1', null, 'v2'], null],
    [['3.1', 'latest', 'main'], 'latest'],
    [['dev', 'main'], 'main'],
  ];
  for (const [versions, expected] of cases) assert.equal(defaultOf(versions), expected);
});
