import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfBody } from './log-end.ts';

test('of a log of any length its end is kept', async () => {
  const parts = Array.from({ length: 300 }, (_, nth) => Buffer.from(`part ${nth}\n`.padStart(1_000)));
  const text = await endOfBody(new Response(ReadableStream.from(parts)));
  assert.equal(text.length, 200_000);
  assert.match(text, /part 299\n$/);
  assert.equal(await endOfBody(new Response(null)), '');
});
