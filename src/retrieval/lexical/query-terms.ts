import { askedSubject } from '../../lib/definitions.ts';
import { lettersOf } from '../../lib/letters-of.ts';
import { questionTokens } from '../question-terms.ts';
import { askedDefinition, askedStart, homeTerm, introductionTerm, titleTerm } from './definition-terms.ts';
import { askedHeadings } from './heading-terms.ts';
import { isEnglishWord, wordOf } from './english-words.ts';
import { ordinaryWords } from './ordinary-words.ts';
import { createNameSense, isIdentifier, isWholeName } from './is-name.ts';
import { areEnglish, languageOf } from './languages.ts';
import { askedStopWordNames, type StopWordName } from './stop-word-names.ts';
import { phrasalVerbs } from './phrasal-verbs.ts';
import { isNumber, isVersion, numberTerms } from './version-terms.ts';
import { stopWords } from './stop-words.ts';
import { type Token, tokenize } from './tokenize.ts';
import type { KnownTerm, Vocabulary } from './vocabulary.ts';

/** One word of a question, as search uses it. */
export type QueryTerm = {
  /** Index terms that stand for it: itself, its likely completions or corrections, or none. */
  terms: string[];
  /** Its inverse document frequency (BM25's, always above 0). */
  rarity: number;
  /** Whether it is a whole heading, a definition or a verb with its particle, in addition to the words in it. */
  isHeading: boolean;
  /** Whether it is written like a name: `useState`, `gpu_policy`, `S3`, or `Kafka` in mid-sentence. */
  isName: boolean;
  /** Whether it is an identifier, an option or a version: docs of any size that answer hold these. */
  isExact: boolean;
  /** Whether its terms are completions or corrections, because the index does not contain it. */
  isGuess: boolean;
  /**
   * A name (`Kafka`), or a word that is no English one (`restic`), which no title or heading has: the docs mention it, and
   * are hardly about it.
   */
  mention: 'name' | 'word' | null;
};

/** What a reader chose, which docs need not have: `9am`, `10mb`, `0.5`. */
const isValue = /^(?:\d+\p{L}{1,4}|0\.\d+)$/u;

const plainTerm = { isHeading: false, isName: false, isExact: false, isGuess: false, mention: null };

/** A search has a bit for each word. The rarest suffice; more would cost time and add nothing. */
const maxWords = 32;

/** Characters of a question that may be a heading. */
const maxHeadingLength = 200;

const capitalized = /^\p{Lu}\p{Ll}+$/u;
const lowerCase = /^[a-z]+$/;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const maxPairsLength = 500;

/** What the docs are about is in at least so many sections, and in more than one of twenty. */
const minCommon = 3;
const commonRarity = Math.log(20);

/** Maximum number of words to correct: each takes about a millisecond. */
const maxGuesses = 4;

/**
 * The words to search for, rarest first. A word that the index does not contain stands for its completions when it is
 * the last, because it may still be typed, else for its likely correction; without any it stays without terms, as a
 * sign that the docs lack something.
 * @param languages of the pages that are searched: a word is looked up by its stem in each of them
 * @param product what the docs are about: its name tells no page from another
 */
export function queryTerms(
  vocabulary: Vocabulary,
  text: string,
  allSections: number,
  languages: readonly string[],
  product?: string,
): QueryTerm[] {
  let guesses = 0;
  const isName = createNameSense(text, languages);
  const isEnglish = areEnglish(languages);
  const toQueryTerm = (tokens: readonly [Token, ...Token[]]): QueryTerm[] => {
    const [{ word, start, end, isCompound }] = tokens;
    const ofVersion = isVersion(text, start, end);
    let meant = isNumber(word)
      ? numberTerms(vocabulary, word, ofVersion)
      : isSigns(word)
        ? signTerms(vocabulary, word)
        : knownTerms(vocabulary, tokens);
    const isGuess = meant.length === 0;
    if (isGuess && canBeMistyped(text.slice(start, end)) && ++guesses <= maxGuesses)
      meant = guess(vocabulary, text, tokens[0], languages);
    if (meant.length === 0 && (ordinaryWords.has(word) || isValue.test(word))) return [];
    const isWhole = isCompound && isWholeName(text, start, end);
    // The parts of a dotted name, which begins with an arbitrary variable, and of hyphenated words are there too.
    const isProduct = isEnglish && isCompound && isHyphenedName(text.slice(start, end));
    if (meant.length === 0 && isCompound && !isWhole && !isProduct && /[.-]/.test(text.slice(start, end)))
      return [];
    const together = meant.reduce((sum, { sections }) => sum + sections, 0);
    const terms = meant.map(({ term }) => term);
    const rarity = rarityOf(together, allSections);
    const written = text.slice(start, end);
    const isExact = isWhole || ofVersion || isIdentifier(written);
    const isNamed = isExact || isProduct || isName(start, end);
    const mention = isGuess ? null : kindOfMention(written, isNamed, isEnglish);
    return [{ ...plainTerm, terms, rarity, isName: isNamed, isExact, isGuess, mention }];
  };
  const straddling = straddlingPairs(vocabulary, text, languages);
  const phrasal = phrasalVerbs(text, languages).filter(({ whole }) => vocabulary.count(whole) > 0);
  const isOnlyPart = (term: string) =>
    phrasal.some(({ verb }) => verb === term) && vocabulary.count(term) === 0;
  const found = questionTokens(withoutProduct(text, product, languages), languages)
    .filter(([{ term }]) => !straddling.has(term) && !isOnlyPart(term))
    .map((tokens) => ({ tokens, words: toQueryTerm(tokens) }));
  const hasSigns = found.some(({ words: [word] }) => word !== undefined && isSignTerm(word));
  const names = stopWordNames(vocabulary, text, languages);
  const isNamed = (word: string) => names.some((name) => name.words.includes(word));
  const isAside = (word: string) =>
    (hasSigns && ordinaryWords.has(word)) || (names.length > 0 && !isNamed(word) && stopWords.has(word));
  const words = found.flatMap(({ tokens: [{ word }], words }) => (isAside(word) ? [] : words));
  const isCommon = (sections: number) =>
    sections >= minCommon && rarityOf(sections, allSections) < commonRarity;
  const wholes = [
    ...phrasal.map(({ whole }) => ({ term: whole, sections: vocabulary.count(whole) })),
    ...askedHeading(vocabulary, text, languages),
    ...definitions(vocabulary, text, languages, isCommon, product),
    ...exactTerms(vocabulary, words),
  ].map(({ term, sections }): QueryTerm => {
    const rarity = rarityOf(sections, allSections);
    return { ...plainTerm, terms: [term], rarity, isHeading: true };
  });
  const named = names.map(({ term, sections }): QueryTerm => {
    const rarity = rarityOf(sections, allSections);
    return { ...plainTerm, terms: [term], rarity, isName: true };
  });
  const rarest = [...words, ...named, ...wholes].sort((a, b) => b.rarity - a.rarity).slice(0, maxWords);
  for (const word of rarest)
    if (word.mention && word.terms.some(vocabulary.isInHeadings)) word.mention = null;
  return rarest;
}

/** The likely completions or corrections of a word that the index does not contain. */
function guess(
  vocabulary: Vocabulary,
  text: string,
  { word, end, isCompound }: Token,
  languages: readonly string[],
): KnownTerm[] {
  const isLast = end === text.length && !isCompound;
  const completed = isLast ? vocabulary.complete(word) : [];
  if (completed.length > 0) return completed;
  // A word is hardly another one mistyped: `phone` is not `prone`.
  if (areEnglish(languages) && isEnglishWord(word) === true) return [];
  const repaired = vocabulary.repair(word, languages);
  return repaired.length === 0 && isLast ? vocabulary.shorten(word) : repaired;
}

/** A question with the likely corrections of its mistyped words in place of them. */
export function corrected(vocabulary: Vocabulary, text: string, languages: readonly string[]): string {
  const unknown = questionTokens(text, languages).flatMap((tokens) => {
    const [{ word, start, end, isCompound }] = tokens;
    const isPart =
      /[\w$/.-]/.test(text.charAt(start - 1)) || /^(?:[_$/-]|\.\w)/.test(text.slice(end, end + 2));
    const isPlain = !isCompound && !isPart && !isNumber(word) && canBeMistyped(text.slice(start, end));
    return isPlain && knownTerms(vocabulary, tokens).length === 0 ? [tokens[0]] : [];
  });
  let meant = text;
  for (const token of unknown.slice(0, maxGuesses).toReversed()) {
    const words = guess(vocabulary, text, token, languages).map(({ term }) => wordOf(term, token.word));
    if (words.length > 0) meant = meant.slice(0, token.start) + words.join(' ') + meant.slice(token.end);
  }
  return meant;
}

/** Whether a definition is asked of what the docs are about. */
function namesProduct(text: string, product: string): boolean {
  const subject = askedSubject(text);
  return subject !== null && lettersOf(subject).toLowerCase() === lettersOf(product).toLowerCase();
}

/** Sets the product beside another, so that its name tells what is meant. */
const compares =
  /\b(?:why|vs|versus|instead|compar\w{1,8}|differ\w{1,8}|alternatives?|than|unlike|migrat\w{1,5}|switch\w{0,3})\b/i;

/** The question with blanks for the name of what all pages are about, unless it says hardly anything else. */
function withoutProduct(text: string, product: string | undefined, languages: readonly string[]): string {
  if (product === undefined || text.length > maxPairsLength || compares.test(text)) return text;
  const name = product.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Not within another name: `hono/jwt`, `@hono/node-server`, `ray.init`.
  const alone = new RegExp(`(?<![\\p{L}\\p{N}@/_.-])${name}(?![\\p{L}\\p{N}/_-]|[.]\\p{L})`, 'giu');
  const rest = text.replaceAll(alone, (found) => ' '.repeat(found.length));
  const saysMore = questionTokens(rest, languages).some(
    ([{ word }]) => !stopWords.has(word) && !ordinaryWords.has(word),
  );
  return saysMore ? rest : text;
}

/** What is written exactly is not another word mistyped. */
function canBeMistyped(written: string): boolean {
  return !/\p{N}/u.test(written) && !isIdentifier(written) && !isSigns(written);
}

/** Words in hyphens of which one is no English word: `oh-my-zsh`, but `re-encoding` and `send-only`. */
function isHyphenedName(written: string): boolean {
  const parts = written.split('-');
  return parts.length > 1 && parts.some((part) => lowerCase.test(part) && isEnglishWord(part) === false);
}

function isSigns(word: string): boolean {
  return !/[\p{L}\p{N}\p{M}]/u.test(word);
}

/** A run of signs, or what is before the punctuation at its end: `->>?`. */
function signTerms(vocabulary: Vocabulary, signs: string): KnownTerm[] {
  const sections = vocabulary.count(signs);
  if (sections > 0) return [{ term: signs, sections }];
  return /[?.!:]$/.test(signs) ? signTerms(vocabulary, signs.slice(0, -1)) : [];
}

/** What a word is if no heading has it. Identifiers and acronyms are left out: docs often have them in their text alone. */
function kindOfMention(written: string, isName: boolean, isEnglish: boolean): QueryTerm['mention'] {
  if (isName) return capitalized.test(written) ? 'name' : null;
  return isEnglish && lowerCase.test(written) && isEnglishWord(written) === false ? 'word' : null;
}

/**
 * In scripts without spaces, the character pairs that no section has, between two pairs that sections or questions do
 * have: they straddle two words and mean nothing.
 */
function straddlingPairs(vocabulary: Vocabulary, text: string, languages: readonly string[]): Set<string> {
  const straddling = new Set<string>();
  if (!unspaced.test(text)) return straddling;
  const tokens = tokenize(text.slice(0, maxPairsLength));
  const isKnown = ({ term, word }: Token) =>
    vocabulary.count(term) > 0 || languages.some((language) => languageOf(language).stopWords.has(word));
  for (const [i, token] of tokens.entries()) {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    if (before === undefined || after === undefined) continue;
    if (before.end <= token.start || after.start >= token.end || token.isCompound) continue;
    if (!isKnown(token) && isKnown(before) && isKnown(after)) straddling.add(token.term);
  }
  return straddling;
}

/** The heading that equals the question, when the index has it. */
function askedHeading(vocabulary: Vocabulary, text: string, languages: readonly string[]): KnownTerm[] {
  if (text.length > maxHeadingLength) return [];
  return languages
    .flatMap((language) => askedHeadings(text, language))
    .map((term) => ({ term, sections: vocabulary.count(term) }))
    .filter(({ sections }) => sections > 0)
    .slice(0, 1);
}

/**
 * The definition that the question asks for; the opening of the page of that name, or the introduction to the docs when the
 * question is about what they are all about; and their first steps.
 */
function definitions(
  vocabulary: Vocabulary,
  text: string,
  languages: readonly string[],
  isCommon: (sections: number) => boolean,
  product: string | undefined,
): KnownTerm[] {
  if (text.length > maxHeadingLength) return [];
  const known = (term: string) => ({ term, sections: vocabulary.count(term) });
  const asked = languages.flatMap((language) => askedDefinition(text, language) ?? []).slice(0, 1);
  const isProduct = product !== undefined && namesProduct(text, product);
  const isSubjectCommon = asked.some((term) =>
    term
      .slice(introductionTerm.length)
      .split(' ')
      .every((word) => isCommon(vocabulary.count(word))),
  );
  const isDefined = asked.some((term) => vocabulary.count(term) > 0);
  const isTitled = asked.some((term) => vocabulary.count(titleTerm(term)) > 0);
  // A common subject is what the docs are about, unless it has a page: a "section" of a site generator.
  const isAboutAll = isProduct || (isSubjectCommon && !isTitled);
  const start = askedStart(text);
  const ofTitle = isSubjectCommon && isDefined ? [] : asked.map(titleTerm);
  const openings = isAboutAll ? [introductionTerm, homeTerm] : ofTitle;
  // An API named after the product (`Acme is the main class`) is not what it is.
  const isIntroduced = isProduct && vocabulary.count(introductionTerm) > 0;
  return [...(isIntroduced ? [] : asked), ...openings, ...(start === null ? [] : [start])]
    .map(known)
    .filter(({ sections }) => sections > 0);
}

/** A run of signs that the docs hold: the ordinary words around it say little. */
function isSignTerm({ terms: [term] }: QueryTerm): boolean {
  return term !== undefined && isSigns(term);
}

/** Titles and headings of stop words alone that the question means. */
function stopWordNames(
  vocabulary: Vocabulary,
  text: string,
  languages: readonly string[],
): (KnownTerm & StopWordName)[] {
  if (text.length > maxHeadingLength) return [];
  return languages
    .flatMap((language) => askedStopWordNames(text, language))
    .map((name) => ({ ...name, sections: vocabulary.count(name.term) }))
    .filter(({ sections }) => sections > 0);
}

/** Signs count more than the words around them, and a version itself more than those that begin with it. */
function exactTerms(vocabulary: Vocabulary, words: readonly QueryTerm[]): KnownTerm[] {
  return words.flatMap(({ terms: [first, ...others] }) =>
    first !== undefined && (isSigns(first) || (isNumber(first) && others.length > 0))
      ? [{ term: first, sections: vocabulary.count(first) }]
      : [],
  );
}

/** The inverse document frequency of a term in so many of all sections. */
export function rarityOf(sections: number, allSections: number): number {
  const among = Math.min(sections, allSections);
  return Math.log(1 + (allSections - among + 0.5) / (among + 0.5));
}

function knownTerms(vocabulary: Vocabulary, tokens: readonly Token[]): KnownTerm[] {
  return [...new Set(tokens.map(({ term }) => term))]
    .map((term) => ({ term, sections: vocabulary.count(term) }))
    .filter(({ sections }) => sections > 0);
}
