import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Build } from '../content/site/build.ts';
import { isAddress, openBuild } from '../content/built/open-build.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { webUrl } from './arguments.ts';
import { readConfig } from './read-config.ts';

export const builtOption = {
  type: 'string',
  valueHint: 'DIR|URL',
  description: 'The built site (folder or URL), to read page addresses and heading ids from.',
} as const;

/**
 * The folder as a whole path, or the address.
 * @throws DocentError `not_found` for a folder that is not there
 */
export function builtPlace(built: string): string {
  if (isAddress(built)) return webUrl('built', built);
  requireFolder(resolve(built));
  return resolve(built);
}

/** Reads a build for a command, which keeps nothing of it. */
export async function readBuild(built: string): Promise<Build> {
  const store = await mkdtemp(join(tmpdir(), 'docent-built-'));
  try {
    const { privateHosts } = readConfig({}).sources;
    return await openBuild({ place: builtPlace(built), store, privateHosts });
  } finally {
    await rm(store, { recursive: true, force: true });
  }
}
