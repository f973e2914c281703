import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 22 base62 characters hold 130.99 bits, the fewest that hold 128. */
const idLength = 22;

/** `length` characters of base62, each equally likely, from the system's secure random source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of nextRandom(length * 2)) {
      // 248 is the largest multiple of 62 in a byte: higher bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** Read ahead, because asking the system takes as long for 4,000 bytes as for one. */
const ahead = Buffer.alloc(4_096);
let used = ahead.length;

/** Random bytes, none of them twice; at most so many as are read ahead. */
function nextRandom(count: number): Buffer {
  if (used + count > ahead.length) {
    randomFillSync(ahead);
    used = 0;
  }
  const from = used;
  used += Math.min(count, ahead.length);
  // What was given out does not stay in memory.
  const taken = Buffer.from(ahead.subarray(from, used));
  ahead.fill(0, from, used);
  return taken;
}

/** A new unguessable id: `prefix_` and 22 characters of base62 (130 random bits). */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase62(idLength)}`;
}

/** `value` (a whole number from 0) in base62, padded with zeros to `length` characters. */
export function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text.padStart(length, '0');
}
