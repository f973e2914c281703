import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that must be recovered as they are, so that a copy of the database alone reveals nothing. */
export type Seal = {
  seal(text: string): string;
  /** @throws Error for text sealed with another key; unsealed text is returned as it is */
  open(stored: string): string;
};

const mark = 'sealed:1:';
const nonceLength = 12;
const tagLength = 16;

/** @param secret at least 32 characters; without it nothing is sealed, and sealed text cannot be opened */
export function createSeal(secret: string | undefined): Seal {
  const key =
    secret === undefined ? null : Buffer.from(hkdfSync('sha256', secret, '', 'docent sealed secrets', 32));
  return {
    seal(text) {
      if (key === null) return text;
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return mark + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(stored) {
      if (!stored.startsWith(mark)) return stored;
      if (key === null)
        throw new Error('A stored secret is sealed. Set DOCENT_SECRET_KEY to what sealed it.');
      const bytes = Buffer.from(stored.slice(mark.length), 'base64');
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
      cipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      return Buffer.concat([cipher.update(bytes.subarray(nonceLength + tagLength)), cipher.final()]).toString(
        'utf8',
      );
    },
  };
}
