import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of CPU that this process took, and, where the system tells, those that it started; not those of one that
 * was killed, or ended without them.
 */
export function cpuTimeOfTree(): number {
  if (process.platform === 'linux') return timeOf(process.pid) * 10;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The part of those that still run, which nobody counts once this process has ended. */
export function cpuTimeOfRunning(): number {
  return childrenOf(process.pid).reduce((sum, child) => sum + timeOf(child), 0) * 10;
}

/** In hundredths of a second: of a process, of its children that ended, and of those that run, such as a browser. */
function timeOf(pid: number): number {
  // Four times, of which the last two are of those that ended, after a name that may hold anything.
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const stat = read(`/proc/${pid}/stat`);
  const own = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return [...own.map(Number), ...childrenOf(pid).map(timeOf)].reduce((sum, time) => sum + time, 0);
}

/** Each thread has the children that it started. */
function childrenOf(pid: number): number[] {
  const threads = tasksOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return threads.flatMap((children) => children.match(/\d+/g)?.map(Number) ?? []);
}

/** A process may have ended meanwhile. */
function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
