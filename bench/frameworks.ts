// One table over docs sets: what was read, what resolves, what is noise, and pages a CPU second (of all processes, start
// included). Linux only. Usage: npm run bench -- frameworks PATH… [--before CHECKOUT], an earlier checkout to compare with.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examineDocs } from '../src/content/examine-docs.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openFolder } from '../src/content/sources/folder.ts';

const given = process.argv.slice(2);
const at = given.indexOf('--before');
const before = at < 0 ? null : given[at + 1]!;
const folders = given.filter((argument, index) => !argument.startsWith('--') && (at < 0 || index !== at + 1));
const here = join(import.meta.dirname, '..');

const title =
  'set               framework    pages  sections    paths  anchors    noise  fell back  pages/CPU s';
console.log(title + (before === null ? '' : '  before'));
for (const folder of folders) {
  const docs = await listDocs(await openFolder(folder));
  const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  const { links } = report;
  const rate = (checkout: string): string => (report.pages / cpuOf(checkout, folder)).toFixed(1);
  console.log(
    [
      (folder.split('/').at(-1) ?? '').padEnd(17),
      report.framework.padEnd(11),
      String(report.pages).padStart(6),
      String(report.sections).padStart(9),
      share(links.internal, links.resolved),
      share(links.anchors, links.anchorsResolved),
      (report.sections === 0 ? '–' : `${((100 * report.noise) / report.sections).toFixed(2)} %`).padStart(8),
      String(report.findings.fellBack.length).padStart(10),
      rate(here).padStart(12),
      before === null ? '' : rate(before).padStart(7),
    ].join(' '),
  );
}

/** Seconds of CPU that reading a docs set takes a process and those that it starts. */
function cpuOf(checkout: string, folder: string): number {
  const began = cpuOfChildren();
  spawnSync(process.execPath, [join(checkout, 'bench/link-closure.ts'), folder], { stdio: 'ignore' });
  return cpuOfChildren() - began;
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function share(all: number, part: number): string {
  return (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`).padStart(8);
}
