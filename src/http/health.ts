import { DiskFull } from '../store/disk-full.ts';
import { findProjectByDomain, waitsForFirstPush } from '../store/projects.ts';
import type { HttpApp } from './route.ts';
import type { Deps } from './deps.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: it can answer, so it has a database that takes writes and at least one whole index (or that of
 * `?project={domain}`), or is waiting for the first docs to be pushed; 503 while it drains.
 */
export function addHealth(app: HttpApp, deps: Deps): void {
  let checked: Promise<boolean> = Promise.resolve(false);
  let checkedAt = -Infinity;
  // Anybody may ask, so not each time.
  const hasDatabase = () => {
    if (performance.now() - checkedAt < checkEveryMs) return checked;
    checkedAt = performance.now();
    return (checked = takesWrites(deps));
  };
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await hasDatabase();
    const index = database && (await hasIndex(deps, c.req.query('project')));
    const ready = database && index && !deps.draining();
    const status = deps.draining() ? 'draining' : ready ? 'ready' : 'not_ready';
    return c.json({ status, database, index, writable: !deps.store.isFull() }, ready ? 200 : 503);
  });
}

const checkEveryMs = 500;

/** Whether the database answers and, as after no failover to a replica, is not read-only. */
async function takesWrites({ store, log }: Deps): Promise<boolean> {
  try {
    await store.tryWriting();
    return true;
  } catch (error) {
    // Answers and search go on without what would be written.
    if (error instanceof DiskFull) return true;
    log.warn({ error }, 'the database takes no writes');
    return false;
  }
}

async function hasIndex({ store, indexes, config }: Deps, domain: string | undefined): Promise<boolean> {
  if (domain === undefined)
    return indexes.anyWhole() || config.role === 'worker' || (await waitsForFirstPush(store));
  const project = await findProjectByDomain(store, domain);
  // A guessed domain of a preview must reveal nothing.
  if (project === undefined || project.preview !== undefined) return false;
  return indexes.warm(project).then(
    () => indexes.isWhole(project.id),
    () => false,
  );
}
