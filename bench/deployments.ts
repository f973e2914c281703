// npm run bench -- deployments SET [PAGES] [folder|git|pushed]: a site of PAGES real pages (SET/corpus.jsonl, repeated under other
// titles): when it is first answerable, how much memory that takes, and how soon a pushed change is found. The first start finds
// nothing compiled, as that after an installation.
import { createHmac } from 'node:crypto';
import { execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApiClient } from '../src/cli/api-client.ts';
import { pushFolder } from '../src/cli/push-folder.ts';
import { entryPoint } from '../src/lib/entry-point.ts';

const [set = '', wanted = '10000', kind = 'folder'] = process.argv.slice(2);
const work = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const [docs, data] = [join(work, 'docs'), join(work, 'data')];
const settings = {
  DOCENT_EMBEDDING_MODEL: 'none',
  DOCENT_WATCH: 'off',
  DOCENT_POLL_MINUTES: '0',
  DOCENT_LIMIT_SEARCH_PER_HOUR: '1000000000',
  NODE_COMPILE_CACHE: join(work, 'compiled'),
};
/** As the package starts it: a checkout looks for its bundle first. */
const command = fileURLToPath(entryPoint(new URL('../src/main.ts', import.meta.url)));
const rows: Record<string, string | number> = {};
let keys = {};
let running: ChildProcess | undefined;
try {
  await writeSite(Number(wanted));
  if (kind !== 'folder') await makeProject();
  const first = await serve();
  if (kind === 'pushed') {
    const began = performance.now();
    await untilOver(first, await pushAll(first));
    first.readyMs += performance.now() - began;
  }
  rows['first answerable, s'] = seconds(first.readyMs);
  rows['memory of the server then, MB'] = memoryOf(first.child, 'VmRSS');
  rows['highest memory of the server, MB'] = memoryOf(first.child, 'VmHWM');
  rows['index, MB'] = await indexSize();
  const secret = await post(first, `/manage/v1/projects/${first.projectId}/webhook`, {}).then(
    ({ secret }) => secret,
  );
  for (const pages of [1, 1, 1, 100]) {
    rows[`${pages} changed, ${Object.keys(rows).length}: live after the push, ms`] = Math.round(
      await push(first, secret, pages),
    );
  }
  rows['highest memory after that, MB'] = memoryOf(first.child, 'VmHWM');
  // A file that was saved within the tick of a clock may be saved again unseen, so it is read again.
  await sleep(3_000);
  rows['nothing changed, ms'] = Math.round(await push(first, secret, 0));
  await stop(first.child);
  const again = await serve();
  rows['ready again, s'] = seconds(again.readyMs);
  rows['memory then, MB'] = memoryOf(again.child, 'VmRSS');
  await stop(again.child);
  console.table(rows);
} finally {
  running?.kill('SIGKILL');
  await rm(work, { recursive: true, force: true });
}

async function writeSite(pages: number): Promise<void> {
  const corpus = readFileSync(join(set, 'corpus.jsonl'), 'utf8').trim().split('\n');
  const sources = corpus.map((line) => JSON.parse(line) as { path: string; text: string });
  for (let n = 0; n < pages; n++) {
    const { path, text } = sources[n % sources.length]!;
    const copy = Math.floor(n / sources.length);
    const file = join(docs, `part-${copy}`, `${path}.md`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      copy === 0 ? text : text.replace(/^# (.*)$/m, `# $1, part ${copy}`) + `\n\nThis is part ${copy}.\n`,
    );
  }
}

type Served = {
  child: ChildProcess;
  url: string;
  domain: string;
  projectId: string;
  assistantKey: string;
  adminKey: string;
  readyMs: number;
};
async function serve(): Promise<Served> {
  const began = performance.now();
  const what = kind === 'folder' ? [docs] : ['--project', 'docs'];
  const child = start(['serve', ...what, '--json', '--port', '0']);
  running = child;
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const readyMs = performance.now() - began;
  const ready = JSON.parse(line);
  if (ready.adminKey !== undefined) keys = { assistantKey: ready.assistantKey, adminKey: ready.adminKey };
  return { child, readyMs, ...ready, ...keys };
}

function start(words: string[]): ChildProcess {
  return spawn(process.execPath, [command, ...words, '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
}

/** The site as a repository, and a project of it with its keys. */
async function makeProject(): Promise<void> {
  if (kind === 'git') {
    gitHere('init', '--quiet', '--initial-branch=main');
    commit();
  }
  const run = async (...words: string[]) => JSON.parse(await text(start([...words, '--json']).stdout!));
  const source = kind === 'git' ? ['--git', `file://${docs}/.git`] : ['--pushed'];
  await run('projects', 'add', ...source, '--name', 'docs');
  const assistant = await run('keys', 'create', '--kind', 'assistant', '--project', 'docs');
  const admin = await run('keys', 'create', '--kind', 'admin');
  keys = { assistantKey: assistant.secret, adminKey: admin.secret };
}

function commit(): void {
  gitHere('add', '--all');
  gitHere(
    '-c',
    'user.name=Bench',
    '-c',
    'user.email=bench@localhost',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'x',
  );
}

function gitHere(...words: string[]): void {
  execFileSync('git', words, { cwd: docs });
}

/** Changes so many pages, tells of it as a forge does, and asks until the last change is found. */
async function push(server: Served, secret: string, pages: number): Promise<number> {
  const word = `zyx${Date.now().toString(36)}`;
  const files = (await readdir(join(docs, 'part-0'), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .slice(0, pages);
  for (const file of files)
    await writeFile(join(docs, 'part-0', file), `# About ${word}\n\nIt says ${word}.\n`);
  if (kind === 'git') commit();
  const began = performance.now();
  const statusId = kind === 'pushed' ? await pushAll(server) : await tellOfPush(server, secret, word);
  for (;;) {
    if (pages > 0) {
      const found = await post(
        server,
        `/discovery/v1/search/${server.domain}`,
        { query: word },
        server.assistantKey,
      );
      if (found[0]?.content?.includes(word)) break;
    } else if (await isOver(server, statusId)) break;
    await sleep(5);
  }
  return performance.now() - began;
}

/** As `docent deploy FOLDER --url` does. @returns the id of the deployment */
function pushAll({ url, adminKey, projectId }: Served): Promise<string> {
  return pushFolder(createApiClient(url, adminKey), projectId, docs, { confirm: false, source: undefined });
}

async function untilOver(server: Served, statusId: string): Promise<void> {
  while (!(await isOver(server, statusId))) await sleep(5);
}

async function isOver(server: Served, statusId: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${server.adminKey}` };
  const status = await fetch(`${server.url}/v1/project/update-status/${statusId}`, { headers });
  return ((await status.json()) as { endedAt: string | null }).endedAt !== null;
}

async function tellOfPush(server: Served, secret: string, word: string): Promise<string> {
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    after: '2'.repeat(40),
    repository: { default_branch: 'main' },
  });
  const sent = await fetch(`${server.url}/v1/webhooks/${server.projectId}`, {
    method: 'POST',
    body,
    headers: {
      'x-github-event': 'push',
      'x-github-delivery': word,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  });
  return ((await sent.json()) as { statusId: string }).statusId;
}

async function post(server: Served, path: string, body: object, key = server.adminKey): Promise<any> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

function memoryOf({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
}

async function indexSize(): Promise<number> {
  const files = await readdir(join(data, 'indexes'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(data, 'indexes', file))).size));
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(1));
}
