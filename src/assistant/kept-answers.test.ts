import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { eventually } from '../../test/helpers/eventually.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { createLog } from '../lib/log.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';

const log = createLog('silent', []);

/** A store that counts the statements that add chunks. */
async function countingStore(t: TestContext) {
  const store = await openTestStore(t);
  const counts = { inserts: 0 };
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('"keptChunks"') && node.kind === 'InsertQueryNode') counts.inserts++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { store: { ...store, db: store.db.withPlugin(counter) }, counts };
}

const allOf = async (texts: AsyncGenerator<string, unknown> | null) =>
  (await Array.fromAsync(texts!)).join('');

async function begin(kept: KeptAnswers, chat: string) {
  const stop = new AbortController();
  return { ...(await kept.begin(chat, stop)), stop };
}

test('what all running answers say in an interval is one write, and none of it stays in memory', async (t) => {
  const { store, counts } = await countingStore(t);
  const kept = createKeptAnswers(store, log);
  const chats = Array.from({ length: 200 }, (_, nth) => `chat ${nth}`);
  const answers = await Promise.all(chats.map((chat) => begin(kept, chat)));
  for (const answer of answers) for (const text of ['a', 'b', 'c']) answer.add(text);
  const stored = () => store.db.selectFrom('keptChunks').select('text').execute();
  const rows = await eventually(stored, ({ length }) => length === chats.length);
  assert.ok(rows.every(({ text }) => text === 'abc'));
  assert.equal(counts.inserts, 1);
  for (const answer of answers) answer.add('d');
  await eventually(stored, ({ length }) => length === 2 * chats.length);
  assert.equal(counts.inserts, 2);
  await Promise.all(answers.map((answer) => answer.end(false)));
  assert.equal(counts.inserts, 2, 'an end adds what is not stored yet, and there is nothing');
  assert.equal(await allOf(await kept.follow('chat 7', false)), 'abcd');
});

test('an answer is stopped when it is too large, and no other', async (t) => {
  const kept = createKeptAnswers(await openTestStore(t), log);
  const [large, small] = [await begin(kept, 'large'), await begin(kept, 'small')];
  large.add('x'.repeat(1_999_999));
  assert.equal(large.stop.signal.aborted, false);
  large.add('é');
  assert.equal(large.stop.signal.aborted, true);
  assert.equal(small.stop.signal.aborted, false);
  await Promise.all([large.end(false), small.end(true)]);
});

test('of two messages of a chat that begin at once, one is stopped', async (t) => {
  const kept = createKeptAnswers(await openTestStore(t), log);
  const begun = [begin(kept, 'chat'), begin(kept, 'chat'), begin(kept, 'other')].map(async (beginning) => {
    const answer = await beginning;
    answer.stop.signal.addEventListener('abort', () => void answer.end(false));
    return answer;
  });
  const answers = await Promise.all(begun);
  const running = () => answers.map(({ stop }) => !stop.signal.aborted);
  await eventually(running, ([one, two]) => one !== two);
  assert.equal(running()[2], true);
  await Promise.all(answers.map((answer) => answer.end(false)));
});

test('closing stops all answers and waits for their ends', async (t) => {
  const store = await openTestStore(t);
  const kept = createKeptAnswers(store, log);
  for (const chat of ['one', 'two']) {
    const answer = await begin(kept, chat);
    answer.stop.signal.addEventListener('abort', () => {
      answer.add('the end');
      void answer.end(false);
    });
  }
  await kept.close();
  const ended = await store.db.selectFrom('keptAnswers').select('endedAt').execute();
  assert.ok(ended.length === 2 && ended.every(({ endedAt }) => endedAt !== null));
  assert.equal(await allOf(await kept.follow('two', false)), 'the end');
});

test('a stream goes on when the database refused some reads', async (t) => {
  const store = await openTestStore(t);
  const kept = createKeptAnswers(store, log);
  const answer = await begin(kept, 'chat');
  const texts = (await kept.follow('chat', false))!;
  assert.equal((await texts.next()).value, '');
  await store.db.schema.alterTable('keptChunks').renameTo('elsewhere').execute();
  for (let read = 0; read < 3; read++) assert.equal((await texts.next()).value, '');
  await store.db.schema.alterTable('elsewhere').renameTo('keptChunks').execute();
  answer.add('all of it');
  await answer.end(false);
  assert.equal(await allOf(texts), 'all of it');
});
