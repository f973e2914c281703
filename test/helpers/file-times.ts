import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FileReport } from '../run-files.ts';
import { root } from './source-files.ts';

type Time = { wall: number; cpu: number };

const kept = join(root, 'node_modules/.cache/test-times.json');
/** Milliseconds of wall time where nothing was kept: of what takes long. */
const usual = join(root, 'test/usual-times.json');

/** Files by how long they took the last time; where nobody knows, by their length. */
export function longestFirst(files: readonly string[]): string[] {
  const [latest, committed] = [readTimes(), read<Record<string, number>>(usual)];
  // A kilobyte takes a few hundred milliseconds.
  const timeOf = (file: string) =>
    latest[file]?.wall ?? committed[file] ?? statSync(resolve(root, file)).size / 10;
  const times = new Map(files.map((file) => [file, timeOf(file)]));
  return files.toSorted((a, b) => times.get(b)! - times.get(a)!);
}

export function keepTimes(reports: readonly FileReport[]): void {
  const passed = reports.filter(({ failed }) => !failed);
  const taken = passed.map(({ file, wall, cpu }) => [file, { wall: Math.round(wall), cpu: Math.round(cpu) }]);
  mkdirSync(dirname(kept), { recursive: true });
  const aside = `${kept}.${process.pid}`;
  writeFileSync(aside, JSON.stringify({ ...readTimes(), ...Object.fromEntries(taken) }, null, 1));
  renameSync(aside, kept);
}

const readTimes = () => read<Record<string, Time>>(kept);

function read<Content extends object>(path: string): Content {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {} as Content;
  }
}
