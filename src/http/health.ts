import type { HttpApp } from './route.ts';
import type { Deps } from './deps.ts';

/** `/healthz`: the process lives. `/readyz`: it can answer, so it has a database and at least one index. */
export function addHealth(app: HttpApp, deps: Deps): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await deps.store.now().then(
      () => true,
      () => false,
    );
    const ready = database && deps.indexes.anyOpen();
    return c.json(
      { status: ready ? 'ready' : 'not_ready', database, index: deps.indexes.anyOpen() },
      ready ? 200 : 503,
    );
  });
}
