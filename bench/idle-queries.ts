// npm run bench -- idle-queries [PROJECTS] [SECONDS]: statements a second that a server sends its database while nobody
// asks anything, on SQLite and on PostgreSQL, by what they begin with.
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureOrganizationAndProjects } from './idle-projects.ts';
import { openApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { startPostgres } from '../test/helpers/postgres.ts';

const projects = Number(process.argv[2] ?? 50);
const seconds = Number(process.argv[3] ?? 120);

let counting = false;
const counts = new Map<string, number>();

function count(sql: unknown): void {
  if (!counting) return;
  const text = typeof sql === 'string' ? sql : ((sql as { text?: string })?.text ?? '');
  const name = text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const query = Client.prototype.query;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  count(args[0]);
  return query.apply(this, args as never);
} as never;
const statements = StatementSync.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const method of ['all', 'run']) {
  const original = statements[method]!;
  statements[method] = function (this: StatementSync, ...args) {
    count(this.sourceSQL);
    return original.apply(this, args);
  };
}
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
  count(sql);
  return exec.call(this, sql);
};

const postgres = await startPostgres();
const rows: Record<string, object> = {};
for (const [name, url] of [
  ['SQLite', undefined],
  ['PostgreSQL', await postgres.createDatabase()],
] as const) {
  const data = await mkdtemp(join(tmpdir(), 'docent-bench-'));
  const app = await openApp(
    loadConfig(
      { port: 0, dataFolder: data },
      {
        DOCENT_LOG_LEVEL: 'silent',
        DOCENT_EMBEDDING_MODEL: 'none',
        // Statements are counted in this thread.
        DOCENT_DATABASE_THREAD: 'off',
        ...(url && { DOCENT_DATABASE_URL: url }),
      },
    ),
  );
  try {
    await ensureOrganizationAndProjects(app, join(data, 'docs'), projects);
    await app.start();
    // What a start does, and the first look at all sources, is over by then.
    await sleep(90_000);
    counts.clear();
    counting = true;
    await sleep(seconds * 1000);
    counting = false;
    const all = [...counts.values()].reduce((sum, each) => sum + each, 0);
    rows[name] = { projects, 'queries a second': (all / seconds).toFixed(2) };
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8);
    console.table(
      Object.fromEntries(most.map(([sql, n]) => [sql, { 'a second': (n / seconds).toFixed(3) }])),
    );
  } finally {
    app.stop();
    await app.close();
    await rm(data, { recursive: true, force: true });
  }
}
console.table(rows);
await postgres.stop();
