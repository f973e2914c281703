import { DocentError } from '../errors.ts';
import { holdsMoreThan, isDeeperThan, maxJsonDepth, maxJsonValues } from './json-depth.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses bytes as JSON, without validation. @throws DocentError `invalid_json` */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (isDeeperThan(text)) {
    throw new DocentError('invalid_json', `The body is nested deeper than ${maxJsonDepth} levels.`);
  }
  if (holdsMoreThan(text)) {
    throw new DocentError('invalid_json', `The body holds more than ${maxJsonValues} values.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DocentError('invalid_json', 'The body is not valid JSON.', { cause });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new DocentError('invalid_json', 'The body is not valid UTF-8.', { cause });
  }
}
