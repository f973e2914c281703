import type { HttpApp } from './route.ts';
import type { Rooms } from './rooms.ts';

/** `/healthz`: the process lives. `/readyz`: it can answer, so it has a database and at least one index. */
export function addHealth(app: HttpApp, rooms: Rooms): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const database = await rooms.store.now().then(
      () => true,
      () => false,
    );
    const ready = database && rooms.indexes.anyOpen();
    return c.json(
      { status: ready ? 'ready' : 'not_ready', database, index: rooms.indexes.anyOpen() },
      ready ? 200 : 503,
    );
  });
}
