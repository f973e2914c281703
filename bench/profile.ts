// npm run bench -- profile [sqlite|postgres] [ANSWERS]: what the CPU of an answer without a model goes to. Serves these docs,
// asks from another process over 8 connections, and prints the functions and files that take most of the server's time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type Profiler, Session } from 'node:inspector/promises';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { startPostgres } from '../test/helpers/postgres.ts';
import { startServer } from '../test/helpers/server.ts';
import { streamOnce } from './stream-once.ts';

const root = join(import.meta.dirname, '..');
const shown = 30;

if (process.send !== undefined) await askOften(process.argv[2]!, process.argv[3]!, Number(process.argv[4]));
else await profile(process.argv[2] ?? 'sqlite', Number(process.argv[3] ?? 1_000));

/** The other process. */
async function askOften(url: string, key: string, answers: number): Promise<void> {
  let left = answers;
  const loop = async () => {
    while (left-- > 0)
      await streamOnce({ url, headers: { authorization: `Bearer ${key}` } } as Parameters<
        typeof streamOnce
      >[0]);
  };
  await Promise.all(Array.from({ length: 8 }, loop));
  process.send!(answers);
  process.disconnect();
}

async function profile(database: string, answers: number): Promise<void> {
  const postgres = database === 'postgres' ? await startPostgres() : null;
  const files = globSync('**/*.md', { cwd: join(root, 'docs') });
  const docs = Object.fromEntries(
    files.map((file) => [file, readFileSync(join(root, 'docs', file), 'utf8')]),
  );
  const limit = '100000000';
  const server = await startServer({
    docs,
    work: [],
    settings: {
      ...(postgres && { DOCENT_DATABASE_URL: await postgres.createDatabase() }),
      DOCENT_LIMIT_ASSISTANT_PER_HOUR: limit,
      DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: limit,
      DOCENT_DATABASE_THREAD: process.env['DOCENT_DATABASE_THREAD'] ?? 'on',
    },
  });
  const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  const ask = (count: number) =>
    once(fork(import.meta.filename, [url, server.assistantKey, String(count)]), 'message');
  await ask(answers);
  const before = { all: process.cpuUsage(), main: process.threadCpuUsage() };
  await ask(answers);
  const all = process.cpuUsage(before.all);
  const main = process.threadCpuUsage(before.main);
  const cost = ({ user, system }: NodeJS.CpuUsage) => ((user + system) / 1_000 / answers).toFixed(2);
  console.log(`${database}: ${cost(all)} ms CPU an answer, ${cost(main)} ms of it on the main thread`);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 250 });
  await session.post('Profiler.start');
  await ask(answers);
  print((await session.post('Profiler.stop')).profile, answers);
  session.disconnect();
  const statements = timeStatements();
  await ask(answers);
  show('statements of SQLite on the main thread, by the clock', statements, answers);
  await server.close();
  await postgres?.stop();
}

function print({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, answers: number): void {
  const own = new Map<number, number>();
  for (const [nth, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + timeDeltas[nth]!);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const total = new Map<string, number>();
  const self = new Map<string, number>();
  const files = new Map<string, number>();
  const add = (map: Map<string, number>, name: string, micros: number) =>
    map.set(name, (map.get(name) ?? 0) + micros);
  const visit = (id: number, above: ReadonlySet<string>): number => {
    const { callFrame, children = [] } = byId.get(id)!;
    const file = fileOf(callFrame.url);
    const name = `${callFrame.functionName || 'anonymous'} ${file}:${callFrame.lineNumber + 1}`;
    const mine = own.get(id) ?? 0;
    add(self, name, mine);
    add(files, file || callFrame.functionName, mine);
    const within = new Set(above).add(name);
    const all = children.reduce((sum, child) => sum + visit(child, within), mine);
    if (!above.has(name)) add(total, name, all);
    return all;
  };
  visit(nodes[0]!.id, new Set());
  show('self', self, answers);
  show('files, self', files, answers);
  show(
    'with what they call, of src/',
    new Map([...total].filter(([name]) => name.includes(' src/'))),
    answers,
  );
}

function show(title: string, times: Map<string, number>, answers: number): void {
  console.log(`\n${title}, ms an answer`);
  const most = [...times].filter(([name]) => !name.startsWith('(idle)')).toSorted((a, b) => b[1] - a[1]);
  for (const [name, micros] of most.slice(0, shown))
    console.log((micros / 1_000 / answers).toFixed(3).padStart(8), name);
}

/** Microseconds in each statement from now on. */
function timeStatements(): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of ['run', 'all', 'get'] as const) {
    const real = StatementSync.prototype[name] as (...args: unknown[]) => unknown;
    StatementSync.prototype[name] = function (this: StatementSync, ...args: unknown[]) {
      const begun = performance.now();
      const result = real.apply(this, args);
      const sql = this.sourceSQL.replaceAll(/\s+/g, ' ').slice(0, 110);
      times.set(sql, (times.get(sql) ?? 0) + (performance.now() - begun) * 1_000);
      return result;
    } as never;
  }
  return times;
}

function fileOf(url: string): string {
  if (!url.startsWith('file://')) return url;
  return relative(root, new URL(url).pathname).replace(/^node_modules\//, '');
}
