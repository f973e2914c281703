// `npm run build` makes what the package runs: plain JavaScript, for Node strips no types below `node_modules`, and what
// is served to browsers. A checkout needs none of it. Another folder than `dist/` may be named.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashSources, sourceFolder, type WebName } from '../src/http/web/sources.ts';

const root = join(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const server = join(dist, 'server');

rmSync(server, { recursive: true, force: true });
run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', server);
for (const path of globSync('**/*.js', { cwd: server })) nameBuiltModules(join(server, path));
for (const name of ['dashboard', 'widget'] as const) await buildWeb(name);

/** Threads and processes start from `new URL('./NAME.ts', import.meta.url)`, which tsc leaves as it is. */
function nameBuiltModules(path: string): void {
  const code = readFileSync(path, 'utf8');
  const named = code.replaceAll(/(new URL\('\.\/[a-z-]+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (named !== code) writeFileSync(path, named);
}

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
