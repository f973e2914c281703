import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SiteOptions } from '../content/frameworks/framework.ts';
import type { ContentWarning } from '../content/page.ts';
import { parserVersion } from '../content/parser-version.ts';
import { fingerprintOf } from '../content/reading/fingerprint.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { Project } from '../store/projects.ts';
import type { Base } from './read-base.ts';

/** What a project's docs were when this server last read them: while they stay the same, no process needs to read them. */
type LastReading = { state: string; contentHash: string; warnings: ContentWarning[] };

/** All that the docs of a project with one source are read from; null when nobody knows whether it changed. */
export async function stateOf(
  { sources: [source, ...others], preview }: Project,
  tree: FileTree,
  options: SiteOptions,
): Promise<string | null> {
  // What is crawled or built changes elsewhere; a preview has no folder of its own.
  if (preview !== undefined || others.length > 0 || tree.site !== undefined || options.built !== undefined)
    return null;
  const fingerprint = await fingerprintOf(tree, options);
  return fingerprint && hash('sha256', JSON.stringify([fingerprint, source, parserVersion()]));
}

/** The last reading, when the index before has all that it found. */
export async function findLastReading(
  sourceFolder: string,
  { id, sources }: Project,
  { deployment, pages, due, isOwn }: Base,
): Promise<LastReading | null> {
  const isWhole = pages !== null && due.size === 0 && isOwn && isDeepStrictEqual(deployment.sources, sources);
  if (!isWhole) return null;
  // A file that is missing or damaged is as good as none.
  const last = await readFile(fileOf(sourceFolder, id), 'utf8')
    .then((text) => JSON.parse(text) as LastReading)
    .catch(() => null);
  return last?.contentHash === deployment.contentHash ? last : null;
}

export async function keepLastReading(sourceFolder: string, id: string, last: LastReading): Promise<void> {
  const file = fileOf(sourceFolder, id);
  // Without it, the docs are read once more.
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, JSON.stringify(last)))
    .catch(() => undefined);
}

/** Whether this server has read docs before. */
export function hasLastReading(sourceFolder: string): boolean {
  return (
    existsSync(sourceFolder) && readdirSync(sourceFolder).some((id) => existsSync(fileOf(sourceFolder, id)))
  );
}

function fileOf(sourceFolder: string, id: string): string {
  return join(sourceFolder, id, 'last-reading.json');
}
