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
copyOnnxRuntime(join(server, 'node_modules'));
for (const name of ['dashboard', 'widget'] as const) await buildWeb(name);

/** Threads and processes start from `new URL('./NAME.ts', import.meta.url)`, which tsc leaves as it is. */
function nameBuiltModules(path: string): void {
  const code = readFileSync(path, 'utf8');
  const named = code.replaceAll(/(new URL\('\.\/[a-z-]+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (named !== code) writeFileSync(path, named);
}

/**
 * onnxruntime's own package downloads CUDA when it is installed and holds DirectML and a library twice. Only what runs
 * on the processor goes along.
 */
function copyOnnxRuntime(modules: string): void {
  const from = join(root, 'node_modules/onnxruntime-node');
  const to = join(modules, 'onnxruntime-node');
  const { name, version, license, repository, main } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const wanted =
    'bin/*/*/*/{onnxruntime_binding.node,libonnxruntime.so.1,libonnxruntime.1.dylib,onnxruntime.dll}';
  for (const path of globSync(['dist/*.js', wanted], { cwd: from })) cpSync(join(from, path), join(to, path));
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ name, version, license, repository, main }, null, 2)}\n`,
  );
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
