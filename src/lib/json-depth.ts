const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Deeper than any real request, and far from where `JSON.stringify` and validators overflow the stack. */
export const maxJsonDepth = 64;

/** Maximum values in one body: far more than any chat has, and each costs validation time. */
export const maxJsonValues = 200_000;

/**
 * Whether arrays and objects in `json` are nested deeper than `max`. Reads the raw text once, without recursion,
 * so that it can run before `JSON.parse`; text that is not JSON is left to the parser to refuse.
 */
export function isDeeperThan(json: string, max: number = maxJsonDepth): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === quote) {
      i = endOfString(json, i);
    } else if (code === openBracket || code === openBrace) {
      if (++depth > max) return true;
    } else if (code === closeBracket || code === closeBrace) {
      depth--;
    }
  }
  return false;
}

/** Whether `json` holds more than `max` values. Reads the raw text once, as `isDeeperThan` does. */
export function holdsMoreThan(json: string, max: number = maxJsonValues): boolean {
  let values = 1;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === quote) i = endOfString(json, i);
    else if ((code === comma || code === openBracket || code === openBrace) && ++values > max) return true;
  }
  return false;
}

/** The end of the string that opens at `start`; the end of the text when it is unclosed. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** Whether an odd number of backslashes stands before `index`. */
function isEscaped(json: string, index: number): boolean {
  let first = index;
  while (json.charCodeAt(first - 1) === backslash) first--;
  return (index - first) % 2 === 1;
}
