/**
 * Text that every store, index and model accepts: lone surrogates become U+FFFD and NUL is dropped
 * (PostgreSQL refuses both).
 */
export function cleanText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}

/** Control characters, line and paragraph separators, and characters that reorder visible text. */
const unfitForOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text on one line and in reading order, for names and paths. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(unfitForOneLine, ' ').trim();
}

/** Characters that command a terminal, or reorder what it shows. */
const commands = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text of the docs or of a model as a terminal may show it: with its lines, without escape sequences. */
export function cleanForTerminal(text: string): string {
  return text.replaceAll(commands, '');
}
