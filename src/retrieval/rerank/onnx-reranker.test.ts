import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../../test/helpers/make-page.ts';
import { overlapGraph, smallGraph, writeFolder } from '../../../test/helpers/onnx-folders.ts';
import { buildIndex } from '../build-index.ts';
import { openIndex } from '../open-index.ts';
import { openReranker } from './open-reranker.ts';
import type { Reranker } from './reranker.ts';

const root = mkdtempSync(join(tmpdir(), 'docent-onnx-'));
const opened: Reranker[] = [];
after(async () => {
  for (const reranker of opened) await reranker.close!();
  rmSync(root, { recursive: true });
});

function open(path: string, seconds = 30): Reranker {
  const reranker = openReranker({ name: `onnx:${path}`, seconds, access: {}, folder: root }, null)!;
  opened.push(reranker);
  return reranker;
}

const reranker = open(writeFolder(join(root, 'overlap'), overlapGraph()));
const { signal } = new AbortController();
/** Of the logit: one token in common is the mark of the end. */
const share = (inCommon: number) => Math.fround(1 / (1 + Math.exp(2 - inCommon)));

test('a cross-encoder reads the question with each text, and its logit becomes a share', async () => {
  const texts = ['push the app', 'nothing of it', 'deploy it: deploy the app!'];
  const scores = await reranker.rerank('deploy the app', texts, signal);
  assert.deepEqual(scores.map(Math.fround), [share(2), share(0), share(4)]);
  const endless = await reranker.rerank('deploy '.repeat(5000), ['deploy', 'x '.repeat(9000)], signal);
  assert.equal(endless.length, 2, 'a long question leaves room for the text');
  assert.ok(endless[0]! > 0.99 && endless[1]! < 0.2);
  assert.equal(
    (
      await reranker.rerank(
        'a',
        Array.from({ length: 50 }, () => 'a'),
        signal,
      )
    ).length,
    10,
  );
});

test('it orders pages in a search', async () => {
  const file = join(root, 'docs.index');
  await buildIndex(file, [
    makePage('deploy', '# Deploy\nDeploy by pushing. Deploy often. Deploy.'),
    makePage('hidden', '# Notes\nTo deploy the app now, start the launch of the app.'),
  ]);
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const find = async (with_: Reranker | null) => {
    const index = openIndex(file, { reranking: with_ ? { reranker: with_, log } : undefined });
    const { hits } = await index.search({ text: 'deploy the app', limit: 10 });
    index.close();
    return hits.map(({ path }) => path);
  };
  const before = await find(null);
  assert.deepEqual((await find(reranker)).toSorted(), before.toSorted());
  assert.equal((await find(reranker))[0], 'hidden');
  assert.deepEqual(warnings, []);
  const late: Reranker = {
    ...reranker,
    timeout: 1,
    rerank: (...asked) => once(asked[2], 'abort').then(() => reranker.rerank(...asked)),
  };
  assert.deepEqual(await find(late), before, 'no time, no change');
  assert.equal(warnings.length, 1);
});

test('a folder that holds no cross-encoder is refused', async () => {
  assert.throws(() => open(join(root, 'gone')), /DOCENT_RERANK: There is no folder/);
  const encoder = open(writeFolder(join(root, 'encoder'), smallGraph()));
  await assert.rejects(encoder.rerank('a', ['b'], signal), /needs the output logits/);
  const many = open(writeFolder(join(root, 'many'), smallGraph('logits')));
  await assert.rejects(
    many.rerank('a', ['b'], signal),
    /logits for a text. A reranker is a cross-encoder with one/,
  );
});
