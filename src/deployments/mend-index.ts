import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import type { Copies } from './copy-deployment.ts';
import type { IndexTravel } from './index-travel.ts';

type MendDeps = { indexFolder: string; travel: IndexTravel; log: Log; copies: Copies };

/** Replaces a damaged index file: downloads it again, or has it built again from its source. Never throws. */
export async function mendIndex(
  { indexFolder, travel, log, copies }: MendDeps,
  projectId: string,
  file: string,
): Promise<void> {
  const fields = { projectId, file };
  try {
    const mended = await travel.mend(file);
    if (mended === 'brought') return log.warn(fields, 'a damaged index file was downloaded again');
    // If it equals the stored file, it was damaged before it was stored.
    log.warn({ ...fields, mended }, 'an index file is damaged and is built again from its source');
    // Open handles stay readable; nothing must be copied from the file.
    if (mended === 'none') await rm(join(indexFolder, file), { force: true });
  } catch (error) {
    log.warn({ ...fields, error }, 'a damaged index file cannot be downloaded again');
  }
  copies.request(projectId, true);
}
