// npm run bench -- kill-work [KILLS]: background work whose processes are killed with SIGKILL, on both stores. It fails when
// a step is lost or done twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killWork } from '../test/helpers/kill-work.ts';
import { startPostgres } from '../test/helpers/postgres.ts';

const kills = Number(process.argv[2] ?? 20);
const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const postgres = await startPostgres();
const rows: Record<string, object> = {};
try {
  for (const [name, url] of [
    ['SQLite', `sqlite:${join(folder, 'docent.sqlite')}`],
    ['PostgreSQL', await postgres.createDatabase()],
  ] as const) {
    const [subjects, steps] = [20, 200];
    const hits = await killWork(url, { kills, subjects, steps });
    rows[name] = { kills: hits, 'steps, each done once': subjects * steps };
  }
  console.table(rows);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
