import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../../test/helpers/make-page.ts';
import { buildIndex } from '../build-index.ts';
import { openIndex } from '../open-index.ts';
import type { AskModel } from './model-reranker.ts';
import { openReranker } from './open-reranker.ts';

type Body = { query: string; documents?: string[]; texts?: string[]; model?: string };
const seen: { url: string | undefined; authorization: string | undefined; body: Body }[] = [];
let answer: (texts: string[]) => object | number | null;

/** A server with the rerank calls of Cohere, Voyage, Jina and TEI. Without an answer it hangs. */
const server = createServer(async (request, response) => {
  const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()) as Body;
  seen.push({ url: request.url, authorization: request.headers.authorization, body });
  const given = answer(body.documents ?? body.texts ?? []);
  if (typeof given === 'number') response.writeHead(given).end();
  else if (given !== null) response.end(JSON.stringify(given));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const folder = mkdtempSync(join(tmpdir(), 'docent-rerank-'));
const file = join(folder, 'docs.index');
await buildIndex(file, [
  makePage('deploy', '# Deploy the app\nDeploy the app by pushing the app.'),
  makePage('hidden', '# Notes\nThe app goes live with the launch command.\n## More\nThe app is small.'),
]);
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Scores texts by whether they contain the word, best last, because services promise no order. */
const scores = (texts: string[]) =>
  texts.map((text, index) => ({ index, relevance_score: text.includes('launch') ? 0.9 : 0.05 })).toReversed();

async function search(name: string, { seconds = 5, ask = null as AskModel | null } = {}) {
  seen.length = 0;
  const access = { key: 'secret', url };
  const reranker = openReranker(
    {
      name,
      seconds,
      folder,
      access: { cohere: access, voyage: access, jina: access, compatible: access, tei: { url } },
    },
    ask,
  );
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const index = openIndex(file, { reranking: reranker ? { reranker, log } : undefined });
  const result = await index.search({ text: 'deploy the app', limit: 10 });
  const lexical = await index.search({ text: 'deploy the app', limit: 10, lexicalOnly: true });
  index.close();
  assert.equal(lexical.hits[0]?.path, 'deploy', 'suggestions and the like are not read again');
  return { result, warnings, paths: result.hits.map(({ path }) => path) };
}

test('services are asked as they speak, and their scores order pages and judge the question', async () => {
  for (const name of ['cohere/rerank-v3.5', 'jina/jina-reranker-v2', 'compatible/bge-reranker']) {
    answer = (texts) => ({ results: scores(texts) });
    const { result, paths } = await search(name);
    assert.deepEqual(paths, ['hidden', 'deploy'], name);
    assert.equal(result.hits[0]?.score, 0.9);
    assert.equal(result.hits[0]?.sections[0].heading, 'Notes');
    assert.equal(result.outcome, 'answered');
    const [{ body, authorization, url: path }] = seen as [(typeof seen)[0]];
    assert.equal(authorization, 'Bearer secret');
    assert.equal(path, '/rerank');
    assert.deepEqual([body.query, body.model], ['deploy the app', name.split('/')[1]]);
    assert.equal(body.documents?.length, 3);
    assert.match(body.documents?.find((text) => text.includes('small')) ?? '', /^Notes > More\n/);
    assert.equal(seen.length, 1);
  }
  answer = (texts) => ({ data: scores(texts) });
  assert.deepEqual((await search('voyage/rerank-2.5')).paths, ['hidden', 'deploy']);
  answer = (texts) =>
    texts.map((text, index) => ({ index, score: text.includes('launch') ? 1.4 : index === 0 ? 0.95 : -4 }));
  const tei = await search('tei/bge-reranker-base');
  assert.deepEqual(tei.paths, ['hidden', 'deploy'], 'raw scores, too');
  assert.equal(seen[0]?.body.texts?.length, 3);
});

test('scores tell what the docs answer, whatever the words say', async () => {
  const judge = async (score: number) => {
    answer = (texts) => ({ results: texts.map((_, index) => ({ index, relevance_score: score })) });
    return (await search('cohere/m')).result;
  };
  const [high, low] = [await judge(0.99), await judge(0.001)];
  assert.equal(high.outcome, 'answered');
  assert.ok(low.answerability < high.answerability - 0.4);
});

test('a text-embeddings-inference server gets no more texts at once than it takes by default', async () => {
  answer = (texts) =>
    texts.length > 32 ? 413 : texts.map((text, index) => ({ index, score: Number(text) / 100 }));
  const reranker = openReranker({ name: 'tei/m', seconds: 5, access: { tei: { url } }, folder }, null)!;
  const texts = Array.from({ length: 50 }, (_, i) => String(i));
  assert.deepEqual(
    await reranker.rerank('which?', texts, new AbortController().signal),
    texts.map((text) => Number(text) / 100),
  );
});

test('a reranker that fails, hangs or talks nonsense changes nothing but the log', async () => {
  for (const given of [500, null, { unexpected: true }]) {
    answer = () => given;
    const { paths, warnings } = await search('cohere/m', { seconds: given === null ? 0.05 : 5 });
    assert.deepEqual(paths, ['deploy', 'hidden']);
    assert.equal(warnings.length, 1);
  }
});

test('the language model scores passages a line each', async () => {
  const prompts: string[] = [];
  const ask: AskModel = async (_system, prompt) => {
    prompts.push(prompt);
    return prompt
      .split(/\n\n(?=\[)/)
      .slice(1)
      .map((passage, i) => `${i + 1}: ${passage.includes('launch') ? 9 : 1}`)
      .join('\n');
  };
  const { paths, result } = await search('model', { ask });
  assert.deepEqual(paths, ['hidden', 'deploy']);
  assert.equal(result.hits[0]?.score, 0.9);
  assert.match(prompts[0] ?? '', /^Question: deploy the app/);
  const silent = await search('model', { ask: async () => 'I cannot do that.' });
  assert.deepEqual(silent.paths, ['deploy', 'hidden']);
  assert.equal(silent.warnings.length, 1);
});

test('an unknown reranker and a missing key, URL or model are refused with what to do', () => {
  const open = (name: string) => () => openReranker({ name, seconds: 1, access: {}, folder }, null);
  assert.equal(open('none')(), null);
  assert.throws(
    open('acme/m'),
    /DOCENT_RERANK names no known reranker: acme\/m. Use none, model, onnx:FOLDER, cohere/,
  );
  assert.throws(open('cohere/m'), /Set COHERE_API_KEY/);
  assert.throws(open('tei/m'), /Set DOCENT_RERANK_URL/);
  assert.throws(open('model'), /Set DOCENT_MODEL/);
});
