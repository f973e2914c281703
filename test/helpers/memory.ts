import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/**
 * A folder where tests keep their files, removed at the exit: in memory, as what git, SQLite and browsers write need not
 * reach a disk, which they would wait for.
 */
export async function makeFolderOfTests(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const [, flags = 'noexec'] = new RegExp(`^\\S+ ${memory} \\S+ (\\S+)`, 'm').exec(mounts) ?? [];
  // Tests start programs that they write.
  const isFit = !flags.split(',').some((flag) => flag === 'noexec' || flag === 'ro') && (await hasMemory(8));
  const folder = await mkdtemp(join(isFit ? memory : tmpdir(), 'docent-tests-'));
  // Anybody's, as the system's own is: nothing is looked for above the folders in it.
  await chmod(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
