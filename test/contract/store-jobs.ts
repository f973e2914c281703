import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/lib/ids.ts';
import { listEvents } from '../../src/store/job-events.ts';
import {
  beginRound,
  endRound,
  type JobFence,
  listSteps,
  readFiles,
  recordStep,
  sendBack,
  writeJob,
} from '../../src/store/job-work.ts';
import { addJob, changeJob, findJob, type Job, pageOfJobs, listMessages } from '../../src/store/jobs.ts';
import type { Project } from '../../src/store/projects.ts';
import { addTrigger, endTrigger, listUnanswered } from '../../src/store/triggers.ts';
import { claimWork, listDue, LostWork } from '../../src/store/work.ts';
import type { Store } from '../../src/store/store.ts';
import { type NewUrl, seedProject, withStore } from './store-seed.ts';

const usage = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0, costMicros: 3, timeMs: 4 };

async function someJob(
  store: Store,
  project: Project,
  request: { key: string; bodyHash: string } | null = null,
) {
  const job = { id: newId('job'), projectId: project.id, model: 'm', repository: 'acme/site', ref: null };
  return addJob(store, { ...job, draft: false, prompt: 'Do it', createdAt: await store.now() }, request);
}

async function claimed(store: Store, id: string, leaseMs = 60_000): Promise<JobFence> {
  const claim = { kind: 'job', place: '', holder: 'elsewhere:1:x', leaseMs, maxPerProject: 2 };
  const work = await claimWork(store, claim);
  assert.equal(work?.subject, id);
  return { ...work!, jobId: id };
}

/** Jobs of the agent: one worker each, and nothing lost between steps. */
export function jobsContract(newUrl: NewUrl): void {
  const withJob = (work: (store: Store, project: Project, job: Job) => Promise<void>) =>
    withStore(newUrl, async (store) => {
      const project = await seedProject(store, 'docs');
      await work(store, project, (await someJob(store, project)) as Job);
    });

  test('a job is kept as it was given, with its first message', () =>
    withJob(async (store, project, job) => {
      assert.deepEqual(await findJob(store, { projectId: project.id, id: job.id }), job);
      assert.deepEqual(
        [job.status, job.phase, job.draft, job.usage.costMicros],
        ['active', 'queued', false, 0],
      );
      const [message] = await listMessages(store, job.id);
      assert.deepEqual([message!.text, message!.author, message!.step], ['Do it', 'person', null]);
      const stranger = await seedProject(store, 'other');
      assert.equal(await findJob(store, { projectId: stranger.id, id: job.id }), undefined);
    }));

  test('the same request key gives the same job, also when asked at once; another body is a conflict', () =>
    withJob(async (store, project) => {
      const request = { key: 'k', bodyHash: 'h' };
      const made = await Promise.all(Array.from({ length: 5 }, () => someJob(store, project, request)));
      assert.equal(new Set(made.map((job) => (job as Job).id)).size, 1);
      assert.equal(await someJob(store, project, { key: 'k', bodyHash: 'other' }), 'conflict');
      assert.equal((await pageOfJobs(store, { projectId: project.id }, { limit: 10 })).total, 2);
      const stranger = await seedProject(store, 'other');
      assert.notEqual(((await someJob(store, stranger, request)) as Job).id, (made[0] as Job).id);
    }));

  test('a request key is forgotten after 24 hours', () =>
    withJob(async (store, project) => {
      const request = { key: 'k', bodyHash: 'h' };
      const first = (await someJob(store, project, request)) as Job;
      const yesterday = (await store.now()) - 24 * 3_600_000 - 1;
      await store.db.updateTable('jobRequests').set({ createdAt: yesterday }).execute();
      const second = (await someJob(store, project, { ...request, bodyHash: 'other' })) as Job;
      assert.notEqual(second.id, first.id);
    }));

  test('a silent worker loses its job to the next claim, and can write nothing any more', () =>
    withJob(async (store, project, job) => {
      const old = await claimed(store, job.id, -1);
      await claimed(store, job.id);
      const step = {
        nth: 1,
        round: 1,
        messages: [],
        tools: [],
        usage,
        seen: [1],
        files: { 'a.md': 'stale' },
      };
      await assert.rejects(writeJob(store, old, { title: 'stale' }), LostWork);
      await assert.rejects(recordStep(store, old, step, { steps: 1 }, [{ type: 'step' }]), LostWork);
      await assert.rejects(beginRound(store, old, {}, {}, []), LostWork);
      await assert.rejects(sendBack(store, old, 'x', {}, []), LostWork);
      assert.deepEqual(await readFiles(store, job.id), {});
      assert.deepEqual(await listEvents(store, job.id, 0, 10), []);
      assert.equal((await findJob(store, { projectId: project.id, id: job.id }))?.title, null);
    }));

  test('a step is stored whole: messages, files, what it saw, the new state and its events', () =>
    withJob(async (store, _, job) => {
      const held = await claimed(store, job.id);
      const files = { 'a.md': 'A', 'b.md': null };
      const step = {
        nth: 1,
        round: 1,
        messages: [{ role: 'user' }],
        tools: [{ name: 'x' }],
        usage,
        seen: [1],
        files,
      };
      const written = await recordStep(store, held, step, { steps: 1, todo: [{ text: 't' }] }, [
        { type: 'step' },
      ]);
      assert.deepEqual([written.steps, written.todo], [1, [{ text: 't' }]]);
      assert.deepEqual(await readFiles(store, job.id), files);
      const { seen: _seen, files: _files, ...kept } = step;
      assert.deepEqual(await listSteps(store, job.id), [kept]);
      assert.equal((await listMessages(store, job.id))[0]!.step, 1);
      assert.deepEqual((await listEvents(store, job.id, 0, 10)).map(({ nth, event }) => [nth, event]), [[1, { type: 'step' }]]); // prettier-ignore
      await assert.rejects(recordStep(store, held, step, { steps: 9 }, []), 'the same step twice');
      const unchanged = { ...step, nth: 2, files: null, seen: [] };
      assert.equal(
        (await recordStep(store, held, unchanged, { steps: 2 }, [])).steps,
        2,
        'nothing of the failed one stayed',
      );
      assert.deepEqual(await readFiles(store, job.id), files);
      await beginRound(store, held, { phase: 'running' }, null, []);
      assert.deepEqual(await readFiles(store, job.id), files, 'a round may go on with what is there');
      await beginRound(store, held, { phase: 'running' }, {}, []);
      assert.deepEqual(await readFiles(store, job.id), {});
    }));

  test('a round ends only when every message was heard; its answers stay with their comments', () =>
    withJob(async (store, _, job) => {
      for (const id of ['1', '2']) {
        const of = { id: newId('trg'), projectId: job.projectId, subject: `${job.id}/${id}`, about: { id } };
        await addTrigger(store, { ...of, kind: 'review' });
        await endTrigger(store, of.id, { outcome: 'job', jobId: job.id });
      }
      const answers = async () => (await listUnanswered(store, job.id)).map(({ about }) => about);
      const answer = { comment: '1', text: 'Not yet.', done: false };
      const held = await claimed(store, job.id);
      const end = { changes: { status: 'completed' as const }, events: [{ type: 'status' }] };
      const unheard = { changes: { phase: 'queued' as const, round: 2 }, events: [{ type: 'unheard' }] };
      const again = await endRound(store, held, [answer], end, unheard);
      assert.deepEqual([again.status, again.round], ['active', 2]);
      const kept = [{ id: '1', answer }, { id: '2' }];
      assert.deepEqual(await answers(), kept);
      const step = { nth: 1, round: 2, messages: [], tools: [], usage, seen: [1], files: null };
      await recordStep(store, held, step, { steps: 1 }, []);
      assert.equal((await endRound(store, held, [], end, unheard)).status, 'completed');
      assert.deepEqual(await answers(), kept, 'a later round without an answer changes none');
      assert.deepEqual(
        (await listEvents(store, job.id, 0, 10)).map(({ event }) => event['type']),
        ['unheard', 'status'],
      );
      await assert.rejects(endRound(store, held, [], end, unheard), LostWork);
    }));

  test('what a person changes is refused when the job changed meanwhile, and takes it from its worker', () =>
    withJob(async (store, _, job) => {
      const held = await claimed(store, job.id);
      const running = await writeJob(store, held, { phase: 'preparing' });
      assert.equal(await changeJob(store, job, { status: 'failed' }, []), undefined, 'it is further by now');
      const cancelled = await changeJob(store, running, { status: 'failed' }, [{ type: 'status' }], {
        text: 'bye',
        by: 'Ada',
      });
      assert.equal(cancelled?.status, 'failed');
      assert.deepEqual((await listMessages(store, job.id)).map(({ nth, text, by }) => [nth, text, by]), [[1, 'Do it', null], [2, 'bye', 'Ada']]); // prettier-ignore
      await assert.rejects(writeJob(store, held, {}), LostWork);
      assert.deepEqual(await listDue(store, ['job'], ''), [], 'nobody is to work on it');
      const again = await changeJob(store, cancelled!, { status: 'active', phase: 'running' }, []);
      const next = await claimed(store, job.id);
      await changeJob(store, { ...again!, phase: 'running' }, { phase: 'queued' }, []);
      await assert.rejects(writeJob(store, next, {}), LostWork);
      await writeJob(store, await claimed(store, job.id), { status: 'completed' });
      assert.deepEqual(await listDue(store, ['job'], ''), [], 'what has ended is not work');
    }));

  test('jobs are listed newest first, by status, a page at a time', () =>
    withJob(async (store, project, first) => {
      for (let i = 0; i < 4; i++) await someJob(store, project);
      const by = { projectId: project.id };
      const all = await pageOfJobs(store, by, { limit: 10 });
      const page = await pageOfJobs(store, by, { limit: 2 });
      const rest = await pageOfJobs(store, by, { limit: 10, after: page.next! });
      assert.deepEqual([...page.rows, ...rest.rows].map(({ id }) => id), all.rows.map(({ id }) => id)); // prettier-ignore
      assert.deepEqual([page.total, rest.total], [5, 5], 'of all pages');
      const seen = (await findJob(store, { projectId: project.id, id: first.id }))!;
      await changeJob(store, seen, { status: 'failed' }, []);
      const failed = await pageOfJobs(store, { ...by, status: 'failed' }, { limit: 10 });
      assert.deepEqual(
        failed.rows.map(({ id }) => id),
        [first.id],
      );
      assert.equal(failed.total, 1);
    }));
}
