import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOnce } from '../../src/http/answer-once.ts';
import { createLog } from '../../src/lib/log.ts';
import {
  addDeployment,
  type Deployment,
  findCurrentDeployment,
  findDeployment,
  listDeployments,
  switchDeployment,
  updateDeployment,
} from '../../src/store/deployments.ts';
import { findConversation } from '../../src/store/conversations.ts';
import { listFeedback, setFeedback } from '../../src/store/feedback.ts';
import { addKey, findKeyByHash, listKeys, recordKeyUse, revokeKey } from '../../src/store/keys.ts';
import {
  addOrganization,
  findOrganization,
  findOrganizationBySlug,
  updatePlan,
} from '../../src/store/organizations.ts';
import { addProject, findProject, listProjects, updateProject } from '../../src/store/projects.ts';
import { addSearch } from '../../src/store/searches.ts';
import { listSearches } from '../helpers/list-searches.ts';
import { inTransaction } from '../../src/store/store.ts';
import { findResponse, keepResponse } from '../../src/store/responses.ts';
import { saveOpenTurn } from '../../src/store/open-turns.ts';
import { eraseThread, eraseTurn } from '../../src/store/retention.ts';
import { addThread, findThread } from '../../src/store/threads.ts';
import { addTurn, findTurnByMessage, listTurns } from '../../src/store/turns.ts';
import { listUsage } from '../../src/store/usage.ts';
import { seedProject, someDeployment, someKey, someTurn, withStore, type NewUrl } from './store-seed.ts';

const log = createLog('silent');

/** Every family keeps what it was given, and keeps it from other tenants. */
export function recordsContract(newUrl: NewUrl): void {
  test('an organization is found by id and by slug, and a taken slug gives the one that has it', () =>
    withStore(newUrl, async (store) => {
      const first = {
        id: 'org_1',
        name: 'Acme',
        slug: 'acme',
        plan: { limits: { search: 5 } },
        createdAt: 1,
      };
      assert.deepEqual(await addOrganization(store, first), first);
      assert.deepEqual(await addOrganization(store, { ...first, id: 'org_2', name: 'Other' }), first);
      assert.deepEqual(await findOrganization(store, 'org_1'), first);
      await updatePlan(store, 'org_1', { limits: { search: 9 } });
      assert.deepEqual((await findOrganizationBySlug(store, 'acme'))?.plan, { limits: { search: 9 } });
      assert.equal(await findOrganization(store, 'org_2'), undefined);
    }));

  test('a project belongs to one organization, and its domain to one project', () =>
    withStore(newUrl, async (store) => {
      const mine = await seedProject(store, 'mine');
      const other = await seedProject(store, 'other');
      const { organizationId } = mine;
      assert.deepEqual(await findProject(store, { organizationId, domain: 'mine' }), mine);
      assert.deepEqual(await findProject(store, { organizationId, projectId: mine.id }), mine);
      assert.equal(await findProject(store, { organizationId, domain: 'other' }), undefined);
      assert.equal(await findProject(store, { organizationId, projectId: other.id }), undefined);
      assert.deepEqual(await listProjects(store, organizationId), [mine]);
      assert.equal(await addProject(store, { ...other, id: 'prj_x', domain: 'mine' }), false);
      const changes = { name: 'New', settings: { requireThreadKey: true } };
      assert.equal(await updateProject(store, { organizationId, id: other.id }, changes), false);
      assert.equal(await updateProject(store, mine, changes), true);
      assert.deepEqual(await listProjects(store, organizationId), [{ ...mine, ...changes }]);
      assert.deepEqual(await listProjects(store, other.organizationId), [other]);
    }));

  test('a key is found by its hash, listed and revoked by its own organization only', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const key = someKey(mine);
      const admin = someKey(mine, { kind: 'admin', projectId: null, createdAt: 4, expiresAt: null });
      await addKey(store, key);
      await addKey(store, admin);
      assert.deepEqual(await findKeyByHash(store, key.hash), key);
      assert.equal(await findKeyByHash(store, 'unknown'), undefined);
      assert.deepEqual(await listKeys(store, mine.organizationId), [admin, key]);
      assert.deepEqual(await listKeys(store, other.organizationId), []);
      const { organizationId } = other;
      assert.equal(await revokeKey(store, { organizationId, id: key.id }, 50), false);
      await recordKeyUse(store, { organizationId, id: key.id }, 51);
      assert.deepEqual(await findKeyByHash(store, key.hash), key);
      assert.equal(await revokeKey(store, key, 60), true);
      assert.equal(await revokeKey(store, key, 70), true);
      await recordKeyUse(store, key, 61);
      assert.deepEqual(await findKeyByHash(store, key.hash), { ...key, revokedAt: 60, lastUsedAt: 61 });
    }));

  test('two keys never share a hash, and only assistant keys have a project', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      await addKey(store, someKey(project, { hash: 'same' }));
      await assert.rejects(addKey(store, someKey(project, { hash: 'same' })));
      await assert.rejects(addKey(store, someKey(project, { kind: 'admin' })));
      await assert.rejects(addKey(store, someKey(project, { projectId: null })));
    }));

  test('a thread id means another thread in another project', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const thread = { id: 'thr_1', keyHash: 'a', fp: 'me', createdAt: 1, updatedAt: 1 };
      assert.equal(await addThread(store, { ...thread, projectId: mine.id }), true);
      assert.equal(await addThread(store, { ...thread, projectId: mine.id, fp: 'you' }), false);
      assert.equal(await findThread(store, { projectId: other.id, threadId: 'thr_1' }), undefined);
      assert.equal(await addThread(store, { ...thread, projectId: other.id, fp: 'you' }), true);
      assert.equal((await findThread(store, { projectId: mine.id, threadId: 'thr_1' }))?.fp, 'me');
    }));

  test('the turns of a thread come oldest first, the last ones when there are many, and go with it', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const thread = { id: 'thr_1', keyHash: 'a', fp: 'me', createdAt: 1, updatedAt: 1 };
      await addThread(store, { ...thread, projectId: mine.id });
      const turns = [11, 12, 13].map((createdAt) => someTurn(mine, { createdAt }));
      for (const turn of turns) await addTurn(store, turn);
      const by = { projectId: mine.id, threadId: 'thr_1' };
      assert.deepEqual(await listTurns(store, { ...by, limit: 2 }), turns.slice(1));
      assert.equal((await findThread(store, by))?.updatedAt, 13);
      const messageId = turns[0]!.messageId;
      assert.deepEqual(await findTurnByMessage(store, { projectId: mine.id, messageId }), turns[0]);
      assert.equal(await findTurnByMessage(store, { projectId: other.id, messageId }), undefined);
      assert.deepEqual(await listTurns(store, { ...by, projectId: other.id, limit: 9 }), []);
      assert.equal(await eraseThread(store, { ...by, projectId: other.id }), false);
      assert.equal(await eraseThread(store, by), true);
      assert.deepEqual(await listTurns(store, { ...by, limit: 9 }), []);
      await assert.rejects(addTurn(store, someTurn(mine)), 'a turn of a deleted thread stays out');
    }));

  test('a thread is stored with its first turn, and counts it when it is there already', () =>
    withStore(newUrl, async (store) => {
      const { id: projectId, ...mine } = await seedProject(store, 'mine');
      const thread = { projectId, id: 'thr_1', keyHash: 'a', fp: 'me', reader: 'ann' };
      const turns = [11, 12].map((createdAt) => {
        return someTurn(
          { ...mine, id: projectId },
          { createdAt, status: 'partial', question: `${createdAt}?` },
        );
      });
      for (const turn of turns) await addTurn(store, turn, null, thread);
      const by = { projectId, threadId: 'thr_1' };
      assert.deepEqual(await listTurns(store, { ...by, limit: 9 }), turns);
      const { keyHash, reader, createdAt, updatedAt } = (await findThread(store, by))!;
      assert.deepEqual([keyHash, reader, createdAt, updatedAt], ['a', 'ann', 11, 12]);
      const { question, turns: count, partial } = (await findConversation(store, by))!;
      assert.deepEqual([question, count, partial], ['11?', 2, 2]);
    }));

  test('a response is kept with its turn, which goes alone, and with its thread when it is the last', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const thread = { id: 'thr_1', keyHash: 'a', fp: 'me', createdAt: 1, updatedAt: 1 };
      await addThread(store, { ...thread, projectId: mine.id });
      const turns = [
        someTurn(mine, { createdAt: 11, question: 'First?', status: 'unanswered' }),
        someTurn(mine, { createdAt: 12, question: 'Second?' }),
      ];
      const [first, second] = turns.map(({ projectId, messageId }) => ({ projectId, messageId }));
      for (const turn of turns) await addTurn(store, turn);
      for (const one of [first!, second!]) await keepResponse(store, one, '{"a":"\u{1f600}"}');
      await keepResponse(store, { ...first!, projectId: other.id }, '{}');
      assert.deepEqual(await findResponse(store, first!), {
        response: '{"a":"\u{1f600}"}',
        threadId: 'thr_1',
        fp: 'me',
      });
      await eraseTurn(store, { ...first!, projectId: other.id });
      await setFeedback(store, { id: 'f', ...first!, helpful: true, comment: 'Good', createdAt: 13 });
      await eraseTurn(store, first!);
      assert.equal(await findResponse(store, first!), undefined);
      assert.ok(await findResponse(store, second!));
      const by = { projectId: mine.id, threadId: 'thr_1' };
      const { question, turns: count, unanswered, helpful } = (await findConversation(store, by))!;
      assert.deepEqual([question, count, unanswered, helpful], ['Second?', 1, 0, 0]);
      assert.deepEqual((await listFeedback(store, { projectId: mine.id }, { limit: 9 })).rows, []);
      await eraseTurn(store, second!);
      assert.equal(await findThread(store, by), undefined);
      await eraseTurn(store, second!);
    }));

  test('an unfinished turn is deleted like any other, and keeps its thread from going with another', () =>
    withStore(newUrl, async (store) => {
      const mine = await seedProject(store, 'mine');
      const by = { projectId: mine.id, threadId: 'thr_1' };
      await addThread(store, { projectId: mine.id, id: 'thr_1', keyHash: 'a', fp: 'me' });
      const turn = someTurn(mine, { question: 'First?' });
      await addTurn(store, turn);
      await saveOpenTurn(store, { ...by, messageId: 'msg_open', turn: '{}' });
      await eraseTurn(store, turn);
      assert.equal((await findThread(store, by))?.id, 'thr_1');
      await eraseTurn(store, { ...by, messageId: 'msg_open' });
      assert.equal(await findThread(store, by), undefined);
      assert.deepEqual(await store.db.selectFrom('openTurns').selectAll().execute(), []);
    }));

  test('one deployment is current, switched together with its last changes, and back again', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const commit = {
        sha: 'a1b2',
        ref: 'main',
        message: 'Fix',
        filesChanged: { added: ['a.md'], modified: [], removed: [] },
      };
      const first = someDeployment(mine, { createdAt: 5, status: 'in_progress' });
      const second = someDeployment(mine, { createdAt: 6, commit });
      await addDeployment(store, first);
      await addDeployment(store, second);
      assert.equal(await findCurrentDeployment(store, mine.id), undefined);
      const running = {
        status: 'in_progress',
        progress: { phase: 'index', done: 1, total: 2, secondsLeft: 9 },
        steps: [{ name: 'parsing', startedAt: 6, endedAt: null, failed: false, done: 1, total: 2 }],
      } satisfies Partial<Deployment>;
      assert.equal(await updateDeployment(store, second, running), true);
      assert.deepEqual(await listDeployments(store, { projectId: mine.id, limit: 9 }), [
        { ...second, ...running },
        first,
      ]);
      const done = {
        logs: ['Read 2 pages'],
        steps: running.steps.map((step) => ({ ...step, endedAt: 7, done: 2 })),
        progress: null,
        indexFile: 'x.db',
        contentHash: 'h',
        endedAt: 8,
      };
      assert.equal(await switchDeployment(store, second, done), true);
      const finished = { ...second, ...done, status: 'success' };
      assert.deepEqual(await findCurrentDeployment(store, mine.id), finished);
      assert.equal(await switchDeployment(store, first, { endedAt: 9 }), true);
      assert.equal(await switchDeployment(store, second), false, 'what has ended stays as it is');
      assert.equal(await updateDeployment(store, second, running), false);
      assert.equal((await findCurrentDeployment(store, mine.id))?.id, first.id);
      assert.equal(await findCurrentDeployment(store, other.id), undefined);
      const { organizationId } = other;
      assert.equal(await findDeployment(store, { organizationId, id: second.id }), undefined);
      assert.deepEqual(
        await findDeployment(store, { organizationId: mine.organizationId, id: second.id }),
        finished,
      );
      assert.equal(await switchDeployment(store, { projectId: other.id, id: second.id }), false);
      assert.equal(await updateDeployment(store, { projectId: other.id, id: second.id }, running), false);
      assert.equal(await findCurrentDeployment(store, other.id), undefined);
    }));

  test('feedback is kept once for an answer, the last word counts', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      await addThread(store, {
        id: 'thr_1',
        projectId: mine.id,
        keyHash: 'a',
        fp: 'me',
        createdAt: 1,
        updatedAt: 1,
      });
      await addTurn(store, someTurn(mine, { messageId: 'msg_1' }));
      const feedback = { id: 'fbk_1', projectId: mine.id, messageId: 'msg_1', comment: null, createdAt: 1 };
      await setFeedback(store, { ...feedback, helpful: true });
      const day = 86_400_000;
      await setFeedback(store, { ...feedback, helpful: true, createdAt: day });
      const changed = { ...feedback, id: 'fbk_2', helpful: false, comment: 'No', createdAt: 2 * day };
      assert.equal(await setFeedback(store, changed), 'fbk_1');
      const { rows, next } = await listFeedback(store, { projectId: mine.id }, { limit: 9 });
      const { threadId, question, answer, currentPath, ...kept } = rows[0]!;
      assert.deepEqual(kept, { ...changed, id: 'fbk_1' });
      const by = { organizationId: mine.organizationId, projectId: mine.id, from: 0, to: 3 };
      const counted = (await listUsage(store, by)).map((one) => [one.day, one.helpful, one.unhelpful]);
      assert.deepEqual(counted, [[0, 0, 0], [1, 0, 0], [2, 0, 1]]); // prettier-ignore
      assert.deepEqual([threadId, question, answer, currentPath], ['thr_1', 'How do I install it?', 'With npm.', '/start']); // prettier-ignore
      assert.equal(next, null);
      assert.deepEqual(await listFeedback(store, { projectId: other.id }, { limit: 9 }), {
        rows: [],
        next: null,
      });
    }));

  test('searches are kept with their best score, also when there was no result', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const hit = {
        id: 'src_1',
        projectId: mine.id,
        query: 'a',
        resultCount: 3,
        topScore: 0.25,
        createdAt: 1,
      };
      const miss = { ...hit, id: 'src_2', resultCount: 0, topScore: null, createdAt: 2 };
      await addSearch(store, hit);
      await addSearch(store, miss);
      assert.deepEqual(await listSearches(store, { projectId: mine.id, limit: 9 }), [miss, hit]);
      assert.deepEqual(await listSearches(store, { projectId: other.id, limit: 9 }), []);
    }));

  test('a transaction that throws leaves nothing behind', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const failing = inTransaction(store, async (transaction) => {
        await addKey(transaction, someKey(project));
        throw new Error('stop');
      });
      await assert.rejects(failing, /stop/);
      assert.deepEqual(await listKeys(store, project.organizationId), []);
    }));

  test('requests with one key have effect once, however many come at once, and all get its answer', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const made = async () => {
        const key = someKey(project);
        await addKey(store, key);
        return Response.json({ secret: key.id }, { status: 201 });
      };
      const request = { key: 'k', credential: 'session', method: 'POST', url: '/keys', body: { name: 'a' } };
      const once = (other: Partial<typeof request> = {}) =>
        answerOnce({ store, log }, { ...request, ...other }, made);
      const answers = await Promise.all(Array.from({ length: 20 }, () => once()));
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(bodies).size, 1, 'also what is shown this once');
      assert.equal((await listKeys(store, project.organizationId)).length, 1);
      const kept = JSON.stringify(await store.db.selectFrom('requestKeys').selectAll().execute());
      for (const secret of ['session', 'secret', JSON.parse(bodies[0]!).secret])
        assert.ok(!kept.includes(secret), `${secret} cannot be read`);
      await assert.rejects(once({ body: { name: 'b' } }), { code: 'conflict' });
      for (const other of [{ key: 'l' }, { credential: 'other' }, { url: `/${'other'.repeat(300)}` }])
        await once(other);
      assert.equal((await listKeys(store, project.organizationId)).length, 4);
      await store.db.updateTable('requestKeys').set({ createdAt: 1 }).execute();
      await once();
      assert.equal(
        (await listKeys(store, project.organizationId)).length,
        5,
        'a day later it is another one',
      );
      assert.equal((await store.db.selectFrom('requestKeys').selectAll().execute()).length, 1);
    }));

  test('a request that failed may be tried again with its key', () =>
    withStore(newUrl, async (store) => {
      const request = { key: 'k', credential: 'c', method: 'POST', url: '/a', body: undefined };
      await assert.rejects(
        answerOnce({ store, log }, request, () => Promise.reject(new Error('no'))),
        /no/,
      );
      const refused = await answerOnce(
        { store, log },
        request,
        async () => new Response('', { status: 409 }),
      );
      assert.equal(refused.status, 409);
      const done = () => answerOnce({ store, log }, request, async () => new Response(null, { status: 204 }));
      assert.equal((await done()).headers.get('idempotent-replayed'), null);
      const again = await done();
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [204, 'true']);
    }));

  test('a request whose answer cannot be kept keeps its key, since it had effect', () =>
    withStore(newUrl, async (store) => {
      const request = { key: 'k', credential: 'c', method: 'POST', url: '/a', body: 1 };
      const body = new ReadableStream({ pull: (stream) => stream.error(new Error('away')) });
      const done = await answerOnce({ store, log }, request, async () => new Response(body));
      assert.equal(done.status, 200);
      const kept = await store.db.selectFrom('requestKeys').select('answer').execute();
      assert.deepEqual(kept, [{ answer: null }]);
    }));

  test('hostile text is kept as it is, but for NUL and halves of surrogate pairs', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const { organizationId, id: projectId } = project;
      const kept = `'; drop table keys; -- %_\\ "\u202E\u200B\uFEFF 🧨 e\u0301 \u{10FFFF} \r\n\u001B[31m ${'x'.repeat(200_000)}`;
      const thread = { projectId, id: kept.slice(0, 60), keyHash: 'a', fp: kept, createdAt: 1, updatedAt: 1 };
      await addThread(store, thread);
      assert.deepEqual(await findThread(store, { projectId, threadId: thread.id }), {
        ...thread,
        reader: null,
      });
      const sources = [{ url: 'a\0b\uD800', title: kept }];
      const turn = someTurn(project, { threadId: thread.id, question: `a\0b\uD800c${kept}`, sources });
      await addTurn(store, turn);
      const [stored] = await listTurns(store, { projectId, threadId: thread.id, limit: 1 });
      assert.deepEqual(stored, { ...turn, question: `ab\uFFFDc${kept}` });
      assert.equal(await findProject(store, { organizationId, domain: 'mi\0ne\uDC00' }), undefined);
      assert.equal(await findProject(store, { organizationId, domain: 'mi%' }), undefined);
    }));
}
