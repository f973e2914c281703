import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isSameBytes } from '../../lib/secrets.ts';

/** Whether `signature` (hex) is the HMAC-SHA256 of the bytes of a body, compared in constant time. */
export function isSignatureOf(body: Uint8Array, secret: string, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  return isSameBytes(given, expected);
}

/** Whether two texts are equal, in a time that reveals neither where they differ nor the other's length. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
