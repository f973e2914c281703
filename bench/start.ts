// npm run bench -- start [FOLDER] [sources]: what each kind of process takes to start: milliseconds of CPU, for processes
// that it starts itself too, and memory; how soon `docent serve` is ready, without and with an index. Medians of five.
// With `sources` a checkout's sources run in place of their bundle, which is removed. Linux.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../src/lib/compile-cache.ts';
import { bundleFolder, entryPoint } from '../src/lib/entry-point.ts';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const docs = args.find((word) => word !== 'sources') ?? join(root, 'docs');
const data = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const runs = 5;
// Processes share it with what started them.
enableCompileCache();
const env = { ...process.env, ...compileCache(), DOCENT_EMBEDDING_MODEL: 'none', DOCENT_LOG_LEVEL: 'error' };
const started = (module: string) => entryPoint(new URL(module, import.meta.url));
const isBundled = !args.includes('sources');
if (!isBundled) await rm(bundleFolder(), { recursive: true, force: true });
/** The package has the bundle alone, and does not look for it. */
const command = isBundled ? fileURLToPath(started('../src/main.ts')) : join(root, 'bin/docent.js');

type Row = { 'CPU ms': number; 'of its processes': number; 'ready ms': number; 'peak MB': number };

try {
  const first = async () => {
    await rm(data, { recursive: true });
    return serve();
  };
  const pages = {
    task: { kind: 'pages', sources: [], finisher: started('../src/retrieval/read-words.ts').href },
    cpuLimit: 60_000,
  };
  const secrets = { task: { task: 'secrets', question: [[]] }, cpuLimit: 60_000 };
  console.log(isBundled ? 'The bundle:' : 'The sources:');
  console.table({
    'docent --version': await median(() => run('--version')),
    'docent --help': await median(() => run('--help')),
    'docent serve, first': await median(first),
    'docent serve, on an index': await median(serve),
    'docent keys list': await median(() => run('keys', 'list', '--data', data)),
    'process that parses': await median(() => work('../src/content/parse-worker.ts', pages)),
    'process that checks': await median(() => work('../src/agent/checks/check-worker.ts', secrets)),
    'process that starts git': await median(() => work('../src/lib/launcher/launcher-process.ts')),
  });
} finally {
  await rm(data, { recursive: true, force: true });
}

/** The first start fills the compile cache. */
async function median(start: () => Promise<Row>): Promise<Row> {
  const rows: Row[] = [];
  for (let nth = 0; nth <= runs; nth++) rows.push(await start());
  const sum = (row: Row) => row['CPU ms'] + row['of its processes'];
  return rows.slice(1).sort((a, b) => sum(a) - sum(b))[Math.floor(runs / 2)]!;
}

/** A command, from its start to its end. */
async function run(...words: string[]): Promise<Row> {
  const before = cpuOf('self').waited;
  const began = performance.now();
  await once(spawn(process.execPath, [command, ...words], { env, stdio: 'ignore' }), 'exit');
  const readyMs = performance.now() - began;
  return row(cpuOf('self').waited - before, 0, readyMs, 0);
}

async function serve(): Promise<Row> {
  const began = performance.now();
  const words = ['serve', docs, '--json', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(createInterface(child.stdout), 'line');
  return stopped(child, performance.now() - began);
}

/** A process that another one starts, until it is ready, or has done what it is told. */
async function work(module: string, order?: object): Promise<Row> {
  const began = performance.now();
  const child = fork(fileURLToPath(started(module)), {
    env: compileCache(),
    serialization: 'advanced',
    stdio: 'ignore',
  });
  await once(child, 'message');
  if (order !== undefined) {
    child.send(order);
    await once(child, 'message');
  }
  return stopped(child, performance.now() - began);
}

async function stopped(child: ChildProcess, readyMs: number): Promise<Row> {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const others = processesOf(child.pid!).reduce((sum, pid) => sum + cpuOf(pid).own, 0);
  const result = row(cpuOf(child.pid!).own, others, readyMs, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]));
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  else child.kill('SIGTERM');
  await ended;
  return result;
}

function row(cpu: number, others: number, readyMs: number, kilobytes: number): Row {
  return {
    'CPU ms': cpu,
    'of its processes': others,
    'ready ms': Math.round(readyMs),
    'peak MB': Math.round(kilobytes / 1024),
  };
}

/** Milliseconds of CPU of a process, and of the processes that it has waited for. proc_pid_stat(5), in ticks of 10 ms. */
function cpuOf(pid: number | 'self'): { parent: number; own: number; waited: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const [parent = 0, own = 0, system = 0, waited = 0, waitedSystem = 0] = [1, 11, 12, 13, 14].map(
    (nth) => fields[nth],
  );
  return { parent, own: (own + system) * 10, waited: (waited + waitedSystem) * 10 };
}

function processesOf(parent: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      return cpuOf(pid).parent === parent;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}
