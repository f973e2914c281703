import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = '/sys/fs/cgroup';
const periodMicros = 50_000;

/**
 * Gives a process, with all its threads, only so many cores, by a control group of Linux; needs root.
 * https://docs.kernel.org/scheduler/sched-bwc.html, https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu
 * @param cores as 0.4
 * @returns removes the group, once the process is over
 */
export async function limitCpu(pid: number, cores: number): Promise<() => Promise<void>> {
  const quota = Math.round(cores * periodMicros);
  const isFirstVersion = await readFile(join(root, 'cpu/cpu.cfs_quota_us')).then(
    () => true,
    () => false,
  );
  const group = join(root, isFirstVersion ? 'cpu' : '', `docent-bench-${pid}`);
  await mkdir(group);
  if (isFirstVersion) {
    await writeFile(join(group, 'cpu.cfs_period_us'), String(periodMicros));
    await writeFile(join(group, 'cpu.cfs_quota_us'), String(quota));
  } else await writeFile(join(group, 'cpu.max'), `${quota} ${periodMicros}`);
  await writeFile(join(group, 'cgroup.procs'), String(pid));
  return async () => {
    // The kernel lets go of the processes of a group some time after their end.
    for (let left = 100; left > 0; left--) {
      if (await rmdir(group).then(() => true, () => false)) return; // prettier-ignore
      await sleep(20);
    }
  };
}
