import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { many, readByFrame, untilFrameEnd } from './read-by-frame.ts';

type Part = LanguageModelV4StreamPart;

const text = (delta: string, id = '0'): Part => ({ type: 'text-delta', id, delta });
const textEnd: Part = { type: 'text-end', id: '0' };

function streamOf(parts: Iterable<Part> | AsyncIterable<Part>) {
  return readByFrame(ReadableStream.from<Part>(parts).getReader());
}

async function readAll(read: ReturnType<typeof readByFrame>): Promise<Part[]> {
  const parts: Part[] = [];
  for (let next = await read(); !next.done; next = await read()) parts.push(next.value);
  return parts;
}

test('deltas that came together are read as one, in their order among other parts', async () => {
  const thought: Part = { type: 'reasoning-delta', id: '0', delta: 'Hm' };
  const signed: Part = { ...thought, providerMetadata: { one: { signature: 'x' } } };
  const parts = [thought, thought, signed, text('a'), text('b'), text('c', '1'), textEnd, text('d')];
  assert.deepEqual(await readAll(streamOf(parts)), [
    { ...thought, delta: 'HmHm' },
    signed,
    text('ab'),
    text('c', '1'),
    textEnd,
    text('d'),
  ]);
});

test('a delta waits neither for another one nor for the end', async () => {
  const goOn = Promise.withResolvers<void>();
  const read = streamOf(
    (async function* () {
      yield text('a');
      await goOn.promise;
      yield text('b');
    })(),
  );
  assert.deepEqual((await read()).value, text('a'));
  goOn.resolve();
  assert.deepEqual(await readAll(read), [text('b')]);
});

test('what was said before a failure is read before it is thrown', async () => {
  const read = streamOf(
    (async function* () {
      yield text('a');
      yield text('b');
      throw new Error('broken');
    })(),
  );
  assert.deepEqual((await read()).value, text('ab'));
  await assert.rejects(read(), /broken/);
});

test('a stream that never pauses is read in pieces', async () => {
  let written = 0;
  const read = streamOf(
    (function* () {
      for (;;) {
        written += 1;
        yield text('word ');
      }
    })(),
  );
  await read();
  assert.ok(written < 2_000, `${written} parts for one read`);
});

test('frames of all streams end together, half as often where many are read', () => {
  const ends = (streams: number) =>
    new Set(Array.from({ length: 200 }, (_, ms) => ms + untilFrameEnd(ms, streams)));
  assert.deepEqual(ends(many), new Set([50, 100, 150, 200]));
  assert.deepEqual(ends(many + 1), new Set([100, 200]));
});
