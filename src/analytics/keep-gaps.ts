import type { Log } from '../lib/log.ts';
import { consume } from '../store/counters.ts';
import { listComparableGaps, listUngrouped, recountGaps, saveGaps } from '../store/gaps.ts';
import { listAllProjects } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { groupQuestions } from './group-questions.ts';
import type { Vectors } from './question-vectors.ts';

const batch = 200;
const everyMs = 60_000;

/** Groups the questions of a project that are not grouped yet. @returns how many there were */
export async function groupProject(
  store: Store,
  projectId: string,
  chooseVectors: () => Promise<Vectors>,
): Promise<number> {
  let grouped = 0;
  for (;;) {
    const questions = await listUngrouped(store, projectId, batch);
    if (questions.length === 0) return grouped;
    const vectors = await chooseVectors();
    const known = await listComparableGaps(store, projectId, vectors.model);
    const embedded = await vectors.embed(questions.map(({ question }) => question.slice(0, 2_000)));
    const { changed, placed } = groupQuestions(projectId, known, questions, embedded, vectors);
    await saveGaps(store, changed, placed);
    grouped += questions.length;
  }
}

/** Groups new questions every minute, on one server at a time, until it is told to stop; keeps no process alive. */
export function keepGaps(store: Store, vectors: () => Promise<Vectors>, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const round = async () => {
    for (const { id } of await listAllProjects(store)) {
      if (stopped) return;
      const turn = { key: `gaps:${id}`, limit: 1, windowMs: everyMs };
      if (!(await consume(store, [turn])).admitted) continue;
      await recountGaps(store, id);
      await groupProject(store, id, vectors);
    }
  };
  const start = () => {
    running = running.then(round).catch((error: unknown) => log.warn({ error }, 'questions not grouped'));
  };
  const timer = setInterval(start, everyMs).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
