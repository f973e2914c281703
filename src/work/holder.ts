import { hostname } from 'node:os';
import { newId } from '../lib/ids.ts';

/** The live holders of this process. */
const living = new Set<string>();

/** A name under which this process holds work: `host:pid:id`. */
export function newHolder(): string {
  const holder = [hostname(), process.pid, newId('holder')].join(':');
  living.add(holder);
  return holder;
}

export function endHolder(holder: string): void {
  living.delete(holder);
}

/** Whether a holder is surely dead, which can be checked on its own machine only. */
export function isDead(holder: string): boolean {
  const [host, pid] = holder.split(':');
  if (host !== hostname() || living.has(holder)) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
