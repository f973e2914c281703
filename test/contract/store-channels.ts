import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forget } from '../../src/accounts/forget-person.ts';
import {
  addChannelQuestion,
  answerWork,
  changeChannelQuestion,
  discardDraft,
  findChannelQuestion,
  listDrafts,
  postDraft,
  setChannelReply,
  updateChannelQuestion,
} from '../../src/store/channel-questions.ts';
import {
  deleteChannelSecrets,
  endIssuedChannels,
  findChannelSecrets,
  setChannelSecrets,
} from '../../src/store/channel-secrets.ts';
import type { Store } from '../../src/store/store.ts';
import { addThread } from '../../src/store/threads.ts';
import { seedProject, withStore, type NewUrl } from './store-seed.ts';

const works = (store: Store) =>
  store.db.selectFrom('work').select('subject').where('kind', '=', answerWork).execute();

/** Questions from channels: each once, with its edits and its deletion. */
export function channelsContract(newUrl: NewUrl): void {
  const seed = async (store: Store) => {
    const { id: projectId } = await seedProject(store, 'mine');
    const key = { projectId, channel: 'slack', id: 'C1:1' };
    const said = (text: string) => ({ fp: 'slack:U1', threadId: 'slack:T1:C1:1', asked: { text } });
    const add = () => addChannelQuestion(store, { ...key, ...said('Why?') });
    return { projectId, key, add, said };
  };

  test('a question that comes five times at once is one, and one piece of work', () =>
    withStore(newUrl, async (store) => {
      const { key, add } = await seed(store);
      const added = await Promise.all([add(), add(), add(), add(), add()]);
      assert.equal(added.filter(Boolean).length, 1);
      assert.equal((await works(store)).length, 1);
      const found = await findChannelQuestion(store, key);
      assert.deepEqual([found?.asked, found?.state, found?.version], [{ text: 'Why?' }, 'waiting', 0]);
    }));

  test('an answer to earlier text changes nothing after an edit or a deletion', () =>
    withStore(newUrl, async (store) => {
      const { key, add, said } = await seed(store);
      assert.equal(await changeChannelQuestion(store, key, said('unknown')), false);
      await add();
      const before = (await findChannelQuestion(store, key))!;
      assert.equal(await changeChannelQuestion(store, key, said('How?')), true);
      assert.equal(await updateChannelQuestion(store, before, { state: 'answered', asked: null }), false);
      await setChannelReply(store, key, { ts: '7' });
      const edited = (await findChannelQuestion(store, key))!;
      assert.deepEqual([edited.asked, edited.reply], [{ text: 'How?' }, { ts: '7' }]);
      assert.equal(await updateChannelQuestion(store, edited, { state: 'answered', asked: null }), true);
      assert.equal(await changeChannelQuestion(store, key, null), true);
      // Deleted is deleted, whatever comes late.
      assert.equal(await changeChannelQuestion(store, key, said('again')), false);
      assert.equal(await add(), false);
      assert.equal((await findChannelQuestion(store, key))?.state, 'withdrawn');
    }));

  test('a draft is posted or discarded once', () =>
    withStore(newUrl, async (store) => {
      const { projectId, key, add } = await seed(store);
      await add();
      const waiting = (await findChannelQuestion(store, key))!;
      assert.equal(await postDraft(store, key), false);
      await updateChannelQuestion(store, waiting, { state: 'draft', answer: { markdown: 'So.' } });
      assert.deepEqual(
        (await listDrafts(store, projectId)).map(({ answer }) => answer),
        [{ markdown: 'So.' }],
      );
      const posted = await Promise.all([postDraft(store, key), postDraft(store, key)]);
      assert.deepEqual(posted.toSorted(), [false, true]);
      assert.equal(await discardDraft(store, key), false);
      assert.deepEqual(await listDrafts(store, projectId), []);
    }));

  test('a forgotten person and a deleted thread leave no text, and no name', () =>
    withStore(newUrl, async (store) => {
      const { projectId, key, add } = await seed(store);
      await add();
      await forget(store, projectId, { fp: 'slack:U1' });
      assert.equal(await findChannelQuestion(store, key), undefined);
      await add();
      const waiting = (await findChannelQuestion(store, key))!;
      await updateChannelQuestion(store, waiting, { state: 'draft', answer: { markdown: 'So.' } });
      await addThread(store, { projectId, id: 'slack:T1:C1:1', keyHash: 'x', fp: 'slack:U1' });
      await forget(store, projectId, { threadId: 'slack:T1:C1:1' });
      const left = (await findChannelQuestion(store, key))!;
      assert.deepEqual([left.state, left.asked, left.answer, left.fp], ['answered', null, null, null]);
    }));

  test('secrets are of one channel, and end with the key that set them', () =>
    withStore(newUrl, async (store) => {
      const { projectId, organizationId } = await (async () => {
        const project = await seedProject(store, 'mine');
        return { projectId: project.id, organizationId: project.organizationId };
      })();
      const [slack, discord] = ['slack', 'discord'].map((channel) => ({ projectId, channel }));
      const issued = { by: 'key_1', until: null, from: [] };
      await setChannelSecrets(store, slack!, { secrets: { botToken: 'a' }, issued: null });
      await setChannelSecrets(store, discord!, { secrets: { botToken: 'b' }, issued });
      assert.deepEqual(await findChannelSecrets(store, discord!), { botToken: 'b' });
      await endIssuedChannels(store, organizationId, ['key_1']);
      assert.equal(await findChannelSecrets(store, discord!), undefined);
      await setChannelSecrets(store, discord!, {
        secrets: { botToken: 'c' },
        issued: { ...issued, until: 1 },
      });
      assert.equal(await findChannelSecrets(store, discord!), undefined);
      assert.deepEqual(await findChannelSecrets(store, slack!), { botToken: 'a' });
      await deleteChannelSecrets(store, slack!);
      assert.equal(await findChannelSecrets(store, slack!), undefined);
    }));
}
