import { readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Files here are in memory, on Linux. */
export const memory = '/dev/shm';

/** Whether there is room for so many gigabytes of files and as much again. */
export async function hasMemory(gigabytes: number): Promise<boolean> {
  const free = await statfs(memory).then(
    // A container may have less memory than its file system says.
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory()),
    () => 0,
  );
  return free > gigabytes * 1024 ** 3;
}

/** Where tests keep their files: what git, SQLite and browsers write need not reach a disk, which they would wait for. */
export async function folderOfTests(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const [, flags = 'noexec'] = new RegExp(`^\\S+ ${memory} \\S+ (\\S+)`, 'm').exec(mounts) ?? [];
  // Tests start programs that they write.
  const isFit = !flags.split(',').some((flag) => flag === 'noexec' || flag === 'ro');
  return isFit && (await hasMemory(8)) ? memory : tmpdir();
}
