import { crc32 } from 'node:zlib';
import { base62, randomBase62 } from '../lib/ids.ts';

/** 24 base62 characters hold 142 random bits; 6 more hold the CRC-32 of everything before them. */
const randomLength = 24;
const checksumLength = 6;

const prefixes = { assistant: 'svc_dsc_', admin: 'svc_' } as const;

/** Prefix, random part, checksum. No underscore in the random part, so an admin secret never begins `svc_dsc_`. */
const shape = new RegExp(`^svc_(dsc_)?[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Generates a key. Only its hash is stored. */
export function newKeySecret(kind: 'assistant' | 'admin'): string {
  const body = prefixes[kind] + randomBase62(randomLength);
  return body + checksum(body);
}

/** Whether the text has the form of a key, so that typing errors need no query. Does not check the kind. */
export function isKeyShaped(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

/** The prefix and the last four characters, by which people recognise a key in a list. */
export function keyHint(kind: 'assistant' | 'admin', secret: string): string {
  return `${prefixes[kind]}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  return base62(crc32(text), checksumLength);
}
