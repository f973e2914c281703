import { stripVTControlCharacters } from 'node:util';

// GitHub begins each line with the time.
const times = /^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z /gm;
const maxLength = 4_000;

/** The end of a log as plain text, up to its last error where it names one. */
export function logEnd(log: string): string {
  const lines = stripVTControlCharacters(log.slice(-200_000))
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
