import { lettersOf } from '../lib/letters-of.ts';

/** Words for small numbers: prose has `three` where a model writes `3`. */
const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const fact =
  /`([^`\n]{1,120})`|["“„«「]([^"“”„«»「」\n]{8,160})["”“»」]|(?<![\w-])(--?[a-z][\w-]{1,40})|(?<![\w.])(v?\d[\d.,_]{0,30}\d|v?\d)(?![\w]*\])/gi;
/** `createClient`, `max_pages` and `retry()` in prose; `macOS` and `GitHub` are names of products. */
const identifier =
  /(?<![\w/#-])(?:[a-z]{2,40}(?:[A-Z][a-z\d]{1,40}){1,8}|[A-Za-z][A-Za-z\d]{0,40}(?:_[A-Za-z\d]{1,40}){1,8}|[a-z]\w{1,40}(?=\(\)))(?!\w)/g;
const maxSentenceLength = 2_000;
/** Counts the sentence's own parts: `Step 2`, `(1)`. */
const ordinal =
  /(?:\b(?:step|option|part|phase|schritt|teil|étape|paso)|ステップ|手順|步骤|第)\s?\d{1,2}(?![\d.])|\(\d{1,2}\)/gi;
/** How units are converted: seconds, minutes, hours, days, milliseconds, thousands and binary sizes. */
const factors = [60, 3_600, 86_400, 24, 1_440, 1_000, 60_000, 3_600_000, 1_000_000, 1_024, 1_048_576];
const unit =
  /^ ?(?:k|m|[kmgt]i?b|ms|millise|s|sec|seconds?|min|minutes?|h|hours?|days?|sekunden?|minuten?|stunden?|tage?n?|thousand|million)\b|^ ?(?:秒|分|時間|小时|分钟|日|天|万)/i;

/**
 * The parts of a sentence that can be checked word for word (numbers, versions, flags, code, identifiers, quotations) and
 * that none of the texts contains. A command is supported by its first word and its flags: its values are examples.
 */
export function findUnsupported(sentence: string, texts: readonly string[]): string[] {
  const read = joinDigits(sentence.slice(-maxSentenceLength)).replaceAll(ordinal, ' ');
  const facts = [...read.matchAll(fact)];
  const names = read.replaceAll(/`[^`\n]{1,120}`/g, ' ').match(identifier) ?? [];
  if (facts.length + names.length === 0) return [];
  const held = normal(texts.join('\n'));
  let heldLetters: string | undefined;
  const holdsLetters = (quotation: string) =>
    (heldLetters ??= lettersOf(held)).includes(lettersOf(normal(quotation)));
  const unknown = names.filter((name) => !held.includes(normal(name)));
  return facts
    .flatMap(({ 0: whole, 1: code, 2: quotation, 3: flag, 4: number, index }) => {
      if (code !== undefined) return unsupportedCode(code, held);
      if (quotation !== undefined) return holdsLetters(quotation) ? [] : [quotation];
      if (flag !== undefined) return held.includes(flag.toLowerCase()) ? [] : [flag];
      const hasUnit = unit.test(read.slice(index + whole.length));
      return holdsNumber(number!, held) || (hasUnit && holdsConverted(number!, held)) ? [] : [number!];
    })
    .concat(unknown);
}

function unsupportedCode(code: string, held: string): string[] {
  if (held.includes(normal(code))) return [];
  const [first = '', ...rest] = normal(code)
    .split(/[\s=]+/)
    .filter(Boolean);
  if (rest.length === 0) return /\w/.test(first) && !held.includes(bareName(first)) ? [code] : [];
  const needed = [bareName(first), ...rest.filter((word) => /^--?[a-z]/.test(word))];
  return needed.filter((word) => word !== '' && word !== '$' && !held.includes(word));
}

/** `name` for `name()` and `"name"`; nothing for a placeholder, as `<name>`. */
function bareName(name: string): string {
  return name.replaceAll(/<[^<>]*>|["'()[\]{};,]/g, '');
}

function holdsNumber(number: string, held: string): boolean {
  const digits = number
    .toLowerCase()
    .replaceAll(/[,_]|\.(?=\d{3}(?:\D|$))/g, '')
    .replace(/^v/, '');
  return (
    [digits, number.toLowerCase()].some((written) => holdsDigits(written, held)) || holdsWord(digits, held)
  );
}

function holdsDigits(digits: string, held: string): boolean {
  for (let at = held.indexOf(digits); at >= 0; at = held.indexOf(digits, at + 1)) {
    if (!isDigit(held[at - 1]) && !isDigit(held[at + digits.length])) return true;
  }
  return false;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function holdsWord(digits: string, held: string): boolean {
  const word = words[Number(digits)];
  return word !== undefined && held.includes(word);
}

/** `5 minutes` where the docs have `300 s` or `300_000`. */
function holdsConverted(number: string, held: string): boolean {
  const value = Number(number.replaceAll(/[,_]/g, ''));
  return factors
    .flatMap((factor) => [value * factor, value / factor])
    .some((other) => other >= 1 && Number.isInteger(other) && holdsNumber(String(other), held));
}

/** Lower case, single spaces, and numbers without separators; `300e3` is written out. */
function normal(text: string): string {
  return joinDigits(text.toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /\b(\d{1,6})e(\d)\b/g,
      (_, digits: string, zeros: string) => digits + '0'.repeat(Number(zeros)),
    );
}

/** `1000` for `1,000`, `1_000`, `1'000` and `1 000`. */
function joinDigits(text: string): string {
  return text.replaceAll(/(?<=\d)[,_'’\u00A0\u202F](?=\d{3}(?!\d))/g, '');
}
