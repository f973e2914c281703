import { DocentError } from '../errors.ts';

/**
 * What PostgreSQL says when it does not take work that is right: connection exceptions (08), a transaction undone for
 * another or for being idle (40, 25P0), read-only as after a failover (25006), a lock or statement that took too long
 * (55P03, 57014), too few resources (53), a server that stops or starts (57P), and faults of its system (58).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const refusals = /^(08...|40(001|P01)|25(006|P0[34])|53...|55P03|57(014|P0.)|58...)$/;
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of node-postgres without a code. */
const sentences =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** SQLite's busy, locked, read-only, disk and opening errors: https://sqlite.org/rescode.html */
const sqliteCodes = [5, 6, 8, 10, 14];

/** Rethrows; as `not_ready`, which clients may retry, when the database cannot be reached, or refuses for now. */
export function whenAway(error: unknown): never {
  throw isAway(error) ? away(error) : error;
}

function away(cause: unknown): DocentError {
  const headers = { 'retry-after': '2' };
  return new DocentError('not_ready', 'The database does not answer now. Please try again in a moment.', {
    cause,
    headers,
  });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.includes(Number(error.errcode) & 0xff);
  const code = 'code' in error ? String(error.code) : '';
  return refusals.test(code) || systemCodes.has(code) || sentences.test(error.message);
}
