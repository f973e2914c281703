// node bench/frameworks/read.ts CHECKOUT FOLDER: reads a docs set with the code of a checkout, twice, and prints as JSON what
// it found and the seconds of CPU of all its processes: from the start on, and for the second time alone. Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a checkout reads of a docs set, and how long that takes its CPU, in seconds. */
export type Reading = {
  files: number;
  paths: { checked: number; resolved: number };
  anchors: { checked: number; resolved: number };
  cpu: { first: number; again: number };
};

type Modules = typeof import('../../src/content/read-docs.ts') &
  typeof import('../../src/content/sources/folder.ts') &
  typeof import('../../src/content/link-closure.ts');

if (import.meta.main) {
  const [checkout = '', folder = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await read(checkout, folder)));
  process.exit();
}

async function read(checkout: string, folder: string): Promise<Reading> {
  const files = ['read-docs.ts', 'sources/folder.ts', 'link-closure.ts'];
  const modules = await Promise.all(files.map((file) => import(join(checkout, 'src/content', file))));
  const { listDocs, parseDocs, openFolder, closeLinks } = Object.assign({}, ...modules) as Modules;
  const readAll = async () => {
    const docs = await listDocs(await openFolder(folder));
    return { docs, parsed: await Array.fromAsync(parseDocs(docs)) };
  };
  const { docs, parsed } = await readAll();
  const first = cpuOfAll();
  await readAll();
  const { paths, anchors } = closeLinks(docs, parsed);
  return { files: parsed.length, paths, anchors, cpu: { first, again: cpuOfAll() - first } };
}

/** Seconds of this process, of those that it started, and of those of them that have ended. */
function cpuOfAll(): number {
  const ticks = readdirSync('/proc').map((name) => (/^\d+$/.test(name) ? ticksOf(Number(name)) : 0));
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: parent, utime, stime, cutime, cstime. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    const isOurs = pid === process.pid || fields[1] === process.pid;
    return isOurs ? fields[11]! + fields[12]! + fields[13]! + fields[14]! : 0;
  } catch {
    return 0; // It has ended meanwhile.
  }
}
