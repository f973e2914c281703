import { DocentError } from '../errors.ts';

/** Connection exceptions, and a server that stops, starts or has no connection left. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const absences = /^(08...|57P..|53300)$/;
/**
 * PostgreSQL's codes for refusing valid work: a transaction undone for another (40) or for being idle (25P0),
 * read-only as after a failover (25006), a lock or statement that took too long (55P03, 57014), too few resources
 * (53), and faults of its system (58).
 */
const refusals = /^(40(001|P01)|25(006|P0[34])|53...|55P03|57014|58...)$/;
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

/** Rethrows, as the retryable `not_ready` when the database cannot be reached or refuses temporarily. */
export function rethrowUnavailable(error: unknown): never {
  if (isAway(error)) throw notReady('The database cannot be reached.', error);
  if (isRefused(error)) throw notReady('The database has refused or canceled this for now.', error);
  throw error;
}

function notReady(what: string, cause: unknown): DocentError {
  const headers = { 'retry-after': '2' };
  return new DocentError('not_ready', `${what} Please try again in a moment.`, { cause, headers });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || 'errcode' in error) return false;
  const code = codeOf(error);
  return absences.test(code) || systemCodes.has(code) || sentences.test(error.message);
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.includes(Number(error.errcode) & 0xff);
  return refusals.test(codeOf(error));
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
