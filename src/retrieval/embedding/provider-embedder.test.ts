import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Embedder } from './embedder.ts';
import { openEmbedder } from './open-embedder.ts';
import { createProviderEmbedder } from './provider-embedder.ts';

type Seen = {
  url: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[] };
};
type Answer = (seen: Seen) => { status: number; body: object } | null;

const seen: Seen[] = [];
let answer: Answer;
const vectors: Answer = ({ body }) => ({
  status: 200,
  body: {
    data: body.input.map((text, index) => ({ index, embedding: [text.length, index, 0.5] })),
    usage: { prompt_tokens: 1 },
  },
});

/** A server that speaks the embeddings call of OpenAI. Without an answer it hangs. */
const server = createServer(async (request: IncomingMessage, response) => {
  const { url, headers } = request;
  const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()) as Seen['body'];
  seen.push({ url, authorization: headers.authorization, body });
  const given = answer(seen.at(-1)!);
  if (given)
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
after(() => {
  server.closeAllConnections();
  server.close();
});

async function open(name: string, given: Answer): Promise<Embedder> {
  seen.length = 0;
  answer = given;
  const access = { openai: { key: 'sk-test', url }, compatible: { url } };
  const embedder = await openEmbedder({ name, access, folder: '' });
  return embedder!;
}

test('documents go to the provider in calls of at most 64, and come back in their order', async () => {
  const embedder = await open('openai/text-embedding-3-small', vectors);
  const texts = Array.from({ length: 100 }, (_, i) => 'x'.repeat(i + 1));
  const made = await embedder.embedDocuments(texts);
  assert.deepEqual(
    made.map(([length]) => length),
    texts.map((text) => text.length),
  );
  assert.deepEqual(
    seen.map(({ body }) => body.input.length),
    [64, 36],
  );
  assert.equal(seen[0]?.body.model, 'text-embedding-3-small');
  assert.equal(seen[0]?.authorization, 'Bearer sk-test');
  assert.equal(seen[0]?.url, '/v1/embeddings');
});

test('any server that speaks the same works by its URL, without a key', async () => {
  const embedder = await open('compatible/nomic/embed-text', vectors);
  assert.deepEqual(Array.from(await embedder.embedQuery('four')), [4, 0, 0.5]);
  assert.equal(seen[0]?.body.model, 'nomic/embed-text');
  assert.equal(seen[0]?.authorization, undefined);
  assert.equal(embedder.id, 'compatible/nomic/embed-text');
});

const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
const model = createOpenAICompatible({ name: 'compatible', baseURL: url }).embeddingModel('m');
const quick = { queryTimeout: 50, documentTimeout: 1_000, tries: 3, firstWait: 1 };

test('documents are tried again after a failure that may pass', async () => {
  let calls = 0;
  answer = (call) => (++calls < 3 ? { status: 503, body: { error: { message: 'busy' } } } : vectors(call));
  const [vector] = await createProviderEmbedder('m', model, quick).embedDocuments(['four']);
  assert.equal(vector?.[0], 4);
  assert.equal(calls, 3);
});

test('a failure that stays says what to check, and no key', async () => {
  let calls = 0;
  answer = () => ({ status: 401, body: { error: { message: 'wrong key sk-secret', calls: ++calls } } });
  await assert.rejects(createProviderEmbedder('m', model, quick).embedDocuments(['a']), (error: Error) => {
    assert.equal(error.name, 'EmbeddingError');
    assert.match(error.message, /Check its key, URL and name/);
    assert.doesNotMatch(error.message, /sk-secret/);
    return true;
  });
  assert.equal(calls, 1);
});

test('a question does not wait for a provider that hangs', async () => {
  answer = () => null;
  await assert.rejects(createProviderEmbedder('m', model, quick).embedQuery('a'), { name: 'EmbeddingError' });
});

test('an abort ends the work on documents with its reason', async () => {
  const controller = new AbortController();
  answer = () => {
    controller.abort(new Error('enough'));
    return null;
  };
  await assert.rejects(
    createProviderEmbedder('m', model, quick).embedDocuments(['a'], controller.signal),
    /enough/,
  );
});

test('a provider that leaves vectors out is not believed', async () => {
  answer = () => ({ status: 200, body: { data: [], usage: { prompt_tokens: 1 } } });
  await assert.rejects(createProviderEmbedder('m', model, quick).embedQuery('a'), { name: 'EmbeddingError' });
});

test('none means no embedder', async () => {
  assert.equal(await openEmbedder({ name: 'none', access: {}, folder: '' }), null);
});

test('an unknown model and a missing key or URL are refused with what to do', async () => {
  const refused = (name: string) => openEmbedder({ name, access: {}, folder: '' });
  await assert.rejects(refused('acme/model'), /names no known model: acme\/model. Use minilm, none, openai/);
  await assert.rejects(refused('toString/model'), /names no known model/);
  await assert.rejects(refused('gpt'), /names no known model/);
  await assert.rejects(refused('openai/text-embedding-3-small'), /Set OPENAI_API_KEY/);
  await assert.rejects(refused('compatible/model'), /Set DOCENT_EMBEDDING_URL/);
});
