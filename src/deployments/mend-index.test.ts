import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { createLog } from '../lib/log.ts';
import { noTravel } from './index-travel.ts';
import { mendIndex } from './mend-index.ts';

test('a damaged file is built again when none is stored, the stored one is as damaged or does not come', async (t) => {
  const requested: unknown[] = [];
  const copies = { request: (...asked: unknown[]) => void requested.push(asked) } as never;
  const deps = { indexFolder: await temporaryFolder(t), log: createLog('silent', []), copies };
  const outcomes = ['none', 'here', 'brought'] as const;
  for (const mended of outcomes)
    await mendIndex({ ...deps, travel: { ...noTravel, mend: async () => mended } }, mended, 'a.sqlite');
  const mend = () => Promise.reject(new Error('away'));
  await mendIndex({ ...deps, travel: { ...noTravel, mend } }, 'away', 'a.sqlite');
  assert.deepEqual(requested, [
    ['none', true],
    ['here', true],
    ['away', true],
  ]);
});
