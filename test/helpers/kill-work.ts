import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { entryPoint } from '../../src/lib/entry-point.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listSearches } from './list-searches.ts';
import { listDue, requestWork } from '../../src/store/work.ts';
import { eventually } from './eventually.ts';
import { seedProject } from '../contract/store-seed.ts';

/** As in `work-process.ts`. */
const maxPerProject = 2;

const program = fileURLToPath(entryPoint(new URL('./work-process.ts', import.meta.url)));

async function killWhenOver(child: ChildProcess, isOver: () => Promise<boolean>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !(await isOver())) await sleep(50);
  child.kill('SIGKILL');
}

/**
 * Has work done by processes that are killed with SIGKILL in mid-work, one after the other, and by a last one that lives.
 * Every step is done exactly once, and the work of a project begins in order.
 * @returns how many kills met work under way
 */
export async function killWork(
  url: string,
  { kills, subjects, steps }: Record<string, number>,
): Promise<number> {
  const store = await openStore({ url });
  const { id: projectId } = await seedProject(store, 'mine');
  const names = Array.from({ length: subjects! }, (_, nth) => `s${nth}`);
  for (const subject of names) await requestWork(store, { kind: 'steps', subject, projectId });
  const isOver = async () => (await listDue(store, ['steps'], 'here')).length === 0;
  let hits = 0;
  for (let nth = 0; nth < kills! && !(await isOver()); nth++) {
    const child = spawn(process.execPath, [program, url, projectId, `${steps}`, 'heard'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // A step may be heard of when the process is dead.
    child.stdin!.on('error', () => {});
    let left = 2 + ((nth * 7) % 5);
    createInterface(child.stdout!).on('line', () => {
      child.stdin!.write('\n');
      if (--left === 0 && child.kill('SIGKILL')) hits += 1;
    });
    // It may run out of work before it has printed so much.
    await Promise.all([once(child, 'exit'), killWhenOver(child, isOver)]);
  }
  const last = spawn(process.execPath, [program, url, projectId, `${steps}`], { stdio: 'ignore' });
  // It may end by itself once there is nothing to do.
  const exited = once(last, 'exit');
  await eventually(isOver, Boolean);
  last.kill('SIGKILL');
  await exited;
  const done = await listSearches(store, { projectId, limit: 100_000 });
  const ids = names.flatMap((name) => Array.from({ length: steps! }, (_, nth) => `${name}-${nth}`));
  assert.deepEqual(done.map(({ id }) => id).toSorted(), ids.toSorted());
  const spans = names.map((name) => {
    const times = done.filter(({ query }) => query === name).map(({ createdAt }) => createdAt);
    return { name, began: Math.min(...times), ended: Math.max(...times) };
  });
  for (const [at, { name, began }] of spans.entries()) {
    const unfinished = spans.slice(0, at).filter(({ ended }) => ended > began);
    // Work of a process that was killed waits for its lease, and the project's other one goes on meanwhile.
    assert.ok(unfinished.length < maxPerProject, `${name} began before ${unfinished.map((one) => one.name)}`);
  }
  await store.close();
  return hits;
}
