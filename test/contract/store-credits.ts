import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import {
  addCreditAlert,
  charge,
  countCredits,
  holdCredit,
  listCreditAlerts,
  readCredits,
} from '../../src/store/credits.ts';
import { changeSettings, findProjectById } from '../../src/store/projects.ts';
import { deleteThreadsOf, deleteUnusedSince, eraseThread } from '../../src/store/retention.ts';
import { setFeedback } from '../../src/store/feedback.ts';
import type { Store } from '../../src/store/store.ts';
import { addThread, findThread } from '../../src/store/threads.ts';
import { addTurn, listTurns } from '../../src/store/turns.ts';
import { type NewUrl, openContractStore, seedProject, someTurn, withStore } from './store-seed.ts';

const month = '2026-11';
const far = Date.now() + 3_600_000;

/** Credits, what else costs, and deletion. */
export function creditsContract(newUrl: NewUrl): void {
  test('a changed setting leaves those that were saved meanwhile', () =>
    withStore(newUrl, async (store) => {
      const read = await seedProject(store, 'mine');
      await Promise.all([
        changeSettings(store, read, (settings) => ({ ...settings, pinned: true })),
        changeSettings(store, read, (settings) => ({ ...settings, pollMinutes: 3 })),
      ]);
      const { settings } = (await findProjectById(store, read.id))!;
      assert.deepEqual(settings, { pinned: true, pollMinutes: 3 });
    }));

  test('exactly as many credits are held and used as a month has, however many ask at once', async () => {
    const url = await newUrl();
    const stores = await Promise.all([openContractStore(url), openContractStore(url)]);
    try {
      const { organizationId } = await seedProject(stores[0]!, 'mine');
      const ask = (n: number) =>
        holdCredit(stores[n % 2]!, { id: `hold_${n}`, organizationId, month, expiresAt: far }, 7);
      const granted = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
      assert.equal(granted.filter(Boolean).length, 7);
      const due = { organizationId, month, allowance: 7 } as const;
      const held = granted.flatMap((one, n) => (one ? [`hold_${n}`] : []));
      await Promise.all(
        held.slice(0, 3).map((holdId, n) => charge(stores[n % 2]!, { ...due, answers: 1, holdId })),
      );
      await charge(stores[0]!, { ...due, answers: 0, holdId: held[3]! });
      assert.deepEqual(await readCredits(stores[0]!, { organizationId, month }), { used: 3, overage: 0 });
      const again = await Promise.all([20, 21, 22].map(ask));
      assert.equal(again.filter(Boolean).length, 1, 'what a failed answer gave back');
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  test('a hold whose process died ends by itself', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const hold = { organizationId, month, expiresAt: Date.now() - 60_000 };
      assert.ok(await holdCredit(store, { ...hold, id: newId('hold') }, 1));
      assert.ok(await holdCredit(store, { ...hold, id: newId('hold'), expiresAt: far }, 1));
      assert.equal(await holdCredit(store, { ...hold, id: newId('hold') }, 1), false);
    }));

  test('overage is counted beside what is used, and each month alone', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const answer = { organizationId, month, answers: 1, allowance: 1 };
      await countCredits(store, answer);
      assert.deepEqual(await countCredits(store, answer), { used: 2, overage: 1 });
      assert.deepEqual(await countCredits(store, { ...answer, answers: 0 }), { used: 2, overage: 1 });
      assert.deepEqual(await countCredits(store, { ...answer, allowance: null }), { used: 3, overage: 1 });
      assert.deepEqual(await readCredits(store, { organizationId, month: '2026-12' }), {
        used: 0,
        overage: 0,
      });
    }));

  test('an alert is raised once', () =>
    withStore(newUrl, async (store) => {
      const { organizationId } = await seedProject(store, 'mine');
      const alert = { organizationId, month, percent: 80, createdAt: 1 };
      const raised = await Promise.all([addCreditAlert(store, alert), addCreditAlert(store, alert)]);
      assert.deepEqual(raised.toSorted(), [false, true]);
      assert.deepEqual(await listCreditAlerts(store, { organizationId, month }), [80]);
    }));

  test('a thread goes with its turns and its feedback, and no other', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      for (const threadId of ['a', 'b']) await seedThread(store, project, threadId, 'ann', 10);
      assert.equal(await eraseThread(store, { projectId: project.id, threadId: 'a' }), true);
      assert.equal(await eraseThread(store, { projectId: project.id, threadId: 'a' }), false);
      assert.deepEqual(await left(store, project.id), { threads: ['b'], turns: 1, feedback: 1 });
    }));

  test('all threads of an fp go, those of others stay', () =>
    withStore(newUrl, async (store) => {
      const [project, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      await seedThread(store, project, 'a', 'ann', 10);
      await seedThread(store, project, 'b', 'ben', 10);
      await seedThread(store, other, 'a', 'ann', 10);
      assert.deepEqual(await deleteThreadsOf(store, { projectId: project.id, fp: 'ann' }), { threads: 1 });
      assert.deepEqual(await left(store, project.id), { threads: ['b'], turns: 1, feedback: 1 });
      assert.deepEqual((await left(store, other.id)).threads, ['a']);
    }));

  test('what was last used before a time goes, in bounded steps', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      await seedThread(store, project, 'a', 'ann', 10);
      await seedThread(store, project, 'b', 'ann', 20);
      await seedThread(store, project, 'c', 'ann', 99);
      assert.deepEqual(await deleteUnusedSince(store, 50, 1), { threads: 1, isAll: false });
      assert.deepEqual(await deleteUnusedSince(store, 50, 1), { threads: 1, isAll: false });
      assert.deepEqual(await deleteUnusedSince(store, 50, 1), { threads: 0, isAll: true });
      assert.deepEqual((await left(store, project.id)).threads, ['c']);
    }));
}

type SeededProject = Awaited<ReturnType<typeof seedProject>>;

async function seedThread(
  store: Store,
  project: SeededProject,
  id: string,
  fp: string,
  time: number,
): Promise<void> {
  const projectId = project.id;
  await addThread(store, { projectId, id, keyHash: 'x', fp, createdAt: time, updatedAt: time });
  const turn = someTurn(project, { threadId: id, createdAt: time });
  await addTurn(store, turn);
  const { messageId } = turn;
  await setFeedback(store, {
    id: newId('fb'),
    projectId,
    messageId,
    helpful: true,
    comment: null,
    createdAt: time,
  });
}

async function left(store: Store, projectId: string) {
  const threads: string[] = [];
  let turns = 0;
  for (const threadId of ['a', 'b', 'c']) {
    if ((await findThread(store, { projectId, threadId })) !== undefined) threads.push(threadId);
    turns += (await listTurns(store, { projectId, threadId, limit: 9 })).length;
  }
  const feedback = await store.db
    .selectFrom('feedback')
    .select('id')
    .where('projectId', '=', projectId)
    .execute();
  return { threads, turns, feedback: feedback.length };
}
