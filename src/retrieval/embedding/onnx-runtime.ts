import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { EmbeddingError } from './embedding-error.ts';

export type OnnxRuntime = typeof import('onnxruntime-node');

const require = createRequire(import.meta.url);
const decompress = promisify(zstdDecompress);

/** Its path in the built package, where `scripts/pack-onnxruntime.ts` puts it; in a checkout npm installs it. */
const packedFolder = fileURLToPath(new URL('onnxruntime', import.meta.url));

/** Where onnxruntime looks for its libraries. */
const libraries = join('bin/napi-v6', process.platform, process.arch);

/**
 * Loads onnxruntime into this thread. The built package contains it compressed for each platform; this platform's is
 * unpacked once into `folder` (0.2 s, 46 MB on Linux).
 * @throws EmbeddingError on an unsupported platform
 */
export async function loadOnnxRuntime(folder: string, packed = packedFolder): Promise<OnnxRuntime> {
  try {
    if (!(await exists(packed))) return await import('onnxruntime-node');
    return require(await unpackOnce(packed, folder)) as OnnxRuntime;
  } catch (error) {
    throw new EmbeddingError(
      'The embedding runtime (onnxruntime-node) does not run on this system: Linux needs glibc, and a data folder ' +
        'that is not mounted with noexec. Set DOCENT_EMBEDDING_MODEL to another model, or to none to search by ' +
        'words alone.',
      error,
    );
  }
}

async function unpackOnce(packed: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string };
  const unpacked = join(folder, `onnxruntime-${version}-${process.platform}-${process.arch}`);
  if (await exists(unpacked)) return unpacked;
  const making = `${unpacked}.${randomUUID()}`;
  try {
    await unpack(packed, making);
    await rename(making, unpacked);
    await removeOthers(folder, unpacked);
  } catch (error) {
    // Another process with this folder may have been faster.
    if (!(await exists(unpacked))) throw error;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return unpacked;
}

/** Removes those of earlier versions, and what an unpacking left that did not end. One in use on Windows stays. */
async function removeOthers(folder: string, current: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('onnxruntime-') && name !== basename(current))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
}

async function unpack(packed: string, to: string): Promise<void> {
  await mkdir(join(to, libraries), { recursive: true });
  await cp(join(packed, 'package.json'), join(to, 'package.json'));
  await cp(join(packed, 'dist'), join(to, 'dist'), { recursive: true });
  // Its one dependency, which it cannot resolve from there.
  const common = fileURLToPath(new URL('../..', import.meta.resolve('onnxruntime-common')));
  await cp(common, join(to, 'node_modules/onnxruntime-common'), { recursive: true });
  for (const name of await readdir(join(packed, libraries))) {
    const library = await decompress(await readFile(join(packed, libraries, name)));
    await writeFile(join(to, libraries, name.replace(/\.zst$/, '')), library, { flush: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
