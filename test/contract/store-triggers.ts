import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import type { Project } from '../../src/store/projects.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addTrigger,
  dropTrigger,
  endTrigger,
  findTrigger,
  listWaiting,
  moveTrigger,
  noteFailedTry,
  retryTrigger,
  type Trigger,
} from '../../src/store/triggers.ts';
import { claimWork } from '../../src/store/work.ts';
import { type NewUrl, seedProject, withStore } from './store-seed.ts';

/** Events that wait: their order, which people change, and what becomes of them. */
export function triggersContract(newUrl: NewUrl): void {
  const withTriggers = (
    work: (store: Store, project: Project, ids: Record<string, string>) => Promise<void>,
  ) =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'docs');
      const ids: Record<string, string> = {};
      for (const subject of ['a', 'b', 'c', 'd'])
        ids[subject] = await add(store, project, subject, Object.keys(ids).length);
      await work(store, project, ids);
    });

  async function add(
    store: Store,
    project: Project,
    subject: string,
    age: number,
    kind: Trigger['kind'] = 'code',
  ): Promise<string> {
    const id = newId('trg');
    await addTrigger(store, { id, projectId: project.id, kind, subject, about: {} });
    await store.db.updateTable('triggers').set({ createdAt: age }).where('id', '=', id).execute();
    return id;
  }

  const line = async (store: Store, { id: projectId }: Project) =>
    (await listWaiting(store, { projectId }, 100)).map(({ subject }) => subject).join('');

  test('events wait by age, in the order that people give them, and new ones come last', () =>
    withTriggers(async (store, project, ids) => {
      const move = (subject: string, to: 'first' | 'up' | 'down') =>
        moveTrigger(store, { projectId: project.id, id: ids[subject]! }, to);
      assert.equal(await line(store, project), 'abcd');
      assert.equal(await move('c', 'first'), true);
      assert.equal(await line(store, project), 'cabd');
      ids['e'] = await add(store, project, 'e', 9);
      await move('b', 'up');
      assert.equal(await line(store, project), 'cbade');
      await move('c', 'down');
      await move('e', 'up');
      assert.equal(await line(store, project), 'bcaed');
      await move('b', 'up');
      await move('d', 'down');
      assert.equal(await line(store, project), 'bcaed');
      await dropTrigger(store, { projectId: project.id, id: ids['c']! });
      await move('d', 'up');
      assert.equal(await line(store, project), 'bade');
      assert.equal(await move('c', 'up'), false, 'it does not wait any more');
      // What continues a job is handled at once, and stands in no line.
      const comment = await add(store, project, 'comment', 0, 'review');
      assert.equal(await moveTrigger(store, { projectId: project.id, id: comment }, 'first'), false);
      assert.equal(await line(store, project), 'bade');
      const stranger = await seedProject(store, 'other');
      assert.equal(await moveTrigger(store, { projectId: stranger.id, id: ids['b']! }, 'down'), false);
    }));

  test('moves at the same time leave each event in the line once', () =>
    withTriggers(async (store, project, ids) => {
      const all = Object.values(ids).flatMap((id) =>
        (['first', 'down', 'up'] as const).map((to) => moveTrigger(store, { projectId: project.id, id }, to)),
      );
      await Promise.all(all);
      assert.equal([...(await line(store, project))].toSorted().join(''), 'abcd');
      const places = await store.db.selectFrom('triggers').select('place').execute();
      assert.equal(new Set(places.map(({ place }) => place)).size, 4);
    }));

  test('what failed is tried again from the beginning, and what started a job is not', () =>
    withTriggers(async (store, project, ids) => {
      const [a, b] = [ids['a']!, ids['b']!];
      await store.db.deleteFrom('work').execute();
      await noteFailedTry(store, a, 'It was down.');
      const tried = await findTrigger(store, a);
      assert.deepEqual([tried!.tries, tried!.reason, tried!.outcome], [1, 'It was down.', 'waiting']);
      await endTrigger(store, a, { outcome: 'failed', reason: 'It was down for a week.' });
      assert.equal(await line(store, project), 'bcd');
      const again = await retryTrigger(store, { projectId: project.id, id: a });
      assert.deepEqual([again!.outcome, again!.reason, again!.tries], ['waiting', null, 0]);
      const claim = { kind: 'trigger', place: '', holder: 'elsewhere:1:x', leaseMs: 1_000, maxPerProject: 1 };
      assert.equal((await claimWork(store, claim))?.subject, a);
      await endTrigger(store, b, { outcome: 'ignored', reason: 'Ten jobs a day.' });
      const stranger = await seedProject(store, 'other');
      assert.equal(await retryTrigger(store, { projectId: stranger.id, id: b }), undefined);
      assert.equal((await retryTrigger(store, { projectId: project.id, id: b }))?.outcome, 'waiting');
      await store.db.updateTable('triggers').set({ outcome: 'job' }).where('id', '=', b).execute();
      assert.equal(await retryTrigger(store, { projectId: project.id, id: b }), undefined);
    }));
}
