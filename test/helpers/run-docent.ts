import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { root } from './source-files.ts';

export type Finished = { code: number | null; stdout: string; stderr: string };
type Child = ChildProcessByStdio<null, Readable, Readable>;

const command = join(root, 'bin/docent.js');

/** A data folder for one test. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'docent-data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Runs the real command line in a process of its own. */
export async function docent(
  words: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Finished> {
  const child = start(words, options);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

export type Served = {
  child: Child;
  ready: { url: string; domain: string; projectId: string; assistantKey?: string; adminKey?: string };
  exit: Promise<number | null>;
};

/** `docent serve --json` on a free port, once it says that it is ready. */
export async function serve(
  words: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Served> {
  const child = start(['serve', '--json', '--port', '0', ...words], options);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const errors = text(child.stderr);
  const line = once(createInterface(child.stdout), 'line');
  const first = await Promise.race([line, exit]);
  if (!Array.isArray(first)) throw new Error(`serve ended with ${first}: ${await errors}`);
  return { child, ready: JSON.parse(first[0] as string), exit };
}

function start(
  words: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> },
): Child {
  return spawn(process.execPath, [command, ...words], {
    cwd,
    env: { ...process.env, DOCENT_EMBEDDING_MODEL: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
