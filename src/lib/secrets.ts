import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 (hex) of a secret of at least 128 random bits: needs no salt and no slow hash, it cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Whether `secret` is the one that was stored as `hash`; takes as long whichever way it is wrong. */
export function isSecretOf(secret: string, hash: string): boolean {
  const [given, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}
