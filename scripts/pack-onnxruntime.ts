// `node scripts/pack-onnxruntime.ts FOLDER [PLATFORM/ARCH]` puts into FOLDER what of onnxruntime runs on the processor,
// its libraries compressed, for each platform or the one that is named. Its own package downloads CUDA when it is
// installed, and holds DirectML and a library twice.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

const [folder, platform = '*/*'] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name a folder: node scripts/pack-onnxruntime.ts FOLDER [PLATFORM/ARCH]');
const from = join(import.meta.dirname, '../node_modules/onnxruntime-node');
const to = resolve(folder);

rmSync(to, { recursive: true, force: true });
for (const path of globSync('dist/*.js', { cwd: from })) cpSync(join(from, path), join(to, path));
const names = '{onnxruntime_binding.node,libonnxruntime.so.1,libonnxruntime.1.dylib,onnxruntime.dll}';
for (const path of globSync(`bin/*/${platform}/${names}`, { cwd: from })) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  writeFileSync(join(to, `${path}.zst`), compress(readFileSync(join(from, path))));
}
const { name, version, license, repository, main } = JSON.parse(
  readFileSync(join(from, 'package.json'), 'utf8'),
) as Record<string, unknown>;
writeFileSync(
  join(to, 'package.json'),
  `${JSON.stringify({ name, version, license, repository, main }, null, 2)}\n`,
);

/** Levels above 9 take ten times longer and save a tenth. */
function compress(library: Uint8Array): Uint8Array {
  return zstdCompressSync(library, { params: { [constants.ZSTD_c_compressionLevel]: 9 } });
}
