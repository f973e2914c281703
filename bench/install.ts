// npm run bench -- install: packs Docent, installs the tarball into an empty folder with an empty cache of npm, and asks
// it a question about `docs/`: seconds and megabytes of each step. Needs a registry.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'docent-install-'));
const [empty, cache] = [join(folder, 'empty'), join(folder, 'cache')];
// The Node of the checkout, not the one that the system may have.
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
try {
  mkdirSync(empty);
  const rows: Record<string, object> = {};
  rows['npm pack'] = {
    ...time(root, 'npm', 'pack', '--ignore-scripts=false', '--pack-destination', folder),
    MB: megabytes(globSync('*.tgz', { cwd: folder }).map((name) => join(folder, name))),
  };
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  rows['npm install'] = {
    ...time(empty, 'npm', 'install', ...quiet, '--cache', cache, join(folder, tarball)),
    MB: megabytes(globSync('node_modules/**', { cwd: empty }).map((name) => join(empty, name))),
  };
  cpSync(join(root, 'docs'), join(empty, 'docs'), { recursive: true });
  rows['first cited answer'] = time(empty, 'npx', 'docent', 'ask', 'How do I rotate an API key?', './docs');
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function time(cwd: string, command: string, ...words: string[]): { seconds: number } {
  const began = performance.now();
  execFileSync(command, words, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return { seconds: Math.round((performance.now() - began) / 100) / 10 };
}

function megabytes(paths: readonly string[]): number {
  const bytes = paths.map((path) => statSync(path)).filter((file) => file.isFile());
  return Math.round(bytes.reduce((sum, { size }) => sum + size, 0) / 1e6);
}
