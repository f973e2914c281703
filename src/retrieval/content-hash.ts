import { createHash } from 'node:crypto';
import { formatVersion } from './index-schema.ts';

/** SHA-256 (hex) over all pages' paths and hashes, whatever their order, the owners' guidance and the index format. */
export function contentHash(hashOfPath: ReadonlyMap<string, string>, guidance: string): string {
  const hash = createHash('sha256').update(`format ${formatVersion}\n${guidance}\n`);
  for (const entry of [...hashOfPath].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest('hex');
}
