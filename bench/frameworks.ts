// One table over docs sets: what was read, what resolves, what is noise, and pages a CPU second (of all processes): with their
// start, and without. Linux only. Usage: npm run bench -- frameworks PATH… [--before CHECKOUT], an earlier checkout with its
// dependencies to compare with; what it resolves and how fast it is stands in a second line.
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { examineDocs } from '../src/content/examine-docs.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openFolder } from '../src/content/sources/folder.ts';
import type { Reading } from './frameworks/read.ts';

const given = process.argv.slice(2);
const at = given.indexOf('--before');
const before = at < 0 ? null : given[at + 1]!;
const folders = given.filter((argument, index) => !argument.startsWith('--') && (at < 0 || index !== at + 1));
const here = join(import.meta.dirname, '..');

const columns = [
  'set',
  'framework',
  'pages',
  'sections',
  'paths',
  'anchors',
  'noise',
  'fell back',
  'pages/CPU s',
  'started',
];
print(columns);
for (const folder of folders) {
  const name = basename(folder);
  const docs = await listDocs(await openFolder(folder));
  const report = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  const { links, pages, sections, findings } = report;
  print([
    name,
    report.framework,
    pages,
    sections,
    share(links.internal, links.resolved),
    share(links.anchors, links.anchorsResolved),
    sections === 0 ? '–' : `${((100 * report.noise) / sections).toFixed(2)} %`,
    findings.fellBack.length,
    ...rates(readWith(here, folder)),
  ]);
  if (before === null) continue;
  const then = canRead(before, folder);
  if (then === null) {
    print(['', 'before', 'cannot read it']);
    continue;
  }
  const [paths, anchors] = [then.paths, then.anchors].map(({ checked, resolved }) =>
    share(checked, resolved),
  );
  print(['', 'before', then.files, '', paths!, anchors!, '', '', ...rates(then)]);
}
process.exit();

/** What an earlier checkout reads; null when it knows no such docs. */
function canRead(checkout: string, folder: string): Reading | null {
  try {
    return readWith(checkout, folder);
  } catch {
    return null;
  }
}

function readWith(checkout: string, folder: string): Reading {
  const script = join(here, 'bench/frameworks/read.ts');
  return JSON.parse(
    execFileSync(process.execPath, [script, checkout, folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

/** Files a second of CPU: with the start of all processes, and when they have started. */
function rates({ files, cpu }: Reading): string[] {
  return [cpu.first, cpu.again].map((seconds) => (files / seconds).toFixed(1));
}

function share(all: number, part: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}

function print(cells: (string | number)[]): void {
  const [name, framework, ...others] = cells.map(String);
  console.log(name!.padEnd(18) + framework!.padEnd(12) + others.map((cell) => cell.padStart(12)).join(''));
}
