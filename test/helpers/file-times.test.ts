import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { longestFirst } from './file-times.ts';
import { root } from './source-files.ts';

test('what took longest comes first; what nobody has timed, by its length', () => {
  const times = JSON.parse(readFileSync(join(root, 'test/usual-times.json'), 'utf8')) as Record<
    string,
    number
  >;
  assert.deepEqual(
    Object.keys(times).filter((file) => !existsSync(join(root, file))),
    [],
  );
  const [longest] = Object.keys(times);
  const [small, large] = ['src/main.ts', 'src/http/routes.ts'];
  assert.deepEqual(longestFirst([small!, longest!, large!]), [longest, large, small]);
});
