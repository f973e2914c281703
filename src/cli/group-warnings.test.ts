import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupWarnings } from './group-warnings.ts';

test('of warnings that differ in names and numbers alone a few are shown, and no other is hidden by them', () => {
  const missing = Array.from({ length: 40 }, (_, at) => ({
    file: `page-${at}.md`,
    message: `The included file @parts/v${at}/props.md was not found.`,
  }));
  const broken = { file: 'b.md', message: 'The front matter is broken (no indicator at line 4, column 1).' };
  const other = { file: 'c.md', message: 'The front matter is broken (no indicator at line 7, column 2).' };
  assert.deepEqual(groupWarnings([...missing, broken, other], 2, '; see all'), [
    'page-0.md: The included file @parts/v0/props.md was not found.',
    'page-1.md: The included file @parts/v1/props.md was not found.',
    '… and 38 more like it; see all',
    'b.md: The front matter is broken (no indicator at line 4, column 1).',
    'c.md: The front matter is broken (no indicator at line 7, column 2).',
  ]);
});
