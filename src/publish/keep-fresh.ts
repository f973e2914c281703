import { listExpiredPreviews } from '../store/previews.ts';
import { consume } from '../store/counters.ts';
import { findProjectById, listAllProjects, type Project } from '../store/projects.ts';
import { hasNews } from './has-news.ts';
import { isPinned } from './pinned.ts';
import { deletePreview, listPreviews, type PreviewRooms } from './previews.ts';
import { refreshProject, type RefreshRooms } from './refresh-project.ts';

export type FreshRooms = RefreshRooms & PreviewRooms;

/** How often it is looked which projects are due. */
const roundMs = 15_000;
const minute = 60_000;

/** So that projects that were made together are not read together for ever. */
const jitter = 0.1;

/**
 * Looks for something new in the sources of every project now and then, on one server at a time and never twice at
 * once; deletes previews whose time is over. Until it is told to stop; keeps no process alive.
 * @param pollMinutes for projects whose setting says nothing; 0 for never
 * @param onRound done before each look
 */
export function keepFresh(
  rooms: FreshRooms,
  pollMinutes: number,
  onRound: () => Promise<void>,
): { stop(): Promise<void> } {
  const { store, log } = rooms;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function round(): Promise<void> {
    await onRound();
    for (const preview of await listExpiredPreviews(store)) await deletePreview(rooms, preview);
    for (const { id } of await listAllProjects(store)) {
      const project = await findProjectById(store, id);
      if (stopped) return;
      if (project !== undefined && (await isDue(project))) await poll(project);
    }
  }

  async function isDue(project: Project): Promise<boolean> {
    const minutes = project.settings.pollMinutes ?? pollMinutes;
    if (minutes === 0 || isPinned(project)) return false;
    const windowMs = Math.round(minutes * minute * (1 - jitter * Math.random()));
    // The server that opens a window polls; the counter keeps all others from it until the window is over.
    return (await consume(store, [{ key: `poll:${project.id}`, limit: 1, windowMs }])).admitted;
  }

  async function poll(project: Project): Promise<void> {
    for (const one of [project, ...(await listPreviews(store, project.id))]) {
      if (stopped) return;
      const news = await hasNews(rooms, one);
      if (news === 'gone' && one.preview !== undefined) await deletePreview(rooms, one);
      else if (news !== 'none') await refreshProject(rooms, one, 'poll');
    }
  }

  const timer = setInterval(() => {
    // A round that takes long is not joined by another one.
    running = running.then(round).catch((error: unknown) => log.warn({ error }, 'sources not polled'));
  }, roundMs).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
