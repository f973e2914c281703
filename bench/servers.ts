// Servers to be measured, as people start them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamOnce } from './stream-once.ts';

const root = join(import.meta.dirname, '..');
const limits = [
  'ASSISTANT_PER_HOUR',
  'ASSISTANT_PER_IP_PER_DAY',
  'SEARCH_PER_HOUR',
  'SEARCH_PER_IP_PER_HOUR',
  'REQUESTS_PER_IP_PER_HOUR',
  'STREAMS_PER_IP',
  'STREAMS_PER_ORGANIZATION',
];

export type Server = {
  url: string;
  domain: string;
  assistantKey: string;
  process: ChildProcess;
  data: string;
  /** From its start to the end of its first answer. */
  startMs: number;
};

/** A server of its own process that has given its first answer, with the memory settings of the image. */
export async function start(
  words: string[],
  env: Record<string, string> = {},
  key?: string,
  data?: string,
): Promise<Server> {
  const begun = performance.now();
  data ??= await mkdtemp(join(tmpdir(), 'docent-load-'));
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', 'bin/docent.js', 'serve', ...words, '--json', '--port', '0', '--data', data],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DOCENT_EMBEDDING_MODEL: 'none',
        DOCENT_LOG_LEVEL: 'error',
        DOCENT_DRAIN_SECONDS: '0',
        ...Object.fromEntries(limits.map((name) => [`DOCENT_LIMIT_${name}`, '100000'])),
        ...env,
      },
    },
  );
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  const ready = JSON.parse(line) as { url: string; domain: string; assistantKey?: string };
  const server = { ...ready, assistantKey: ready.assistantKey ?? key!, process: child, data };
  // Without its index yet it says 503.
  while (!(await ask(server)).ok) await sleep(20);
  return { ...server, startMs: performance.now() - begun };
}

export async function stop({ process: child, data }: Server): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(data, { recursive: true, force: true });
}

export const ask = ({ url, domain, assistantKey }: Pick<Server, 'url' | 'domain' | 'assistantKey'>) =>
  streamOnce({
    url: `${url}/discovery/v2/assistant/${domain}/message`,
    headers: { authorization: `Bearer ${assistantKey}` },
  } as Parameters<typeof streamOnce>[0]);
