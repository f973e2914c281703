// What a browser loads of the dashboard, in bytes after gzip and brotli: at first (the page, its scripts and styles
// and what they preload), and later for each page that needs more than a few kilobytes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWebBuild } from '../src/http/web/web-build.ts';
import { readBuiltFiles } from '../src/http/web/built-files.ts';
import { hashSources } from '../src/http/web/web-build.ts';
import { packageRoot } from '../src/lib/package.ts';
import { createLog } from '../src/lib/log.ts';

const maxFirst = 160 * 1024;

const data = await mkdtemp(join(tmpdir(), 'docent-data-'));
const started = performance.now();
const dashboard = createWebBuild('dashboard', { dataFolder: data, log: createLog('error') });
await dashboard.prepare();
const ms = Math.round(performance.now() - started);
const files = await readBuiltFiles(join(packageRoot, 'dist/dashboard', await hashSources('dashboard')));
await rm(data, { recursive: true });

const page = files.get('index.html')!;
const named = [...page.bytes.toString().matchAll(/(?:src|href)="\/-\/(assets\/[^"]+)"/g)].map(
  ([, name]) => name!,
);
const first = ['index.html', ...named];
const later = [...files.keys()].filter((name) => !first.includes(name));
const rows = await Promise.all([
  row('first load', first),
  ...later.filter((name) => files.get(name)!.bytes.length > 10_000).map((name) => row(name, [name])),
  row('all of it', [...files.keys()]),
]);
console.table(rows);
console.log(`Ready after ${ms} ms (building, when the sources are new, included).`);
if (rows[0]!.gzip > maxFirst) {
  console.error(`The first load is over ${maxFirst} bytes.`);
  process.exitCode = 1;
}

async function row(what: string, names: string[]) {
  const sum = async (size: (name: string) => number | Promise<number>) =>
    (await Promise.all(names.map(size))).reduce((total, one) => total + one, 0);
  return {
    what,
    files: names.length,
    bytes: await sum((name) => files.get(name)!.bytes.length),
    gzip: await sum(async (name) => (await files.get(name)!.encoded.gzip()).length),
    brotli: await sum(async (name) => (await files.get(name)!.encoded.br()).length),
  };
}
