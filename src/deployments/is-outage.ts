import { DocentError } from '../errors.ts';
import { ForgeFault, passingForgeFaults } from '../git/forge-fault.ts';

/** Node's error codes for network failures and full or failing disks. */
const systemCodes =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOSPC|IO|MFILE|NFILE|STALE)|UND_ERR_.*)$/;
const maxCauses = 8;

/** Whether an error may pass by itself: of a source, the database, the file store or the disk. */
export function isOutage(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < maxCauses && cause instanceof Error; depth++) {
    if (isPassing(cause)) return true;
    cause = cause.cause;
  }
  return false;
}

function isPassing(error: Error): boolean {
  if (error instanceof DocentError) return error.code === 'not_ready';
  if (error instanceof ForgeFault) return passingForgeFaults.includes(error.code);
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    systemCodes.test(String(code)) || error.name === 'TimeoutError' || ($metadata?.httpStatusCode ?? 0) >= 500
  );
}
