import { stripVTControlCharacters } from 'node:util';

// GitHub prefixes each line with a timestamp.
const times = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z /gm;
const maxLength = 4_000;
const maxRead = 200_000;

/** The last bytes of a response of any length, as text. */
export async function endOfBody({ body }: Response): Promise<string> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    kept.push(chunk);
    size += chunk.length;
    while (size - kept[0]!.length >= maxRead) size -= kept.shift()!.length;
  }
  return Buffer.concat(kept).toString();
}

/** The end of a log as plain text, up to its last error if it has one. */
export function logEnd(log: string): string {
  const lines = stripVTControlCharacters(log.slice(-maxRead))
    .replace(times, '')
    .replaceAll('\r', '')
    .trimEnd()
    .split('\n');
  const lastError = lines.findLastIndex((line) => /\berror\b|##\[error\]|\bfail(?:ed|ure)?\b/i.test(line));
  const text = lines
    .slice(0, lastError < 0 ? lines.length : Math.min(lastError + 20, lines.length))
    .join('\n');
  return text.length > maxLength ? `…${text.slice(-maxLength)}` : text;
}
