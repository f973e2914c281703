import { DocentError } from '../errors.ts';
import { holdsMoreThan, isDeeperThan } from '../lib/json-depth.ts';

/** A verified body as JSON. @throws DocentError `invalid_json` */
export function readJson(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    if (!isDeeperThan(text) && !holdsMoreThan(text)) return JSON.parse(text);
  } catch {
    // As for what is too deep.
  }
  throw new DocentError('invalid_json', 'The body is not valid JSON.');
}

/** A verified body as the fields of a form. */
export function readForm(body: Buffer): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}
