import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 (hex) of a secret. With at least 128 random bits it needs no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** Whether `secret` matches the stored `hash`, in constant time. */
export function isSecretOf(secret: string, hash: string): boolean {
  return isSameBytes(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}

/** Whether two signatures or hashes are equal, in a time that reveals nothing of them. */
export function isSameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
