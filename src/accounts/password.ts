import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DocentError } from '../errors.ts';
import { withoutEnd } from '../lib/without-end.ts';

const hash = promisify(argon2);

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const hashLength = 32;
const minLength = 12;
const maxLength = 256;

/** The Argon2id hash of a password, with its salt and cost, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const digest = await hash('argon2id', {
    message: password,
    nonce: salt,
    tagLength: hashLength,
    ...cost,
  });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`;
}

/** Whether the password matches. Takes the same time for a person without a password. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const parts = phc.exec(stored ?? nobodys);
  if (parts === null) return false;
  const [, memory, passes, parallelism, salt, digest] = parts;
  const expected = Buffer.from(digest!, 'base64');
  const actual = await hash('argon2id', {
    message: password.slice(0, maxLength),
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** @throws DocentError `invalid_request` for a password that is too short or too long */
export function checkNewPassword(password: string): void {
  if (password.length >= minLength && password.length <= maxLength) return;
  const message = `A password is ${minLength} to ${maxLength} characters.`;
  throw new DocentError('invalid_request', message, { details: [{ path: 'password', message }] });
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(randomBytes(16))}$${base64(randomBytes(hashLength))}`;

function base64(bytes: Buffer): string {
  return withoutEnd(bytes.toString('base64'), '=');
}
