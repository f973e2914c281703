import { defaultSlug } from '../accounts/manage-organizations.ts';
import type { Log } from '../lib/log.ts';
import { requestDeploymentWork } from '../store/deployment-queue.ts';
import { findOrganizationBySlug } from '../store/organizations.ts';
import { listProjectsToPoll, setNextPoll } from '../store/polls.ts';
import { listExpiredPreviews, listPreviewsOf } from '../store/previews.ts';
import type { Project } from '../store/projects.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { hasChanges, isDue } from './has-changes.ts';
import { isPinned } from './pinned.ts';
import { deletePreview } from './deploy-preview.ts';

type PollDeps = DeployDeps & { log: Log };

/** How often to check which projects are due. */
const roundMs = 30_000;
const minute = 60_000;

/** How often to look at the dates of a project whose sources are not polled. */
const datesOnlyMinutes = 5;

/** Projects per round, and in parallel: a slow one must not hold up the others. */
const maxARound = 200;
const maxAtOnce = 8;

/** Spreads projects that were created together, so that they are not polled together for ever. */
const jitter = 0.1;

/**
 * Polls the sources of every project for changes, as scheduled work on one server at a time.
 * @param pollMinutes for projects without a setting of their own, and at least for those of other organizations than the
 *   operator's; 0 for never
 */
export function pollKind(deps: PollDeps, pollMinutes: number): WorkKind {
  return {
    name: 'poll',
    maxAtOnce: 1,
    schedule: { firstMs: roundMs, everyMs: roundMs },
    retryAfterMs: [],
    handle: (_, signal) => pollProjects(deps, pollMinutes, signal),
  };
}

/** Polls all projects that are due, deploys those with changes, and deletes expired previews. */
export async function pollProjects(deps: PollDeps, pollMinutes: number, signal?: AbortSignal): Promise<void> {
  const { store } = deps;
  for (const preview of await listExpiredPreviews(store)) await deletePreview(deps, preview);
  const operators = await findOrganizationBySlug(store, defaultSlug);
  const minutesOf = ({ settings, organizationId }: Project) => {
    const wanted = settings.pollMinutes ?? pollMinutes;
    if (wanted === 0 || organizationId === operators?.id) return wanted;
    return pollMinutes === 0 ? 0 : Math.max(wanted, pollMinutes);
  };
  const taken = await takeDue(deps, minutesOf);
  const due = taken.filter((project) => minutesOf(project) > 0);
  const previews = await listPreviewsOf(
    store,
    due.map(({ id }) => id),
  );
  const waiting = [...taken, ...previews].values();
  const pollNext = async () => {
    for (const project of waiting) {
      signal?.throwIfAborted();
      await poll(deps, project, project.preview !== undefined || minutesOf(project) > 0);
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, pollNext));
}

/** The projects that are due, with their next time set. */
async function takeDue({ store }: PollDeps, minutesOf: (project: Project) => number): Promise<Project[]> {
  const due = await listProjectsToPoll(store, maxARound);
  const byMinutes = Map.groupBy(due, (project) =>
    isPinned(project) ? 1 : minutesOf(project) || datesOnlyMinutes,
  );
  for (const [minutes, projects] of byMinutes) {
    const afterMs = Math.round(minutes * minute * (1 - jitter * Math.random()));
    await setNextPoll(
      store,
      projects.map(({ id }) => id),
      afterMs,
    );
  }
  return due.filter((project) => !isPinned(project));
}

/** @param isPolled whether its sources are checked, or only the publication dates of its pages */
async function poll(deps: PollDeps, project: Project, isPolled: boolean): Promise<void> {
  try {
    const news = isPolled ? await hasChanges(deps, project) : (await isDue(deps, project)) ? 'some' : 'none';
    if (news === 'gone' && project.preview !== undefined) await deletePreview(deps, project);
    else if (news !== 'none') await requestDeploymentWork(deps.store, project.id, 'poll');
  } catch (error) {
    deps.log.warn({ projectId: project.id, error }, 'sources not polled');
  }
}
