import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGapJob } from '../../src/agent/gaps/start-gap-job.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { joinTopics, moveToTopic, separateTopics } from '../../src/analytics/rearrange-topics.ts';
import { reviewTopics } from '../../src/analytics/review-topics.ts';
import { editTopic, listGaps, listTopics, readTopic } from '../../src/analytics/topics.ts';
import { setFeedback } from '../../src/store/feedback.ts';
import { findJob } from '../../src/store/jobs.ts';
import { deleteThreadsOf, eraseThread } from '../../src/store/retention.ts';
import { listTopicNames } from '../../src/store/topic-names.ts';
import { listTopicQuestions } from '../../src/store/topic-questions.ts';
import { addTopic, saveTopics } from '../../src/store/topics.ts';
import { listCopiedQuestions } from '../../src/store/turn-copies.ts';
import type { Turn } from '../../src/store/turns.ts';
import { ask, seedMember, seedProject, withStore, type NewUrl } from './store-seed.ts';

/** Questions are grouped by what they mean; what a person arranged stays as it is. */
export function topicsContract(newUrl: NewUrl): void {
  test('a gap is named, drafted and counted by its questions without a full answer', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'gaps');
      const by = { projectId: project.id, status: 'open' as const };
      let at = (await store.now()) - 1_000;
      const say = (threadId: string, question: string, status: Turn['status'] = 'unanswered') =>
        ask(store, project, threadId, { question, status, createdAt: at++ });
      await say('thr_1', 'How do webhooks work?', 'answered');
      await say('thr_1', 'show me the code');
      await say('thr_2', 'Which licence is it under?', 'answered');
      await say('thr_3', 'which LICENCE is it under', 'partial');
      for (const thread of ['thr_4', 'thr_5']) await say(thread, 'Under which licence is it?');
      await groupProject(store, project.id, async () => wordVectors);
      const { rows } = await listGaps(store, by, { limit: 9 });
      const shown = rows.map(({ label, examples, trend, unanswered, count }) => ({
        label,
        examples,
        unanswered,
        count,
        asked: trend.reduce((sum, part) => sum + part),
      }));
      const [licence, code] = ['Under which licence is it?', 'How do webhooks work? → show me the code'];
      assert.deepEqual(shown, [
        {
          label: licence,
          examples: [licence, 'which LICENCE is it under'],
          unanswered: 3,
          count: 4,
          asked: 3,
        },
        { label: code, examples: [code], unanswered: 1, count: 2, asked: 1 },
      ]);
      assert.ok(
        !rows[1]!.jobPrompt.includes('In their words:\n- How do webhooks work?\n'),
        rows[1]!.jobPrompt,
      );
    }));

  test('a question that was asked in the same words before is in the same topic, however large that is', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'same');
      const group = () => groupProject(store, project.id, async () => wordVectors);
      let at = (await store.now()) - 1_000;
      const say = (question: string) =>
        ask(store, project, `thr_${at}`, { question, status: 'unanswered', createdAt: at++ });
      await say('Where are invoices?');
      await say('Does the parser understand comments?');
      await group();
      const gaps = async () =>
        (await listGaps(store, { projectId: project.id, status: 'open' }, { limit: 9 })).rows;
      const [one, other] = await gaps();
      await joinTopics(store, { projectId: project.id, id: one!.id }, [other!.id]);
      for (const again of ['where are invoices', 'Does the parser understand comments?!']) await say(again);
      await group();
      assert.deepEqual(
        (await gaps()).map(({ count }) => count),
        [4],
      );
    }));

  test('follow-ups belong to the question before them, and topics are counted, named, moved and made one', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const group = () => groupProject(store, project.id, async () => wordVectors);
      const now = await store.now();
      let at = now - 1_000;
      const say = (threadId: string, question: string, status: Turn['status'] = 'unanswered') =>
        ask(store, project, threadId, { question, status, createdAt: at++ });
      await say('thr_1', 'testing components', 'answered');
      await say('thr_1', 'and with TypeScript?');
      await say('thr_1', 'why?');
      const rated = await say('thr_2', 'export billing data', 'answered');
      await group();
      await say('thr_2', 'and as CSV?', 'answered');
      await group();
      const feedback = { id: 'fb', projectId: project.id, messageId: rated.messageId, comment: null };
      await setFeedback(store, { ...feedback, helpful: false, createdAt: now });
      const topics = async () =>
        (
          await listTopics(
            store,
            { projectId: project.id, from: now - 2_000, to: now + 1, order: 'count' },
            { limit: 9 },
          )
        ).rows;
      const [tests, exports] = await topics();
      const { before, ...asked } = tests!.asked;
      assert.deepEqual(
        [tests!.label, before, asked],
        [
          'testing components',
          0,
          { count: 3, answered: 1, partial: 0, unanswered: 2, failed: 0, helpful: 0, unhelpful: 0 },
        ],
      );
      assert.deepEqual([exports!.label, exports!.asked.count, exports!.asked.unhelpful], ['export billing data', 2, 1]); // prettier-ignore
      const questions = await listTopicQuestions(store, tests!.id, 9);
      assert.deepEqual(questions.map(({ after }) => after), ['testing components', 'testing components', null]); // prettier-ignore

      const by = { projectId: project.id, organizationId: project.organizationId };
      const answers = (pick: (groups: { id: number; questions: string[] }[]) => string) =>
        reviewTopics(
          store,
          { ...by, model: wordVectors.model },
          async (_, prompt) => pick(JSON.parse(prompt)),
          new AbortController().signal,
        );
      const idOf = (groups: { id: number; questions: string[] }[], text: string) =>
        groups.find(({ questions }) => questions.some((question) => question.includes(text)))!.id;
      await say('thr_4', 'billing records export');
      await group();
      await answers(
        (
          groups,
        ) => `Here: [{"id": ${idOf(groups, 'why?')}, "name": "Component tests"}, {"id": 99, "name": "None"},
        {"id": ${idOf(groups, 'records')}, "name": "Exports", "same": [${idOf(groups, 'why?')}]}]`,
      );
      await group();
      const labels = (await topics()).map(({ label, asked }) => `${label} ${asked.count}`);
      assert.deepEqual(labels.toSorted(), ['Component tests 3', 'Exports 3']);

      const alone = await moveToTopic(
        store,
        { ...by, id: tests!.id },
        { turnIds: [questions[1]!.turnId], to: null },
      );
      const ownerId = await seedMember(store, by.organizationId, 'admin');
      const edit = { name: 'Reasons', note: 'ask Ada', status: 'solved', ownerId } as const;
      await editTopic(store, { ...by, id: alone }, edit);
      await say('thr_3', 'testing components');
      await group();
      const now3 = await topics();
      assert.deepEqual(now3.map(({ label, asked }) => [label, asked.count]).toSorted(), [
        ['Component tests', 3],
        ['Exports', 3],
        ['Reasons', 1],
      ]); // prettier-ignore
      await joinTopics(store, { ...by, id: alone }, [exports!.id]);
      await group();
      const reasons = (await topics()).find(({ id }) => id === alone)!;
      assert.deepEqual([reasons.label, reasons.asked.count, reasons.note, reasons.status, reasons.ownerId], ['Reasons', 4, 'ask Ada', 'solved', ownerId]); // prettier-ignore

      await editTopic(store, { ...by, id: tests!.id }, { name: '50% of Ünit tests', note: 'mine' });
      await editTopic(store, { ...by, id: alone }, { note: '' });
      await joinTopics(store, { ...by, id: alone }, [tests!.id]);
      const named = async (text: string) =>
        (await listTopicNames(store, { projectId: project.id, words: text.split(' '), limit: 9 })).map(
          ({ label }) => label,
        );
      assert.deepEqual([await named('rEASons'), await named('tests')], [['Reasons'], []]);
      assert.equal((await readTopic(store, { ...by, id: alone })).note, 'mine');
      await separateTopics(store, { ...by, id: alone }, [tests!.id]);
      await group();
      const apart = (await topics()).map(({ label, asked, note }) => [label, asked.count, note]).toSorted();
      assert.deepEqual(apart, [['50% of Ünit tests', 3, 'mine'], ['Reasons', 4, '']]); // prettier-ignore
      assert.deepEqual([await named('üniT 50%'), await named('5_%')], [['50% of Ünit tests'], []]);
      await assert.rejects(separateTopics(store, { ...by, id: alone }, [tests!.id]), { code: 'not_found' });

      // As by a server of the version before, with a round of grouping that it had begun.
      const bringBack = () => addTopic(store, { id: tests!.id, projectId: project.id, createdAt: now });
      await joinTopics(store, { ...by, id: alone }, [tests!.id]);
      await bringBack();
      await separateTopics(store, { ...by, id: alone }, [tests!.id]);
      assert.equal((await readTopic(store, { ...by, id: tests!.id })).count, 3);
      await joinTopics(store, { ...by, id: alone }, [tests!.id]);
      await bringBack();
      await joinTopics(store, { ...by, id: alone }, [tests!.id]);
      assert.equal((await readTopic(store, { ...by, id: alone })).count, 7);

      const grown = {
        id: tests!.id,
        sum: new Float32Array(1),
        model: 'm',
        labelTurnId: null,
        createdAt: now,
      };
      const round = { topics: [{ ...grown, isNew: false }], placed: [], merged: [], pages: [] };
      await saveTopics(store, project.id, round);
      await assert.rejects(readTopic(store, { ...by, id: tests!.id }), { code: 'not_found' });

      const turnIds = [questions[1]!.turnId];
      const part = await moveToTopic(store, { ...by, id: alone }, { turnIds, to: null });
      const order = { prompt: 'Say why.', ref: null, draft: false };
      const { id: jobId } = await startGapJob(store, project, part, order, 'm', null);
      await joinTopics(store, { ...by, id: alone }, [part]);
      await store.db.updateTable('gaps').set({ jobId: null }).where('jobId', '=', jobId).execute();
      await store.db.deleteFrom('jobs').where('id', '=', jobId).execute();
      await separateTopics(store, { ...by, id: alone }, [part]);
      const { count, jobId: left } = await readTopic(store, { ...by, id: part });
      assert.deepEqual([count, left], [1, null]);
    }));

  test('what was copied from a question goes with it: the name, the job and the proof of its topic', () =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'mine');
      const by = { projectId: project.id, fp: 'bob' };
      const lost = { status: 'unanswered' as const, createdAt: await store.now() };
      await ask(store, project, 'thr_1', { ...lost, question: 'Exporting the xylophone bills?' });
      await ask(store, project, 'thr_2', { ...lost, question: 'Exporting the xylophone bills to CSV?' });
      await groupProject(store, project.id, async () => wordVectors);
      const of = { projectId: project.id, model: wordVectors.model };
      const name = (text: string) => async () => `[{"id": 0, "name": "${text}"}]`;
      await reviewTopics(store, of, name('Xylophone bills'), new AbortController().signal);
      const open = { projectId: project.id, status: 'open' } as const;
      const [gap] = (await listGaps(store, open, { limit: 9 })).rows;
      assert.deepEqual([gap!.label, gap!.count], ['Xylophone bills', 2]);
      const order = { prompt: gap!.jobPrompt, ref: null, draft: false };
      const job = await startGapJob(store, project, gap!.id, order, 'm', null);
      const copied = await listCopiedQuestions(store, { kind: 'job', subject: job.id });
      assert.equal(copied.includes('Exporting the xylophone bills to CSV?'), true);
      await ask(store, project, 'thr_3', { ...lost, question: 'Exporting xylophone bills again?' });
      await groupProject(store, project.id, async () => wordVectors);
      const copies = await store.db.selectFrom('turnCopies').select(['kind', 'subject']).distinct().execute();
      assert.deepEqual(copies.map(({ kind, subject }) => [kind, subject]).toSorted(), [
        ['job', job.id],
        ['name', gap!.id],
      ]);
      // Of a stranger in somebody else's conversation.
      await ask(store, project, 'thr_2', { ...lost, question: 'And mine?', fp: 'bob', status: 'answered' });
      assert.deepEqual(await deleteThreadsOf(store, by), { threads: 1 });
      assert.equal(await findJob(store, { projectId: project.id, id: job.id }), undefined);
      const [left] = (await listGaps(store, open, { limit: 9 })).rows;
      assert.deepEqual([left!.namedBy, left!.jobId, left!.count], [null, null, 2]);
      const everything = [];
      for (const table of ['gaps', 'jobs', 'jobMessages', 'jobEvents', 'work', 'turns', 'threads'] as const)
        everything.push(...(await store.db.selectFrom(table).selectAll().execute()));
      assert.doesNotMatch(JSON.stringify(everything), /CSV|Xylophone/);
      // While a model thinks of a name, its questions are deleted.
      const slow = async () => {
        await eraseThread(store, { projectId: project.id, threadId: 'thr_1' });
        return name('Too late')();
      };
      await groupProject(store, project.id, async () => wordVectors);
      await reviewTopics(store, of, slow, new AbortController().signal);
      assert.deepEqual(
        (await listGaps(store, open, { limit: 9 })).rows.map(({ namedBy }) => namedBy),
        [null],
      );
    }));
}
