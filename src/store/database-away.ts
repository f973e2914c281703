import { DocentError } from '../errors.ts';

/** Connection exceptions, a server that stops or starts, too many connections. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const serverCodes = /^(08...|57P0[1-3]|53300)$/;
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of node-postgres without a code. */
const sentences =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Rethrows; as `not_ready`, which clients may retry, when the database cannot be reached. */
export function whenAway(error: unknown): never {
  throw isAway(error) ? away(error) : error;
}

function away(cause: unknown): DocentError {
  const headers = { 'retry-after': '2' };
  return new DocentError('not_ready', 'The database cannot be reached. Please try again in a moment.', {
    cause,
    headers,
  });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return serverCodes.test(code) || systemCodes.has(code) || sentences.test(error.message);
}
