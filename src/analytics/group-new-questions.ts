import {
  listComparableGaps,
  listProjectsToGroup,
  listUngrouped,
  recountGaps,
  saveGaps,
} from '../store/gaps.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';
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

/** Groups the new questions of all projects, and forgets those that were deleted. */
export async function groupNewQuestions(
  store: Store,
  vectors: () => Promise<Vectors>,
  signal: AbortSignal,
): Promise<void> {
  await recountGaps(store);
  for (const projectId of await listProjectsToGroup(store)) {
    signal.throwIfAborted();
    await groupProject(store, projectId, vectors);
  }
}

/** Content gaps, as work that is done every minute, on one server at a time. */
export function gapsKind(store: Store, vectors: () => Promise<Vectors>): WorkKind {
  return {
    name: 'gaps',
    maxAtOnce: 1,
    schedule: { firstMs: everyMs, everyMs },
    retryAfterMs: [],
    handle: (_, signal) => groupNewQuestions(store, vectors, signal),
  };
}
