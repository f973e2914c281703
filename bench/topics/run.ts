// npm run bench -- topics
// Into how many topics eight topics fall that are asked about in five ways each, all at once and one question after
// the other; and how many topics hold questions of two.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { questionVectors, type Vectors, wordVectors } from '../../src/analytics/question-vectors.ts';
import { createMiniLm } from '../../src/retrieval/embedding/minilm.ts';
import { openStore } from '../../src/store/open-store.ts';
import { pageOfTopics } from '../../src/store/topic-lists.ts';
import { listTopicQuestions } from '../../src/store/topics.ts';
import { addThread } from '../../src/store/threads.ts';
import { addTurn } from '../../src/store/turns.ts';
import { seedProject, someTurn } from '../../test/contract/store-seed.ts';
import { type AskedSet, askedSets } from './questions.ts';

const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const embedder = createMiniLm(folder);
try {
  const all: AskedSet = { name: 'all of them', topics: askedSets.flatMap(({ topics }) => topics) };
  for (const vectors of [await questionVectors(embedder), wordVectors]) {
    console.log(`\n${vectors.model}, one topic from ${vectors.alike}`);
    for (const set of [...askedSets, all]) {
      const [atOnce, oneByOne] = [await group(set, vectors, false), await group(set, vectors, true)];
      console.log(`${set.name.padEnd(28)} ${set.topics.length} topics  ${atOnce}   one by one ${oneByOne}`);
    }
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
    const turn = someTurn(project, { threadId, question, createdAt: at++ });
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
  const { rows } = await pageOfTopics(store, { projectId: project.id, order: 'count' }, { limit: 1_000 });
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
