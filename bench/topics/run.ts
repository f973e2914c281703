// npm run bench -- topics [DATA]
// Into how many topics eight topics fall that are asked about in five ways each, all at once and one question after
// the other; and how many topics hold questions of two. These have no docs, so that only the questions are compared.
// With DATA, a folder as of `retrieval-quality`: real questions with the page that answers each. Of the pairs that share
// a topic, how many share a page, and the other way round; with what search found for them, and without.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { groupQuestions } from '../../src/analytics/group-questions.ts';
import { questionVectors, type Vectors, wordVectors } from '../../src/analytics/question-vectors.ts';
import { createMiniLm } from '../../src/retrieval/embedding/minilm.ts';
import { openStore } from '../../src/store/open-store.ts';
import { countTopics } from '../../src/store/topic-lists.ts';
import { listTopicQuestions } from '../../src/store/topic-questions.ts';
import { addThread } from '../../src/store/threads.ts';
import { addTurn } from '../../src/store/turns.ts';
import { seedProject, someTurn } from '../../test/contract/store-seed.ts';
import { sectionUrl } from '../../src/assistant/retrieved.ts';
import { openIndex } from '../../src/retrieval/open-index.ts';
import { buildWords } from '../retrieval/build.ts';
import { type QuestionSet, readSets } from '../retrieval/sets.ts';
import { type AskedSet, askedSets } from './questions.ts';

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const embedder = createMiniLm(folder);
try {
  const all: AskedSet = { name: 'all of them', topics: askedSets.flatMap(({ topics }) => topics) };
  for (const vectors of [await questionVectors(embedder), wordVectors]) {
    console.log(`\n${vectors.model}`);
    for (const set of [...askedSets, all]) {
      const [atOnce, oneByOne] = [await group(set, vectors, false), await group(set, vectors, true)];
      console.log(`${set.name.padEnd(28)} ${set.topics.length} topics  ${atOnce}   one by one ${oneByOne}`);
    }
    if (process.argv[2] !== undefined)
      for (const set of await readSets(process.argv[2])) await labelled(set, vectors);
  }
} finally {
  await embedder.close();
  await rm(folder, { recursive: true, force: true });
}

/** Asked in turns: the first way of every topic, then the second of every one, as questions come. */
async function group({ topics }: AskedSet, vectors: Vectors, oneByOne: boolean): Promise<string> {
  const store = await openStore({ url: 'sqlite::memory:' });
  const project = await seedProject(store, 'bench');
  const topicOf = new Map<string, number>();
  let at = 1;
  const ask = async (threadId: string, question: string, topic: number) => {
    const by = { projectId: project.id, id: threadId, keyHash: '', fp: '' };
    await addThread(store, { ...by, createdAt: at, updatedAt: at });
    const turn = someTurn(project, { threadId, question, sources: [], createdAt: at++ });
    await addTurn(store, turn);
    topicOf.set(turn.id, topic);
    if (oneByOne) await groupProject(store, project.id, async () => vectors);
  };
  for (let way = 0; way < 5; way++) {
    for (const [topic, ways] of topics.entries()) {
      const asked = ways[way]!;
      if (typeof asked !== 'string') await ask(threadOf(topic, asked.after), asked.question, topic);
      else await ask(threadOf(topic, asked), asked, topic);
    }
  }
  await groupProject(store, project.id, async () => vectors);
  const rows = await countTopics(store, { projectId: project.id });
  let mixed = 0;
  for (const { id } of rows) {
    const questions = await listTopicQuestions(store, id, 1_000);
    if (new Set(questions.map(({ turnId }) => topicOf.get(turnId))).size > 1) mixed += 1;
  }
  await store.close();
  return `${String(rows.length).padStart(3)} rows, ${mixed} mixed`;
}

function threadOf(topic: number, question: string): string {
  return `thr_${topic}_${question}`;
}

async function labelled(set: QuestionSet, vectors: Vectors): Promise<void> {
  const index = openIndex(await buildWords(set.name, set.pages));
  const found: string[][] = [];
  for (const { text } of set.questions)
    found.push(
      (await index.search({ text, limit: 10 })).hits.map((page) => sectionUrl(page, page.sections[0])),
    );
  index.close();
  for (const [name, sections] of [
    ['without search', found.map(() => [])],
    ['with search', found],
  ] as const) {
    const embedded = await vectors.embed(
      set.questions.map(({ text }, at) => ({ text, sections: sections[at]! })),
    );
    const groups = embedded.map((sum, at) => ({ id: String(at), sum, count: 1, byHand: false }));
    const members = new Map(groups.map(({ id }, at) => [id, [at]]));
    for (const { from, into } of groupQuestions([], groups)) {
      members.get(into.id)!.push(...members.get(from.id)!);
      members.delete(from.id);
    }
    const topicOf = new Map([...members].flatMap(([topic, questions]) => questions.map((at) => [at, topic])));
    let [together, sharing, both] = [0, 0, 0];
    for (const [a, one] of set.questions.entries()) {
      for (const [b, other] of set.questions.slice(0, a).entries()) {
        const isTogether = topicOf.get(a) === topicOf.get(b);
        const isSharing = [...one.expected].some((page) => other.expected.has(page));
        together += Number(isTogether);
        sharing += Number(isSharing);
        both += Number(isTogether && isSharing);
      }
    }
    const share = (of: number) => (both / Math.max(1, of)).toFixed(2);
    console.log(
      `${set.name.padEnd(6)} ${set.questions.length} questions ${name.padEnd(15)} ${String(members.size).padStart(4)} topics   pairs of a topic with one page ${share(together)}   pairs of a page in one topic ${share(sharing)}`,
    );
  }
}
