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
  /`([^`\n]{1,120})`|["“„«「]([^"“”„«»「」\n]{8,160})["”“»」]|(?<![\w-])(--?[a-z][\w-]{1,40})|(?<![\w.])(v?\d[\d.,_]{0,30}\d|\d)(?![\w]*\])/gi;
/** `createClient`, `max_pages` and `retry()` in prose; `macOS` and `GitHub` are names of products. */
const identifier =
  /(?<![\w/#-])(?:[a-z]{2,40}(?:[A-Z][a-z\d]{1,40}){1,8}|[A-Za-z][A-Za-z\d]{0,40}(?:_[A-Za-z\d]{1,40}){1,8}|[a-z]\w{1,40}(?=\(\)))(?!\w)/g;
const maxSentenceLength = 2_000;

/**
 * The parts of a sentence that can be checked word for word (numbers, versions, flags, code, identifiers, quotations) and
 * that none of the texts contains. A command is supported by its first word and its flags: its values are examples.
 */
export function findUnsupported(sentence: string, texts: readonly string[]): string[] {
  const read = sentence.slice(-maxSentenceLength);
  const facts = [...read.matchAll(fact)];
  const names = read.replaceAll(/`[^`\n]{1,120}`/g, ' ').match(identifier) ?? [];
  if (facts.length + names.length === 0) return [];
  const held = normal(texts.join('\n'));
  const holdsLetters = (quotation: string) => lettersOf(held).includes(lettersOf(normal(quotation)));
  const unknown = names.filter((name) => !held.includes(normal(name)));
  return facts
    .flatMap(([, code, quotation, flag, number]) => {
      if (code !== undefined) return unsupportedCode(code, held);
      if (quotation !== undefined) return holdsLetters(quotation) ? [] : [quotation];
      if (flag !== undefined) return held.includes(flag.toLowerCase()) ? [] : [flag];
      return holdsNumber(number!, held) ? [] : [number!];
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

/** `name` for `name()` and `"name"`. */
function bareName(name: string): string {
  return name.replaceAll(/["'()[\]{};,]/g, '');
}

function holdsNumber(number: string, held: string): boolean {
  const digits = number.toLowerCase().replaceAll(/[,_]/g, '').replace(/^v/, '');
  const at = ` ${held} `.split(digits);
  for (let i = 0; i + 1 < at.length; i++) {
    if (!/\d$/.test(at[i]!) && !/^\d/.test(at[i + 1]!)) return true;
  }
  return words[Number(digits)] !== undefined && held.includes(words[Number(digits)]!);
}

/** Lower case, single spaces, and numbers without separators. */
function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\d)[,_](?=\d{3})/g, '');
}
