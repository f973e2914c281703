import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { root } from './source-files.ts';

export type BuiltSite = { docs: string; built: string; html: Record<string, string> };

/** The sources and the build of a small site of a generator, as `scripts/make-built-sites.ts` made them, in a folder. */
export async function unpackBuiltSite(context: TestContext, name: string): Promise<BuiltSite> {
  const packed = readFileSync(join(root, `test/fixtures/built-sites/${name}.json.gz`));
  const { sources, built } = JSON.parse(gunzipSync(packed).toString());
  const folder = await writtenFolder(context, {
    ...withFolder('docs', sources),
    ...withFolder('built', built),
  });
  return { docs: join(folder, 'docs'), built: join(folder, 'built'), html: built };
}

/** A temporary folder with these files; inventories of Sphinx are in base64. */
export async function writtenFolder(context: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-built-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, path.endsWith('.inv') ? 'base64' : 'utf8');
  }
  return folder;
}

function withFolder(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
