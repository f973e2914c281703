import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listGaps, newestQuestions } from '../../src/analytics/topics.ts';
import { type PageOrder, reportPageUse } from '../../src/analytics/page-use.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import {
  findNeighbours,
  listConversations,
  reviewConversation,
  type ConversationFilter,
  type ConversationOrder,
} from '../../src/store/conversations.ts';
import { addEvalQuestion, pageOfEvalQuestions } from '../../src/store/eval-questions.ts';
import { setFeedback } from '../../src/store/feedback.ts';
import { addSearch, countSearched, listSearchTerms, type TermOrder } from '../../src/store/searches.ts';
import { eraseThread } from '../../src/store/retention.ts';
import { countTopics } from '../../src/store/topic-lists.ts';
import { listPageUse, renewPageMonths } from '../../src/store/turn-pages.ts';
import { listUsage } from '../../src/store/usage.ts';
import { ask, seedProject, withStore, type NewUrl } from './store-seed.ts';

const dayMs = 86_400_000;

/** What is summed up is what happened, and what was deleted is found no more. */
export function analyticsContract(newUrl: NewUrl): void {
  test('conversations are found by status, feedback, person, time and the beginnings of words', () =>
    withStore(newUrl, async (store) => {
      const [mine, other] = [await seedProject(store, 'mine'), await seedProject(store, 'other')];
      const rated = await ask(store, mine, 'thr_1', { question: 'Über Kubernetes', createdAt: 10 });
      await ask(store, mine, 'thr_1', { question: 'More?', status: 'failed', createdAt: 20 });
      await ask(store, mine, 'thr_2', {
        question: 'Billing',
        answer: 'Per seat',
        status: 'unanswered',
        createdAt: 30,
      });
      await ask(store, other, 'thr_1', { question: 'Kubernetes', createdAt: 40 });
      await setFeedback(store, {
        id: 'fb',
        projectId: mine.id,
        messageId: rated.messageId,
        helpful: false,
        comment: null,
        createdAt: 50,
      });
      const found = async (filter: Omit<ConversationFilter, 'projectId'> & { order?: ConversationOrder }) =>
        (await listConversations(store, { projectId: mine.id, ...filter }, { limit: 9 })).rows.map(
          ({ threadId }) => threadId,
        );
      assert.deepEqual(await found({}), ['thr_2', 'thr_1']);
      assert.deepEqual(await found({ statuses: ['failed'] }), ['thr_1']);
      assert.deepEqual(await found({ statuses: ['unanswered'] }), ['thr_2']);
      assert.deepEqual(await found({ statuses: ['unanswered', 'failed'] }), ['thr_2', 'thr_1']);
      assert.deepEqual(await found({ statuses: ['answered'] }), []);
      assert.deepEqual(await found({ feedback: 'unhelpful' }), ['thr_1']);
      assert.deepEqual(await found({ feedback: 'helpful' }), []);
      assert.deepEqual(await found({ fp: 'nobody' }), []);
      assert.deepEqual(await found({ from: 20, to: 30 }), ['thr_1']);
      assert.deepEqual(await found({ words: ['kuber'] }), ['thr_1']);
      const byOrder = { oldest: '12', turns: '12', unanswered: '21', unhelpful: '12', cost: '12' } as const;
      for (const [order, threads] of Object.entries(byOrder) as [ConversationOrder, string][]) {
        const wanted = [...threads].map((nth) => `thr_${nth}`);
        assert.deepEqual(await found({ order }), wanted, order);
        const list = { projectId: mine.id, order };
        const first = await listConversations(store, list, { limit: 1 });
        const rest = await listConversations(store, list, { limit: 9, after: first.next! });
        assert.deepEqual([first, rest].flatMap(({ rows }) => rows.map(({ threadId }) => threadId)), wanted, order); // prettier-ignore
        const neighbours = await findNeighbours(store, rest.rows[0]!, list);
        assert.deepEqual(neighbours, { older: null, newer: wanted[0] }, order);
      }
      assert.deepEqual(await found({ words: ['seat', 'bill'] }), ['thr_2']);
      assert.deepEqual(await found({ words: ['NOT', 'OR'] }), []);
      assert.equal(await eraseThread(store, { projectId: mine.id, threadId: 'thr_1' }), true);
      assert.deepEqual(await found({ words: ['kuber'] }), []);
      const [summary] = (await listConversations(store, { projectId: mine.id }, { limit: 9 })).rows;
      assert.deepEqual([summary!.question, summary!.turns, summary!.unanswered], ['Billing', 1, 1]);
    }));

  test('a day adds up what was asked and searched, and keeps it when the conversation is gone', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      await Promise.all(
        Array.from({ length: 8 }, (_, nth) =>
          ask(store, project, `thr_${nth}`, { createdAt: 5 * dayMs + nth }),
        ),
      );
      await addSearch(store, {
        id: 's',
        projectId: project.id,
        query: 'x',
        resultCount: 0,
        topScore: null,
        createdAt: 6 * dayMs,
      });
      await eraseThread(store, { projectId: project.id, threadId: 'thr_0' });
      const by = { organizationId: project.organizationId, from: 5, to: 7 };
      const days = await listUsage(store, by);
      assert.deepEqual(days.map(({ day, answered, inputTokens, costMicros, searches, searchesWithoutResults }) =>
        [day, answered, inputTokens, costMicros, searches, searchesWithoutResults]), [[5, 8, 80, 8 * 1234, 0, 0], [6, 0, 0, 0, 1, 1]]); // prettier-ignore
      assert.equal((await listUsage(store, { ...by, to: 6 })).length, 1);
    }));

  test('of first ratings of an answer that come at once, one counts', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const { messageId } = await ask(store, project, 'thr_1', { createdAt: 5 * dayMs });
      const rate = (nth: number) =>
        setFeedback(store, { id: `f${nth}`, projectId: project.id, messageId, helpful: true, comment: null, createdAt: 5 * dayMs }); // prettier-ignore
      const ids = await Promise.all([1, 2, 3, 4, 5].map(rate));
      assert.equal(new Set(ids).size, 1);
      const [day] = await listUsage(store, { organizationId: project.organizationId, from: 5, to: 6 });
      assert.equal(day!.helpful, 1);
    }));

  test('search terms come most frequent first, page by page', () =>
    withStore(newUrl, async (store) => {
      const { id: projectId } = await seedProject(store, 'mine');
      for (const [nth, query] of ['a', 'b', 'b', 'c', 'c', 'd'].entries()) {
        await addSearch(store, {
          id: `s${nth}`,
          projectId,
          query,
          resultCount: nth % 2,
          topScore: null,
          createdAt: nth,
        });
      }
      const first = await listSearchTerms(store, { projectId, onlyWithoutResults: false }, { limit: 3 });
      assert.deepEqual(first.rows.map(({ query, count }) => [query, count]), [['b', 2], ['c', 2], ['a', 1]]); // prettier-ignore
      const second = await listSearchTerms(
        store,
        { projectId, onlyWithoutResults: false },
        { limit: 3, after: first.next! },
      );
      assert.deepEqual(second.rows.map(({ query }) => query), ['d']); // prettier-ignore
      assert.equal(second.next, null);
      const byOrder = { withoutResults: 'abcd', recent: 'dcba', query: 'abcd' } as const;
      for (const [order, terms] of Object.entries(byOrder) as [TermOrder, string][]) {
        const by = { projectId, onlyWithoutResults: false, order };
        const one = await listSearchTerms(store, by, { limit: 2 });
        const two = await listSearchTerms(store, by, { limit: 2, after: one.next! });
        assert.equal([...one.rows, ...two.rows].map(({ query }) => query).join(''), terms, order);
      }
      const early = { projectId, onlyWithoutResults: false, to: 2, queries: ['b', 'c'] };
      assert.deepEqual([...(await countSearched(store, early))], [['b', 1]]);
    }));

  test('unanswered questions are grouped once, and a gap without questions is gone', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const unanswered = { status: 'unanswered' } as const;
      const now = await store.now();
      await ask(store, project, 'thr_1', {
        ...unanswered,
        question: 'export billing data',
        createdAt: now - 2,
      });
      await ask(store, project, 'thr_2', {
        ...unanswered,
        question: 'Exporting the billing data?',
        createdAt: now - 1,
      });
      await ask(store, project, 'thr_3', { question: 'answered', createdAt: now });
      assert.equal(await groupProject(store, project.id, async () => wordVectors), 3);
      assert.equal(await groupProject(store, project.id, async () => wordVectors), 0);
      const open = { projectId: project.id, status: 'open' } as const;
      const [gap, ...others] = (await listGaps(store, open, { limit: 9 })).rows;
      assert.deepEqual([gap!.count, gap!.trend.at(-1), others.length], [2, 2, 0]);
      await eraseThread(store, { projectId: project.id, threadId: 'thr_1' });
      assert.equal((await listGaps(store, open, { limit: 9 })).rows[0]!.label, 'Exporting the billing data?');
      await eraseThread(store, { projectId: project.id, threadId: 'thr_2' });
      assert.deepEqual((await listGaps(store, open, { limit: 9 })).rows, []);
    }));

  test('what only a discussion or an issue answers is a gap of the docs', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const source = (kind?: string) => ({ url: `/${kind}`, title: 'Sails', ...(kind && { kind }) });
      await ask(store, project, 'thr_1', {
        question: 'mend sails',
        sources: [source('discussion'), source('issue')],
      });
      await ask(store, project, 'thr_2', {
        question: 'hoist flags',
        sources: [source('discussion'), source()],
      });
      await ask(store, project, 'thr_3', { question: 'drop anchors', sources: [source('article')] });
      await groupProject(store, project.id, async () => wordVectors);
      const [gap, ...others] = (
        await listGaps(store, { projectId: project.id, status: 'open' }, { limit: 9 })
      ).rows;
      assert.deepEqual([gap!.label, gap!.unanswered, others.length], ['mend sails', 1, 0]);
      const [question] = await newestQuestions(store, gap!.id);
      assert.deepEqual([question!.status, question!.elsewhere], ['partial', true]);
    }));

  test('conversations in channels are found by channel', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      for (const id of ['slack:T1:C1:1', 'discord:7:1', 'thr_slack']) await ask(store, project, id, {});
      const by = { projectId: project.id, channel: 'slack' };
      const { rows } = await listConversations(store, by, { limit: 9 });
      assert.deepEqual(rows.map(({ threadId }) => threadId), ['slack:T1:C1:1']); // prettier-ignore
    }));

  test('pages are counted by what answers cite and what was found, and lead to their conversations', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const createdAt = await store.now();
      const found = (...urls: string[]) => ({
        standalone: null,
        pages: urls.map((url) => ({ url, title: `${url} page`, score: 0.5 })),
        removed: { citations: 1, links: 0, unsupported: 0 },
      });
      const cited = (url: string) => [{ url, title: 'Install › npm' }];
      const turn = await ask(store, project, 'thr_1', { createdAt, sources: cited('/install#npm'), found: found('/install#npm', '/start') }); // prettier-ignore
      await ask(store, project, 'thr_2', { createdAt, status: 'unanswered', sources: [], found: found('/start#a', '/b', '/c', '/d') }); // prettier-ignore
      await setFeedback(store, { id: 'fb', projectId: project.id, messageId: turn.messageId, comment: null, helpful: false, createdAt }); // prettier-ignore
      const group = () => groupProject(store, project.id, async () => wordVectors);
      await group();
      await group();
      const time = { projectId: project.id, from: createdAt, to: createdAt + 1 };
      const indexed = ['/install', '/start', '/e'].map((url) => ({ url, title: url, path: url.slice(1), kind: url === '/start' ? 'issue' : 'docs' })); // prettier-ignore
      const report = async (order: PageOrder) =>
        (await reportPageUse(store, { ...time, order }, indexed)).pages.map(
          ({ url, path, cited, found, unanswered, unhelpful }) =>
            `${url} ${path} ${cited} ${found} ${unanswered} ${unhelpful}`,
        );
      assert.deepEqual(await report('cited'), ['/install install 1 1 0 1']);
      assert.deepEqual(await report('unhelpful'), ['/install install 1 1 0 1']);
      assert.deepEqual(await report('unanswered'), ['/start start 0 2 1 0', '/b null 0 1 1 0', '/c null 0 1 1 0']); // prettier-ignore
      assert.deepEqual(await report('never'), ['/e e 0 0 0 0']);
      const moved = indexed.map((page) => ({ ...page, url: `https://docs.example.com${page.url}` }));
      const { pages, kinds } = await reportPageUse(store, { ...time, order: 'cited' }, moved);
      assert.deepEqual([pages[0]!.path, pages[0]!.cited], ['install', 1], 'pages of a site that has moved');
      assert.deepEqual(kinds.map(({ kind, cited, found }) => `${kind} ${cited} ${found}`), ['docs 1 1', 'issue 0 2', 'null 0 2']); // prettier-ignore
      const issues = await reportPageUse(store, { ...time, order: 'found', kind: 'issue' }, indexed);
      assert.deepEqual(issues.pages.map(({ url }) => url), ['/start']); // prettier-ignore
      const ids = async (filter: Omit<ConversationFilter, 'projectId'>) =>
        (await listConversations(store, { projectId: project.id, ...filter }, { limit: 9 })).rows
          .map(({ threadId }) => threadId)
          .toSorted();
      assert.deepEqual(await ids({ page: { url: '/start', cited: false } }), ['thr_1', 'thr_2']);
      assert.deepEqual(await ids({ page: { url: '/start', cited: true } }), []);
      const by = { projectId: project.id, threadId: 'thr_1' };
      await reviewConversation(store, by, { reviewed: true, note: 'well done' });
      await reviewConversation(store, by, { note: 'very well' });
      assert.deepEqual(await ids({ reviewed: true }), ['thr_1']);
      const filter = { projectId: project.id, reviewed: false };
      const reviewed = (await listConversations(store, { projectId: project.id }, { limit: 9 })).rows.find((row) => row.threadId === 'thr_1')!; // prettier-ignore
      assert.equal(reviewed.note, 'very well');
      assert.equal(await reviewConversation(store, { ...by, threadId: 'thr_9' }, { note: '' }), false);
      const { older, newer } = await findNeighbours(store, reviewed, filter);
      assert.deepEqual([older, newer].filter((id) => id !== null), ['thr_2']); // prettier-ignore
      await addEvalQuestion(store, { ...by, id: 'evq', question: 'How?', expected: null, createdAt });
      await eraseThread(store, by);
      assert.deepEqual((await pageOfEvalQuestions(store, project.id, { limit: 9 })).rows, []);
      assert.deepEqual(await ids({ page: { url: '/install', cited: true } }), []);
    }));

  test('sums of months are those of the questions: after deletions, and what an older server did', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const group = () => groupProject(store, project.id, async () => wordVectors);
      const sources = [{ url: '/install', title: 'Install' }];
      const [from, to] = [12 * dayMs, 400 * dayMs];
      for (let day = 1; day < 420; day += 7) {
        const status = day % 2 === 0 ? 'unanswered' : 'answered';
        const thread = `thr_${day}`;
        await ask(store, project, thread, {
          question: `install ${day % 3}`,
          status,
          sources,
          createdAt: day * dayMs,
        });
      }
      await group();
      const check = async (what: string) => {
        const rows = await store.db
          .selectFrom('gapTurns')
          .select(['gapId', 'status'])
          .where('createdAt', '>=', from)
          .where('createdAt', '<', to)
          .execute();
        const counts = await countTopics(store, { projectId: project.id, from, to });
        const unanswered = rows.filter(({ status }) => status === 'unanswered').length;
        const sum = (name: 'count' | 'unanswered') => counts.reduce((all, topic) => all + topic[name], 0);
        assert.deepEqual([sum('count'), sum('unanswered')], [rows.length, unanswered], what);
        assert.equal(counts.length, new Set(rows.map(({ gapId }) => gapId)).size, what);
        return rows.length;
      };
      const asked = await check('grouped');
      const [page] = await listPageUse(store, { projectId: project.id, from, to });
      assert.deepEqual([page!.found, page!.cited, page!.unanswered], [asked, asked, Math.floor(asked / 2)]);
      await store.db.deleteFrom('pageMonths').where('month', '=', 10).execute();
      await store.db.updateTable('pageMonths').set({ found: 1 }).where('month', '=', 12).execute();
      assert.ok((await listPageUse(store, { projectId: project.id, from, to }))[0]!.found < page!.found);
      await renewPageMonths(store, to);
      assert.deepEqual(await listPageUse(store, { projectId: project.id, from, to }), [page]);
      await eraseThread(store, { projectId: project.id, threadId: 'thr_99' });
      await check('a thread was deleted');
      await store.db.deleteFrom('topicMonths').execute();
      await ask(store, project, 'thr_new', { question: 'billing', createdAt: 200 * dayMs });
      await group();
      await check('an older server wrote no sums');
      const deleted = [8, 15, 22, 29].map((day) => ({ projectId: project.id, threadId: `thr_${day}` }));
      await Promise.all(deleted.map((thread) => eraseThread(store, thread)));
      await check('threads were deleted at once');
    }));
}
