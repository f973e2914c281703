// `npm run build` makes what the package runs: the server as a few files of plain JavaScript, and what is served to
// browsers. A checkout needs none of it. Another folder than `dist/` may be named.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashSources, sourceFolder, type WebName } from '../src/http/web/web-build.ts';
import { bundleProduct } from './bundle.ts';
import { writeLicenses } from './write-licenses.ts';

const root = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const server = join(dist, 'server');

rmSync(server, { recursive: true, force: true });
const { modules } = await bundleProduct(server);
writeLicenses(modules, join(server, 'LICENSES.txt'));
for (const name of ['dashboard', 'widget'] as const) await buildWeb(name);

/** What a checkout has built of the same sources is taken as it is. */
async function buildWeb(name: WebName): Promise<void> {
  const built = join(root, 'dist', name, await hashSources(name));
  if (!existsSync(built)) run(join(sourceFolder(name), 'build.ts'), built);
  const packaged = join(dist, name, 'packaged');
  rmSync(packaged, { recursive: true, force: true });
  cpSync(built, packaged, { recursive: true });
}

function run(...words: string[]): void {
  execFileSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
}
