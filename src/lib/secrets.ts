import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 (hex) of a secret. With at least 128 random bits it needs no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Whether `secret` matches the stored `hash`, in constant time. */
export function isSecretOf(secret: string, hash: string): boolean {
  const [given, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)];
  return given.length === stored.length && timingSafeEqual(given, stored);
}
