// npm run bench -- load [CONNECTIONS] [SECONDS] [ROUND_TRIP_MS] [CORES]: answers without a model in a closed loop, on SQLite and on
// PostgreSQL with 1, 2 and 4 servers: how many a second, how long they take, what each costs in CPU and in transactions of the
// database, and how soon a server that has nothing but the database answers. With a round trip, the network to PostgreSQL
// takes so long, and SQLite is left out. With CORES, as 0.2, each server gets only so much of the processors (Linux, as root):
// then servers have what they would have on machines of their own, and the sum is not bounded by this one.
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { startPostgres } from '../test/helpers/postgres.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { limitCpu } from './limit-cpu.ts';
import { ask, type Server, start, stop } from './servers.ts';

const connections = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 10);
const roundTripMs = Number(process.argv[4] ?? 0);
const cores = process.argv[5] === undefined ? null : Number(process.argv[5]);
const limited: (() => Promise<void>)[] = [];

/** Milliseconds of CPU that a process has used; Linux counts in hundredths of a second. */
async function cpuMs({ process: { pid } }: Server): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function transactions(database: Client | null): Promise<number> {
  if (database === null) return 0;
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0].n);
}

async function measure(servers: Server[], database: Client | null): Promise<object> {
  const times: number[] = [];
  let failed = 0;
  for (let n = 0; n < 20; n++) await ask(servers[n % servers.length]!);
  const before = { cpu: await Promise.all(servers.map(cpuMs)), transactions: await transactions(database) };
  const until = performance.now() + seconds * 1000;
  const loop = async (nth: number) => {
    while (performance.now() < until) {
      const { ok, totalMs } = await ask(servers[nth % servers.length]!);
      times.push(totalMs);
      if (!ok) failed++;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, nth) => loop(nth)));
  const took = (performance.now() - begun) / 1000;
  const cpu = (await Promise.all(servers.map(cpuMs))).map((now, n) => now - before.cpu[n]!);
  const asked = await transactions(database);
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]!);
  return {
    'answers/s': (times.length / took).toFixed(1),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'p99/p50': (at(0.99) / at(0.5)).toFixed(2),
    'CPU ms an answer': (cpu.reduce((sum, each) => sum + each, 0) / times.length).toFixed(1),
    'transactions an answer': database ? ((asked - before.transactions) / times.length).toFixed(2) : '',
    failed,
  };
}

async function delayed(address: string): Promise<string> {
  const far = new URL(address);
  far.port = String(await startDelayProxy(Number(far.port), roundTripMs));
  return far.href;
}

const table: Record<string, object> = {};
if (roundTripMs === 0) {
  const sqlite = await start(['docs']);
  table['SQLite, 1 server'] = await measure([sqlite], null);
  await stop(sqlite);
}
const postgres = await startPostgres();
const direct = await postgres.createDatabase();
const url = roundTripMs === 0 ? direct : await delayed(direct);
const database = new Client({ connectionString: direct });
await database.connect();
const limit = async (server: Server) => {
  if (cores !== null) limited.push(await limitCpu(server.process.pid!, cores));
  return server;
};
const servers = [await limit(await start(['docs'], { DOCENT_DATABASE_URL: url }))];
for (const count of [1, 2, 4]) {
  while (servers.length < count) {
    const [{ domain, assistantKey }] = servers as [Server];
    servers.push(
      await limit(
        await start(['--project', domain], { DOCENT_DATABASE_URL: url, DOCENT_ROLE: 'web' }, assistantKey),
      ),
    );
  }
  const startMs = Math.round(servers.at(-1)!.startMs);
  table[`PostgreSQL, ${count} server${count > 1 ? 's' : ''}`] = {
    ...(await measure(servers, database)),
    'first answer of the last server, ms': startMs,
  };
}
console.table(table);
await Promise.all(servers.map(stop));
for (const remove of limited) await remove();
await database.end();
await postgres.stop();
