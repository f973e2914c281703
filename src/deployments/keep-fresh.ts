import { listExpiredPreviews, listPreviews } from '../store/previews.ts';
import { consume } from '../store/counters.ts';
import { findProjectById, listAllProjects, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { hasNews } from './has-news.ts';
import { isPinned } from './pinned.ts';
import { deletePreview, type PreviewDeps } from './previews.ts';
import { refreshProject, type RefreshDeps } from './refresh-project.ts';

export type FreshDeps = RefreshDeps & PreviewDeps;

/** How often it is looked which projects are due. */
const roundMs = 15_000;
const minute = 60_000;

/** So that a slow project does not hold up all others. */
const maxAtOnce = 4;

/** So that projects that were made together are not read together for ever. */
const jitter = 0.1;

/**
 * Looks for something new in the sources of every project now and then, on one server at a time and never twice at
 * once; deletes previews whose time is over. Until the server is told to stop; keeps no process alive.
 * @param pollMinutes for projects whose setting says nothing; 0 for never
 * @param onRound done before each look
 */
export function keepFresh(
  deps: FreshDeps,
  pollMinutes: number,
  onRound: () => Promise<void>,
): { stop(): Promise<void> } {
  const dueAt = new Map<string, number>();
  const polling = new Map<string, Promise<void>>();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // A round that takes long is not joined by another one; polls that take long go on beside the next.
    running = running
      .then(onRound)
      .then(() => pollProjects(deps, pollMinutes, polling, dueAt))
      .catch((error: unknown) => deps.log.warn({ error }, 'sources not polled'));
  }, roundMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await Promise.all(polling.values());
    },
  };
}

/**
 * Begins a look at all projects that are due, a few at the same time.
 * @param polling those that are under way
 * @param dueAt when others are due, as far as this process knows
 */
export async function pollProjects(
  deps: FreshDeps,
  pollMinutes: number,
  polling: Map<string, Promise<void>> = new Map(),
  dueAt: Map<string, number> = new Map(),
): Promise<void> {
  const { store } = deps;
  for (const preview of await listExpiredPreviews(store)) await deletePreview(deps, preview);
  for (const { id } of await listAllProjects(store)) {
    if (polling.has(id) || (dueAt.get(id) ?? 0) > performance.now()) continue;
    if (polling.size >= maxAtOnce) await Promise.race(polling.values());
    if (deps.stopped.aborted) return;
    const project = await findProjectById(store, id);
    if (project === undefined) continue;
    const { isDue, againInMs } = await takePoll(store, project, pollMinutes);
    dueAt.set(id, performance.now() + againInMs);
    if (!isDue) continue;
    polling.set(
      id,
      pollWithPreviews(deps, project)
        .catch((error: unknown) => deps.log.warn({ projectId: id, error }, 'sources not polled'))
        .finally(() => polling.delete(id)),
    );
  }
}

async function pollWithPreviews(deps: FreshDeps, project: Project): Promise<void> {
  for (const one of [project, ...(await listPreviews(deps.store, project.id))]) {
    if (deps.stopped.aborted) return;
    await poll(deps, one);
  }
}

async function takePoll(
  store: Store,
  project: Project,
  pollMinutes: number,
): Promise<{ isDue: boolean; againInMs: number }> {
  const minutes = project.settings.pollMinutes ?? pollMinutes;
  if (minutes === 0 || isPinned(project)) return { isDue: false, againInMs: minute };
  const windowMs = Math.round(minutes * minute * (1 - jitter * Math.random()));
  // The server that opens a window polls; the counter keeps all others from it until the window is over.
  const { admitted, states } = await consume(store, [{ key: `poll:${project.id}`, limit: 1, windowMs }]);
  return { isDue: admitted, againInMs: states[0]!.resetMs };
}

async function poll(deps: FreshDeps, project: Project): Promise<void> {
  const news = await hasNews(deps, project);
  if (news === 'gone' && project.preview !== undefined) await deletePreview(deps, project);
  else if (news !== 'none') await refreshProject(deps, project, 'poll');
}
