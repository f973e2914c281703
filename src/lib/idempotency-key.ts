import { DocentError } from '../errors.ts';

/**
 * The value of an `Idempotency-Key` header, or undefined without one.
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 * @throws DocentError `invalid_request`
 */
export function readIdempotencyKey(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)) return value;
  throw new DocentError(
    'invalid_request',
    'The Idempotency-Key must be 1 to 255 printable ASCII characters.',
  );
}
