import { createHash } from 'node:crypto';
import { formatVersion } from './index-schema.ts';

/** SHA-256 (hex) over all pages' paths and hashes in any order, the project's guidance and the index format. */
export function contentHash(
  hashOfPath: ReadonlyMap<string, string>,
  guidance: string,
  format: number = formatVersion,
): string {
  const hash = createHash('sha256').update(`format ${format}\n${guidance}\n`);
  for (const entry of [...hashOfPath].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest('hex');
}

/** The hashes of the same content in all index formats so far. */
export function contentHashes(hashOfPath: ReadonlyMap<string, string>, guidance: string): string[] {
  return Array.from({ length: formatVersion }, (_, n) => contentHash(hashOfPath, guidance, n + 1));
}
