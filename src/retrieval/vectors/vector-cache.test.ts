import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openVectorCache } from './vector-cache.ts';

for (const [what, bytes] of [
  ['no database', 'anything else '.repeat(500)],
  ['a damaged database', `SQLite format 3\0${'x'.repeat(8_000)}`],
] as const) {
  test(`a cache file that is ${what} is replaced`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-cache-'));
    const file = join(folder, 'vectors.sqlite');
    writeFileSync(file, bytes);
    const cache = openVectorCache(file);
    cache.put('model', new Map([['text', { scale: 1, values: Int8Array.of(1, 2) }]]));
    assert.deepEqual(cache.get('model', ['text']).get('text')?.values, Int8Array.of(1, 2));
    cache.close();
    rmSync(folder, { recursive: true });
  });
}
