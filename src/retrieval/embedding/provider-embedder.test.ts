import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { patience } from '../../../test/helpers/eventually.ts';
import { makePage } from '../../../test/helpers/make-page.ts';
import { buildIndex } from '../build-index.ts';
import { openIndex } from '../open-index.ts';
import { questionTerms } from '../question-terms.ts';
import { addVectors } from '../vectors/add-vectors.ts';
import { openVectorCache } from '../vectors/vector-cache.ts';
import { measureScale } from './cosine-scale.ts';
import type { Embedder } from './embedder.ts';
import { sdkCall } from './embedding-call.ts';
import { usualFusion } from './fusion.ts';
import { cutToTokens, type GivenOptions, optionsOf } from './embedding-options.ts';
import { openEmbedder } from './open-embedder.ts';
import { createProviderEmbedder } from './provider-embedder.ts';

type Seen = {
  url: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown> & { model: string; input: string[] };
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

/** A server with OpenAI's embeddings call. Without an answer it hangs. */
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

async function open(name: string, given: Answer, options?: GivenOptions): Promise<Embedder> {
  seen.length = 0;
  answer = given;
  const service = { key: 'sk-test', url };
  const access = { openai: service, voyage: service, cohere: service, google: service, compatible: { url } };
  const embedder = await openEmbedder({ name, access, options, folder: '' });
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
  assert.match(embedder.id, /^compatible\/nomic\/embed-text#/);
});

const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
const sdkModel = createOpenAICompatible({ name: 'compatible', baseURL: url }).embeddingModel('m');
const options = optionsOf('compatible/m');
const model = sdkCall(sdkModel, options);
const quick = { queryTimeout: 50, documentTimeout: patience, tries: 3, firstWait: 1 };

/** What a server received for a text of the docs and for a question. */
async function sent(name: string, given: Answer = vectors, options?: GivenOptions) {
  const embedder = await open(name, given, options);
  await embedder.embedDocuments(['docs']);
  await embedder.embedQuery('ask');
  return seen.map(({ url, body: { encoding_format, ...body } }): Record<string, unknown> => ({
    url,
    ...body,
  }));
}

test('models get their texts as their makers say', async () => {
  const inputs = async (name: string, options?: GivenOptions) =>
    (await sent(name, vectors, options)).map(({ input }) => (input as string[])[0]);
  const asked =
    'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';
  assert.deepEqual(await inputs('compatible/nomic-embed-text:v1.5'), [
    'search_document: docs',
    'search_query: ask',
  ]);
  assert.deepEqual(await inputs('compatible/intfloat/multilingual-e5-large'), [
    'passage: docs',
    'query: ask',
  ]);
  assert.deepEqual(await inputs('compatible/qwen3-embedding:0.6b'), ['docs', `${asked}ask`]);
  assert.deepEqual(await inputs('compatible/Qwen/Qwen3-Embedding-8B'), ['docs', `${asked}ask`]);
  assert.deepEqual(await inputs('compatible/multilingual-e5-large-instruct'), ['docs', `${asked} ask`]);
  assert.match((await inputs('compatible/BAAI/bge-base-en-v1.5'))[1]!, /^Represent this sentence.*: ask$/);
  assert.deepEqual(await inputs('compatible/bge-m3'), ['docs', 'ask']);
  assert.deepEqual(await inputs('openai/text-embedding-3-large'), ['docs', 'ask']);
  const own = { queryPrefix: 'q: ', documentPrefix: 'd: ' };
  assert.deepEqual(await inputs('compatible/nomic-embed-text', own), ['d: docs', 'q: ask']);
});

test('services are told which is the question, and how long a vector is to be', async () => {
  const short = { dimensions: 256 };
  assert.deepEqual(await sent('voyage/voyage-3.5', vectors, short), [
    {
      url: '/v1/embeddings',
      model: 'voyage-3.5',
      input: ['docs'],
      input_type: 'document',
      output_dimension: 256,
    },
    {
      url: '/v1/embeddings',
      model: 'voyage-3.5',
      input: ['ask'],
      input_type: 'query',
      output_dimension: 256,
    },
  ]);
  const float: Answer = ({ body }) => {
    return { status: 200, body: { embeddings: { float: (body['texts'] as string[]).map(() => [1, 2, 3]) } } };
  };
  const cohere = { url: '/v1/embed', model: 'embed-v4.0', embedding_types: ['float'] };
  assert.deepEqual(await sent('cohere/embed-v4.0', float), [
    { ...cohere, texts: ['docs'], input_type: 'search_document' },
    { ...cohere, texts: ['ask'], input_type: 'search_query' },
  ]);
  const values: Answer = ({ url }) => {
    const one = { values: [1, 2, 3] };
    return { status: 200, body: url?.includes('batch') ? { embeddings: [one] } : { embedding: one } };
  };
  const [document, query] = await sent('google/gemini-embedding-001', values, short);
  assert.match(JSON.stringify(document), /"taskType":"RETRIEVAL_DOCUMENT".*256|256.*RETRIEVAL_DOCUMENT/);
  assert.match(JSON.stringify(query), /RETRIEVAL_QUERY/);
  assert.equal((await sent('openai/text-embedding-3-small', vectors, short))[0]?.['dimensions'], 256);
  const typed = await sent('compatible/nv-embed', vectors, { queryType: 'query', documentType: 'passage' });
  assert.deepEqual(
    typed.map(({ input_type }) => input_type),
    ['passage', 'query'],
  );
});

test('texts are cut to what the model reads, and go in calls of its size', async () => {
  const own = await open('compatible/BAAI/bge-base-en-v1.5', vectors);
  await own.embedDocuments(['x'.repeat(2_000), ...Array.from({ length: 32 }, () => 'y')]);
  assert.deepEqual(
    seen.map(({ body }) => [body.input.length, body.input[0]!.length]),
    [
      [32, 512 * 3],
      [1, 1],
    ],
  );
  seen.length = 0;
  const embedder = await open('compatible/m', vectors, { maxTokens: 16, batch: 2 });
  await embedder.embedDocuments(['x'.repeat(100), '漢'.repeat(100), 'y']);
  assert.deepEqual(
    seen.map(({ body }) => body.input.map((text) => text.length)),
    [[48, 16], [1]],
  );
  assert.equal(cutToTokens('ab\ud83d', 100), 'ab\ufffd');
});

test('vectors are compared by their angle, or by their length too where the model says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-distance-'));
  const cache = openVectorCache(':memory:');
  const long: Answer = ({ body }) => ({
    status: 200,
    body: {
      data: body.input.map((text, index) => ({
        index,
        embedding: text.includes('Long') ? [4, 3] : [1, 0],
      })),
      usage: { prompt_tokens: 1 },
    },
  });
  const first: (string | undefined)[] = [];
  for (const distance of ['cosine', 'dot'] as const) {
    const embedder = await open('compatible/m', long, { distance, floor: -9 });
    const file = join(folder, `${distance}.index`);
    await buildIndex(file, [makePage('short', '# Short\nApples.'), makePage('long', '# Long\nPears.')]);
    await addVectors(file, file, { embedder, cache });
    const index = openIndex(file, { embedderFor: () => embedder });
    first.push((await index.search({ text: 'zebra', limit: 2 })).hits[0]?.path);
    index.close();
  }
  assert.deepEqual(first, ['short', 'long']);
  cache.close();
  rmSync(folder, { recursive: true });
});

test('vectors made in another way have another name', async () => {
  const id = async (options?: GivenOptions) => (await open('compatible/m', vectors, options)).id;
  assert.equal(await id(), await id({ queryPrefix: 'only questions: ', batch: 3, share: 0.9 }));
  for (const options of [{ documentPrefix: 'd: ' }, { dimensions: 64 }, { distance: 'dot' as const }])
    assert.notEqual(await id(), await id(options), JSON.stringify(options));
});

test('how much a model counts beside words is its own, and as usual where nobody says it', async () => {
  assert.deepEqual((await open('compatible/m', vectors)).fusion, usualFusion);
  const { fusion } = await open('compatible/m', vectors, { share: 0.6, floor: 0 });
  assert.deepEqual(fusion, { share: 0.6, floor: 0 });
});

test('documents are tried again after a failure that may pass', async () => {
  let calls = 0;
  answer = (call) => (++calls < 3 ? { status: 503, body: { error: { message: 'busy' } } } : vectors(call));
  const [vector] = await createProviderEmbedder('m', model, options, quick).embedDocuments(['four']);
  assert.equal(vector?.[0], 4);
  assert.equal(calls, 3);
});

test('a failure that stays says what to check, and no key', async () => {
  let calls = 0;
  answer = () => ({ status: 401, body: { error: { message: 'wrong key sk-secret', calls: ++calls } } });
  await assert.rejects(
    createProviderEmbedder('m', model, options, quick).embedDocuments(['a']),
    (error: Error) => {
      assert.equal(error.name, 'EmbeddingError');
      assert.match(error.message, /Check its key, URL and name/);
      assert.doesNotMatch(error.message, /sk-secret/);
      return true;
    },
  );
  assert.equal(calls, 1);
});

test('a question does not wait for a provider that hangs', async () => {
  answer = () => null;
  await assert.rejects(createProviderEmbedder('m', model, options, quick).embedQuery('a'), {
    name: 'EmbeddingError',
  });
});

test('an abort ends the work on documents with its reason', async () => {
  const controller = new AbortController();
  answer = () => {
    controller.abort(new Error('enough'));
    return null;
  };
  await assert.rejects(
    createProviderEmbedder('m', model, options, quick).embedDocuments(['a'], controller.signal),
    /enough/,
  );
});

test('a provider that leaves vectors out is not believed', async () => {
  answer = () => ({ status: 200, body: { data: [], usage: { prompt_tokens: 1 } } });
  await assert.rejects(createProviderEmbedder('m', model, options, quick).embedQuery('a'), {
    name: 'EmbeddingError',
  });
});

test('none means no embedder', async () => {
  assert.equal(await openEmbedder({ name: 'none', access: {}, folder: '' }), null);
});

test('an unknown model and a missing key or URL are refused with what to do', async () => {
  const refused = (name: string) => openEmbedder({ name, access: {}, folder: '' });
  await assert.rejects(
    refused('acme/model'),
    /names no known model: acme\/model. Use minilm, none, onnx:FOLDER, openai/,
  );
  await assert.rejects(refused('toString/model'), /names no known model/);
  await assert.rejects(refused('gpt'), /names no known model/);
  await assert.rejects(refused('openai/text-embedding-3-small'), /Set OPENAI_API_KEY/);
  await assert.rejects(refused('compatible/model'), /Set DOCENT_EMBEDDING_URL/);
});

/** A model that compares words, whose cosines all lie above `min`, as those of E5 and of OpenAI's older models do. */
const wordModel =
  (min: number): Answer =>
  ({ body }) => {
    const embedding = (text: string) => {
      const counts = Array.from({ length: 257 }, () => 0);
      for (const word of new Set(questionTerms(text))) counts[hash('md5', word, 'buffer')[0]!] = 1;
      const length = Math.hypot(...counts) || 1;
      return counts.map((value, i) => (i === 256 ? Math.sqrt(min) : (value / length) * Math.sqrt(1 - min)));
    };
    const data = body.input.map((text, index) => ({ index, embedding: embedding(text) }));
    return { status: 200, body: { data, usage: { prompt_tokens: 1 } } };
  };

test('questions are judged alike by models whose cosines lie elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-scale-'));
  const cache = openVectorCache(':memory:');
  const pages = ['apt', 'brew', 'docker'].map((tool) =>
    makePage(
      tool,
      `# Harbour with ${tool}\nInstall Harbour with ${tool} on your computer and start the daemon.`,
    ),
  );
  const judgements: number[][] = [];
  for (const min of [0, 0.75]) {
    const embedder = await open(`compatible/words-${min}`, wordModel(min));
    const file = join(folder, `${min}.index`);
    await buildIndex(file, pages);
    const { embedding } = await addVectors(file, file, { embedder, cache });
    assert.ok(embedding!.scale!.unrelated >= min && embedding!.scale!.unrelated < min + 0.1);
    assert.ok(embedding!.scale!.related > embedding!.scale!.unrelated + 0.02);
    const sent = seen.length;
    await addVectors(file, file, { embedder, cache });
    assert.equal(seen.length, sent, 'it is measured once');
    const index = openIndex(file, { embedderFor: () => embedder });
    const judged = [];
    for (const text of ['install Harbour with docker', 'mend a bicycle tyre of Harbour'])
      judged.push((await index.search({ text, limit: 3 })).answerability);
    judgements.push(judged);
    index.close();
  }
  for (const [i, answerability] of judgements[0]!.entries())
    assert.ok(Math.abs(answerability - judgements[1]![i]!) < 0.05, JSON.stringify(judgements));
  assert.ok(judgements[1]![0]! > 0.8 && judgements[1]![1]! < 0.3, JSON.stringify(judgements));
  cache.close();
  rmSync(folder, { recursive: true });
});

test('a model whose cosines say nothing is not asked how sure it is', async () => {
  const embedder = await open('compatible/same', ({ body }) => ({
    status: 200,
    body: { data: body.input.map((_, index) => ({ index, embedding: [1, 1] })), usage: { prompt_tokens: 1 } },
  }));
  assert.equal(await measureScale(embedder), null);
});
