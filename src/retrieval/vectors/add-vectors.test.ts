import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { makePage } from '../../../test/helpers/make-page.ts';
import { buildIndex } from '../build-index.ts';
import { EmbeddingError } from '../embedding/embedding-error.ts';
import { miniLmScale } from '../embedding/cosine-scale.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { openIndex } from '../open-index.ts';
import { addVectors } from './add-vectors.ts';
import { openVectorCache, type VectorCache } from './vector-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-vectors-'));
let cache: VectorCache;
let file: string;
let count = 0;
before(() => {
  cache = openVectorCache(join(folder, 'cache.sqlite'));
});
beforeEach(() => {
  file = join(folder, `${++count}.index`);
});
after(() => {
  cache.close();
  rmSync(folder, { recursive: true });
});

/** A model with a single feature: whether a text mentions animals. It records what it was asked to embed. */
function animalModel(id = `animals-${count}`): Embedder & { embedded: string[] } {
  const embedded: string[] = [];
  const vector = (text: string) => Float32Array.from(/cat|dog|feline/i.test(text) ? [1, 0.1] : [0.1, 1]);
  return {
    id,
    embedded,
    scale: miniLmScale,
    understands: (text) => !text.includes('猫'),
    async embedDocuments(texts) {
      embedded.push(...texts);
      return texts.map(vector);
    },
    embedQuery: async (text) => vector(text),
    ready: async () => {},
    close: async () => {},
  };
}

const pets = makePage('pets', '# Pets\nThe cat sleeps.\n## Walks\nWalk your dog.');
const cars = makePage('cars', '# Cars\nAn engine.\n## Wheels\nFour of them.');

test('an index goes live by words and gets its vectors in a second revision', async () => {
  await buildIndex(file, [pets, cars]);
  const model = animalModel();
  const first = openIndex(file, { embedderFor: () => model });
  assert.equal(first.info.embedding, null);
  assert.deepEqual((await first.search({ text: 'feline', limit: 5 })).hits, []);

  const progress: string[] = [];
  const onProgress = (done: number, all: number) => progress.push(`${done}/${all}`);
  const info = await addVectors(file, file, { embedder: model, cache, onProgress });
  assert.deepEqual(info.embedding, { model: model.id, sections: 4, complete: true });
  assert.deepEqual(progress, ['0/4', '4/4']);
  assert.ok(model.embedded.includes('Pets > Walks\nWalk your dog.'), 'titles are embedded with the text');

  const second = openIndex(file, { embedderFor: (id) => (id === model.id ? model : undefined) });
  const { hits, usedMeaning } = await second.search({ text: 'feline', limit: 5 });
  assert.equal(hits[0]?.path, 'pets');
  assert.equal(usedMeaning, true);
  assert.deepEqual((await first.search({ text: 'feline', limit: 5 })).hits, [], 'the first stays as it was');
  first.close();
  second.close();
});

test('how much meaning counts beside words is the model’s own', async () => {
  await buildIndex(file, [pets, cars]);
  const model = animalModel();
  await addVectors(file, file, { embedder: model, cache });
  const best = async (share: number) => {
    const index = openIndex(file, { embedderFor: () => ({ ...model, fusion: { share, floor: 1 } }) });
    const { hits } = await index.search({ text: 'feline engine', limit: 5 });
    index.close();
    return hits[0]?.path;
  };
  assert.deepEqual([await best(0), await best(1)], ['cars', 'pets']);
});

test('while only likely sections have vectors, one that is like the question stays so beside others', async () => {
  const lengths = { cat: 0.6, dog: 0.62, pet: 0.65 };
  const pages = Object.keys(lengths).map((name) => makePage(name, `# The ${name}\nA ${name} at home.`));
  await buildIndex(file, [...pages, cars]);
  const model: Embedder = {
    ...animalModel(),
    embedQuery: async () => Float32Array.from([1, 0]),
    embedDocuments: async (texts) =>
      texts.map((text) => {
        const cosine = Object.entries(lengths).find(([name]) => text.includes(name))?.[1] ?? 0;
        return Float32Array.from([cosine, Math.sqrt(1 - cosine ** 2)]);
      }),
  };
  const info = await addVectors(file, file, { embedder: model, cache, first: new Set([1, 2, 3]), max: 3 });
  assert.equal(info.embedding?.complete, false);
  const index = openIndex(file, { embedderFor: () => model });
  const { hits } = await index.search({ text: 'animal at home', limit: 5 });
  const likeness = new Map(hits.map(({ path, sections: [best] }) => [path, best.likeness ?? 0]));
  assert.equal(likeness.get('pet'), 1);
  assert.ok(likeness.get('cat')! > 0.8, `of a cat ${likeness.get('cat')}`);
  index.close();
});

test('a changed page costs only its changed sections', async () => {
  const model = animalModel();
  await buildIndex(file, [pets, cars]);
  await addVectors(file, file, { embedder: model, cache });
  const edited = makePage('cars', '# Cars\nAn engine.\n## Wheels\nNow five of them.');
  const next = `${file}.next`;
  const built = await buildIndex(next, [pets, edited], { previous: file });
  assert.deepEqual(built.embedding, { model: model.id, sections: 2, complete: false });
  model.embedded.length = 0;
  const { embedding } = await addVectors(next, next, { embedder: model, cache });
  assert.deepEqual(model.embedded, ['Cars > Wheels\nNow five of them.']);
  assert.equal(embedding?.sections, 4);
});

test('vectors come from the cache when an index is built anew', async () => {
  const model = animalModel();
  await buildIndex(file, [pets]);
  await addVectors(file, file, { embedder: model, cache });
  model.embedded.length = 0;
  await buildIndex(`${file}.anew`, [pets]);
  await addVectors(`${file}.anew`, `${file}.anew`, { embedder: model, cache });
  assert.deepEqual(model.embedded, []);
});

test('another model makes all vectors anew, while the index with the old ones goes on answering', async () => {
  const old = animalModel('old');
  await buildIndex(file, [pets, cars]);
  await addVectors(file, file, { embedder: old, cache });
  const index = openIndex(file, { embedderFor: (id) => (id === 'old' ? old : undefined) });
  const renewed = animalModel('new');
  const { embedding } = await addVectors(file, file, { embedder: renewed, cache });
  assert.deepEqual(embedding, { model: 'new', sections: 4, complete: true });
  assert.equal(renewed.embedded.length, 4);
  assert.equal((await index.search({ text: 'feline', limit: 5 })).hits[0]?.path, 'pets');
  index.close();
});

test('without an embedder for the model of its vectors an index is searched by words', async () => {
  const model = animalModel();
  await buildIndex(file, [pets, cars]);
  await addVectors(file, file, { embedder: model, cache });
  const index = openIndex(file, { embedderFor: () => undefined });
  const { hits, usedMeaning } = await index.search({ text: 'engine', limit: 5 });
  assert.equal(hits[0]?.path, 'cars');
  assert.equal(usedMeaning, false);
  index.close();
});

test('when a question cannot be embedded it is searched by words', async () => {
  const model = animalModel();
  await buildIndex(file, [pets, cars]);
  await addVectors(file, file, { embedder: model, cache });
  const failing = { ...model, embedQuery: () => Promise.reject(new EmbeddingError('The model is away.')) };
  const index = openIndex(file, { embedderFor: () => failing });
  const { hits, usedMeaning } = await index.search({ text: 'engine', limit: 5 });
  assert.equal(hits[0]?.path, 'cars');
  assert.equal(usedMeaning, false);
  index.close();
});

test('what the model does not understand is found by its words', async () => {
  const model = animalModel();
  await buildIndex(file, [pets, makePage('neko', '# 猫\n猫は寝ています。')]);
  const { embedding } = await addVectors(file, file, { embedder: model, cache });
  assert.deepEqual(embedding, { model: model.id, sections: 2, complete: true });
  const index = openIndex(file, { embedderFor: () => model });
  const { hits, usedMeaning } = await index.search({ text: '猫は', limit: 5 });
  assert.equal(hits[0]?.path, 'neko');
  assert.equal(usedMeaning, false);
  index.close();
  const english = openIndex(file, { embedderFor: () => ({ ...model, language: 'en' }) });
  const asked = [
    'feline',
    'How do I feed a feline?',
    'food limit per feline',
    'door sensor of the feline',
    'Wie kann ich eine feline füttern?',
    'Hoe kan ik een feline voor altijd voeden?',
  ];
  const used = await Promise.all(
    asked.map(async (text) => (await english.search({ text, limit: 5 })).usedMeaning),
  );
  // German is asked in English words; for Dutch there are none.
  assert.deepEqual(used, [true, true, true, true, true, false]);
  english.close();
});

test('when embedding fails or is stopped the index stays, and what was done is kept', async () => {
  const many = makePage(
    'many',
    `# Many\n${Array.from({ length: 100 }, (_, i) => `## Part ${i}\nText ${i}.`).join('\n')}`,
  );
  await buildIndex(file, [many]);
  const before = readFileSync(file);
  const model = animalModel();
  const controller = new AbortController();
  const onProgress = (done: number) => done > 0 && controller.abort(new Error('enough'));
  const options = { embedder: model, cache, onProgress, signal: controller.signal };
  await assert.rejects(addVectors(file, file, options), /enough/);
  assert.deepEqual(readFileSync(file), before);
  assert.equal(readdirSync(folder).filter((name) => name.includes('.building')).length, 0);
  const done = model.embedded.length;
  assert.ok(done > 0 && done < 100);
  await addVectors(file, file, { embedder: model, cache });
  assert.equal(model.embedded.length, 101);
});

test('an index that cannot be used is refused before anything is embedded', async () => {
  copyFileSync(join(folder, 'cache.sqlite'), file);
  const model = animalModel();
  await assert.rejects(addVectors(file, file, { embedder: model, cache }), { name: 'IndexFileError' });
  assert.deepEqual(model.embedded, []);
});

test('a cache that could not be written once is written the next time', () => {
  const values = Int8Array.of(1, 2);
  // Not a number is stored as null, which is refused.
  assert.throws(() => cache.put('m', new Map([['a', { scale: Number.NaN, values }]])));
  cache.put('m', new Map([['a', { scale: 1, values }]]));
  assert.equal(cache.get('m', ['a']).size, 1);
});
