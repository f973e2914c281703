import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { once } from '../../lib/once.ts';

/** A built file, in each encoding that browsers accept: compressed when first asked for. */
export type BuiltFile = {
  contentType: string;
  etag: string;
  bytes: Buffer<ArrayBuffer>;
  encoded: { br: () => Promise<Buffer<ArrayBuffer>>; gzip: () => Promise<Buffer<ArrayBuffer>> };
};

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the build, which is under a megabyte: `assets/main-Ab3d.js` → its file. */
export async function readBuiltFiles(folder: string): Promise<Map<string, BuiltFile>> {
  const names = await Array.fromAsync(glob('{*.*,assets/*.*}', { cwd: folder }));
  return new Map(
    await Promise.all(
      names.map(
        async (name) => [name.replaceAll('\\', '/'), await readBuiltFile(join(folder, name))] as const,
      ),
    ),
  );
}

async function readBuiltFile(path: string): Promise<BuiltFile> {
  return builtFile(await readFile(path), contentTypes[extname(path)] ?? 'application/octet-stream');
}

/** Computes a value once, on first use. */
export function builtFile(bytes: Buffer<ArrayBuffer>, contentType: string): BuiltFile {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    bytes,
    encoded: {
      br: once(() => promisify(brotliCompress)(bytes, { params })),
      gzip: once(() => promisify(gzip)(bytes)),
    },
  };
}
