import { createRecent, type Recent } from '../../lib/recent.ts';
import { eachRun } from './each-run.ts';
import { foldText } from './fold-text.ts';
import { languageOf } from './languages.ts';
import { createWordTable, type WordTable } from './word-table.ts';

/** A term of the index, the folded word that it comes from, and its position in the text (UTF-16 offsets). */
export type Token = { term: string; word: string; start: number; end: number; isCompound: boolean };

/** Longer words are hashes, keys and data. */
const maxWordLength = 64;

/** Longer runs hardly come again. */
const maxKept = 64;

/** Between a small letter or digit and a capital, and before the last capital of a run (`XMLHttp`), but not in `APIs`. */
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s$)/u;

/**
 * The terms of a text, in order: words folded and stemmed, identifiers both whole and in parts
 * (`useState`, `use_state` and `use-state` all give `usestate`, `use`, `state`), unspaced scripts as pairs of characters.
 * @param language a code of `languageCode`
 * @param wanted only these terms; by default all
 */
export function tokenize(text: string, language = 'en', wanted?: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  const firsts = wanted !== undefined && language === 'en' ? firstLetters(wanted) : null;
  eachRun(text, (start, end, isUnspaced) => {
    if (firsts?.[text.charCodeAt(start) | 0x20] === 0 && isPlain(text, start, end)) return;
    const run = text.slice(start, end);
    for (const token of isUnspaced ? pairTokens(run) : wordTokens(run, language)) {
      if (wanted?.has(token.term) === false) continue;
      tokens.push({ ...token, start: start + token.start, end: start + token.end });
    }
  });
  return tokens;
}

/** The letters that terms begin with, in ASCII. English stems begin as their words, so that most words need no look-up. */
function firstLetters(terms: ReadonlySet<string>): Uint8Array {
  const firsts = new Uint8Array(128);
  for (const term of terms) firsts[term.charCodeAt(0)] = 1;
  return firsts;
}

/** As `plainWord`, without digits. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const isSmall = code > 96 && code < 123;
    if (!isSmall && (at > start || code < 65 || code > 90)) return false;
  }
  return true;
}

export type TermReader<Made> = (text: string, language: string, terms?: Made[]) => Made[];

/**
 * Reads texts for indexing, many times as fast: only the terms of `tokenize`, each as what `made` makes of it, which
 * it keeps for words that come again. Appends them to `terms`.
 */
export function createTermReader<Made>(made: (term: string) => Made): TermReader<Made> {
  const known = new Map<string, WordTable<Made[]>>();
  return (text, language, terms = []) => {
    const words = known.get(language) ?? createWordTable();
    known.set(language, words);
    eachRun(text, (start, end, isUnspaced) => {
      let found = words.find(text, start, end);
      if (found === undefined) {
        const run = text.slice(start, end);
        const tokens = isUnspaced ? pairTokens(run) : splitRun(run, language);
        found = tokens.flatMap(({ term }) => Array<Made>(wordsIn(term)).fill(made(term)));
        if (run.length <= maxKept) words.add(run, found);
      }
      for (let i = 0; i < found.length; i++) terms.push(found[i]!);
    });
    return terms;
  };
}

/** A dotted number counts as its parts and itself, so that a list of versions is not taken for a short text. */
function wordsIn(term: string): number {
  return /^\d+\./.test(term) ? term.split('.').length + 1 : 1;
}

/** Tokens of recent words by language: most words of a text are common. */
const knownTokens = new Map<string, Recent<Token[]>>();
/** The same for the parts of identifiers. */
const knownTerms = new Map<string, Recent<Pick<Token, 'term' | 'word'>>>();
const maxRecent = 10_000;

function recentOf<Known>(known: Map<string, Recent<Known>>, language: string): Recent<Known> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const words = createRecent<Known>(maxRecent);
  known.set(language, words);
  return words;
}

function wordTokens(run: string, language: string): Token[] {
  const words = recentOf(knownTokens, language);
  const before = words.get(run);
  if (before !== undefined) return before;
  const tokens = splitRun(run, language);
  words.set(run, tokens);
  return tokens;
}

function splitRun(run: string, language: string): Token[] {
  return run.length > 4 * maxWordLength ? [] : splitWord(run, language);
}

/** The common case: words without anything to split at. */
const plainWord = /^[A-Z]?[a-z0-9]+$/;

/** Parts of a dotted name. Dotted numbers are one word, with or without a v before them. */
const dottedParts =
  /(?<![^._-])v\d+(?:\.\d+)+|(?<!\d)\d+(?:\.\d+)+|(?:(?!\d{1,40}\.\d|(?<![^._-])v\d{1,40}\.\d)[^.])+/giu;
const dottedNumber = /^v?(\d+(?:\.\d+)+)$/i;

/** A dotted name yields itself, then each of its identifiers. */
function splitWord(run: string, language: string): Token[] {
  if (plainWord.test(run)) return toToken(run, 0, language, false);
  if (/[+#]$/.test(run)) return [exactToken(run, 0)];
  const identifiers = [...run.matchAll(dottedParts)];
  const parts = identifiers.flatMap(({ 0: identifier, index }) => {
    const number = dottedNumber.exec(identifier)?.[1];
    return number === undefined
      ? splitIdentifier(identifier, index, language)
      : [{ ...exactToken(number, index), end: index + identifier.length }];
  });
  return identifiers.length > 1 ? [...toToken(run, 0, language, true), ...parts] : parts;
}

/** An identifier of several words yields itself, then each of its words. */
function splitIdentifier(identifier: string, start: number, language: string): Token[] {
  const words: Token[] = [];
  for (const { 0: piece, index } of identifier.matchAll(/[^_-]+/g)) {
    let offset = start + index;
    for (const word of piece.split(humps)) {
      words.push(...toToken(word, offset, language, false));
      offset += word.length;
    }
  }
  return words.length > 1 ? [...toToken(identifier, start, language, true), ...words] : words;
}

function toToken(written: string, start: number, language: string, isCompound: boolean): Token[] {
  const known = recentOf(knownTerms, language);
  let found = known.get(written);
  if (found === undefined) known.set(written, (found = termOf(written, language)));
  const { term, word } = found;
  if (word.length === 0 || word.length > maxWordLength) return [];
  return [{ term, word, start, end: start + written.length, isCompound }];
}

function termOf(written: string, language: string): Pick<Token, 'term' | 'word'> {
  if (plainWord.test(written) && written.length <= maxWordLength) {
    const word = written.toLowerCase();
    return { term: languageOf(language).stem(word), word };
  }
  const joined = written.replaceAll(/[.'’_-]/g, '');
  const word = foldText(joined);
  if (word.length > maxWordLength) return { term: '', word };
  return { term: languageOf(language).stem(joined.normalize('NFC').toLowerCase()), word };
}

function pairTokens(run: string): Token[] {
  const characters = [...run];
  if (characters.length === 1) return [exactToken(run, 0)];
  const tokens: Token[] = [];
  let start = 0;
  for (let i = 0; i + 1 < characters.length; i++) {
    tokens.push(exactToken(`${characters[i]}${characters[i + 1]}`, start));
    start += characters[i]!.length;
  }
  return tokens;
}

function exactToken(written: string, start: number): Token {
  const word = foldText(written);
  return { term: word, word, start, end: start + written.length, isCompound: false };
}
