import { DocentError } from '../errors.ts';

/** The database refused a write because its disk is full. Everything that needs no write continues. */
export class DiskFull extends DocentError {
  constructor(cause: unknown) {
    const headers = { 'retry-after': '60' };
    super('not_ready', 'The disk of the server is full. Please try again later.', { cause, headers });
  }
}

/** Whether the last write of this process found the disk full: a process has one database. */
let full = false;

export const isDiskFull = (): boolean => full;

/** Call after a successful write. */
export function noteWritten(): void {
  full = false;
}

/** Rethrows a database error, as `DiskFull` when it means that. */
export function rethrowFull(error: unknown): never {
  if (!isFullError(error)) throw error;
  full = true;
  throw new DiskFull(error);
}

/** SQLITE_FULL, whose last byte is 13, PostgreSQL's disk_full, and the system's own. */
export function isFullError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return (Number(error.errcode) & 0xff) === 13;
  return 'code' in error && (error.code === '53100' || error.code === 'ENOSPC');
}

/** Runs a write that may be skipped when the disk is full. */
export async function unlessFull(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof DiskFull)) throw error;
  });
}
