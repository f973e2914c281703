import { admit } from '../accounts/admit.ts';
import { findAskPage } from '../accounts/ask-page-key.ts';
import { countArrival } from '../accounts/rate-limits.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import { DiskFull } from '../store/disk-full.ts';
import { waitsForFirstPush } from '../store/projects.ts';
import { consumerOf } from './admit-request.ts';
import { clientOf } from './client-of.ts';
import type { HttpApp, HttpContext } from './route.ts';
import type { Deps } from './deps.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: it can answer, so it has a database that takes writes and at least one whole index (or that of
 * `?project={domain}`, for who may read its docs), or is waiting for the first docs to be pushed; 503 while it drains.
 */
export function addHealth(app: HttpApp, deps: Deps): void {
  let checked: Promise<boolean> = Promise.resolve(false);
  let isChecking = false;
  let checkedAt = -Infinity;
  // Cached, because anybody may ask; one that hangs is not asked once more.
  const hasDatabase = async (): Promise<boolean> => {
    if (!isChecking && performance.now() - checkedAt >= checkEveryMs) {
      isChecking = true;
      checked = takesWrites(deps).finally(() => {
        isChecking = false;
        checkedAt = performance.now();
      });
    }
    let answer = false;
    await waitAtMost(
      patienceMs,
      checked.then((writes) => (answer = writes)),
    );
    return answer;
  };
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await hasDatabase();
    const domain = c.req.query('project');
    const index =
      database && (domain === undefined ? await hasAnyIndex(deps) : await hasIndexOf(c, deps, domain));
    const ready = database && index && !deps.draining();
    const status = deps.draining() ? 'draining' : ready ? 'ready' : 'not_ready';
    return c.json({ status, database, index, writable: !deps.store.isFull() }, ready ? 200 : 503);
  });
}

const checkEveryMs = 500;
/** A database behind a lock or a broken network answers after the time of whoever asks. */
const patienceMs = 2_000;

/** Whether the database answers and is not read-only, as after a failover to a replica. */
async function takesWrites({ store, log }: Deps): Promise<boolean> {
  try {
    await store.tryWriting();
    return true;
  } catch (error) {
    // Answers and search continue without their writes.
    if (error instanceof DiskFull) return true;
    log.warn({ error }, 'the database takes no writes');
    return false;
  }
}

async function hasAnyIndex({ store, indexes, config }: Deps): Promise<boolean> {
  return indexes.anyWhole() || config.role === 'worker' || (await waitsForFirstPush(store));
}

/** Rate-limited; the response is the same for an unknown domain and for one that needs a key. */
async function hasIndexOf(c: HttpContext, deps: Deps, domain: string): Promise<boolean> {
  const { store, indexes } = deps;
  const clientIp = clientOf(c, deps);
  await countArrival(store, undefined, consumerOf(deps, clientIp, {}));
  const { authorization, origin } = c.env.incoming.headers;
  const asked = {
    authorization,
    kind: 'assistant',
    clientIp,
    origin,
    method: 'GET',
    target: { domain },
  } as const;
  const found = await (authorization === undefined
    ? findAskPage(store, domain, clientIp)
    : admit(store, asked));
  if (found === undefined) return false;
  return indexes.warm(found.project).then(
    () => indexes.isWhole(found.project.id),
    () => false,
  );
}
