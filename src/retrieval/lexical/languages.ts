import { createRequire } from 'node:module';
import { stem as porter2 } from 'porter2';
import { foldText } from './fold-text.ts';
import { stopWords as englishStopWords } from './stop-words.ts';

/** The word processing of a language. */
type Language = {
  /** The folded stem of a lower-case word. */
  stem: (word: string) => string;
  /** Folded words without information about the subject. */
  stopWords: ReadonlySet<string>;
};

/** Names of the libraries' stemmers and stop words (Snowball's), by ISO 639 code. */
const libraryNames: Record<string, string> = {
  da: 'danish',
  de: 'german',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

/** Languages with stop words of their own, as ISO 639 codes; English is not named. */
export const knownLanguages: readonly string[] = Object.keys(libraryNames);
/** With the languages that are told by their script. */
export const spokenLanguages: readonly string[] = [...knownLanguages, 'ja', 'ko', 'zh', 'uk'];

const asciiWord = /^[a-z]+$/;

/** Porter2 (https://snowballstem.org/algorithms/english/stemmer.html). Other scripts and numbers stay unchanged. */
const english: Language = {
  stem(word) {
    const folded = foldText(word);
    return asciiWord.test(folded) ? porter2(folded) : folded;
  },
  stopWords: englishStopWords,
};

const loaded = new Map<string, Language>();
const loadedStopWords = new Map<string, ReadonlySet<string>>();
const require = createRequire(import.meta.url);

export const areEnglish = (codes: readonly string[]): boolean => codes.every((code) => code === 'en');

/** The code of a page's language: `de` for `de-AT`. Pages without a language are English, or say too little to tell. */
export function languageCode(tag: string | null): string {
  const code = tag?.toLowerCase().split(/[-_]/)[0] ?? 'en';
  return Object.hasOwn(libraryNames, code) ? code : 'en';
}

/** The language of a code from `languageCode`; loaded on first use. */
export function languageOf(code: string): Language {
  const name = libraryNames[code];
  if (name === undefined) return english;
  const known = loaded.get(code) ?? { stem: loadStemmer(name), stopWords: stopWordsOf(code) };
  loaded.set(code, known);
  return known;
}

/** The stop words alone: they tell a language, and the stemmers of many languages take time to load. */
export function stopWordsOf(code: string): ReadonlySet<string> {
  const name = libraryNames[code];
  if (name === undefined) return englishStopWords;
  const known = loadedStopWords.get(code) ?? loadStopWords(name);
  loadedStopWords.set(code, known);
  return known;
}

function loadStemmer(name: string): Language['stem'] {
  const { stemmer } = require(`@orama/stemmers/${name}`) as { stemmer: (word: string) => string };
  return (word) => (/\d/.test(word) ? foldText(word) : foldText(stemmer(word)));
}

function loadStopWords(name: string): ReadonlySet<string> {
  const { stopwords } = require(`@orama/stopwords/${name}`) as { stopwords: string[] };
  return new Set(stopwords.map((word) => foldText(word.replaceAll(/['’]/g, ''))).filter(Boolean));
}
