import { fingerprint } from './fingerprint.ts';
import { definitionTerms, openingTerms } from './lexical/definition-terms.ts';
import { headingTerms } from './lexical/heading-terms.ts';
import { languageCode } from './lexical/languages.ts';
import { type Place, signsIn } from './lexical/signs.ts';
import { stopWordName } from './lexical/stop-word-names.ts';
import type { TermIds } from './lexical/term-ids.ts';
import { createTermReader, type TermReader } from './lexical/tokenize.ts';
import { writtenLanguage } from './lexical/written-language.ts';

/** The texts of a page that its words are read from; links to it have texts of their own. */
export type PageTexts = {
  path: string;
  title: string;
  description: string | null;
  language: string | null;
  sections: { heading: string; headingPath: string[]; text: string }[];
};

/** The terms of a page's texts, by their numbers. */
export type PageWords = {
  /** The language that the page names or is surely written in; null for English and when undecided. */
  language: string | null;
  /** Of one text after the other, each in the order of its words. */
  ids: Uint32Array;
  /** The number of terms of each text: title, description, then of each section its headings, what it is as a whole, and its text. */
  lengths: Uint32Array;
  /** Of the sections' texts, for `pages.fingerprint`. */
  fingerprint: Uint8Array;
};

type WordReader = (page: PageTexts) => PageWords;

export function createWordReader(
  { idOf, hashOf }: TermIds,
  termsOf: TermReader<number> = createTermReader(idOf),
): WordReader {
  return ({ path, title, description, language: named, sections }) => {
    const tag = named ?? writtenLanguage(sections);
    const language = languageCode(tag);
    const ids: number[] = [];
    const lengths: number[] = [];
    const body: number[] = [];
    const add = (text: string, place: Place): void => {
      const before = ids.length;
      termsOf(text, language, ids);
      for (const { term } of signsIn(text, place)) ids.push(idOf(term));
      lengths.push(ids.length - before);
    };
    add(title, 'heading');
    add(description ?? '', 'text');
    for (const [at, { heading, headingPath, text }] of sections.entries()) {
      // The page's title starts its sections' heading paths and is a field of its own.
      add([...new Set([...headingPath.slice(1), heading])].join('\n'), 'heading');
      const whole = new Set([
        ...headingTerms(heading, language),
        ...stopWordName(heading, language),
        ...definitionTerms(text, language),
        ...(at === 0 ? openingTerms({ path, title }, language) : []),
      ]);
      for (const term of whole) ids.push(idOf(term));
      lengths.push(whole.size);
      const before = ids.length;
      add(text, 'text');
      for (let i = before; i < ids.length; i++) body.push(hashOf(ids[i]!));
    }
    return {
      language: tag,
      ids: Uint32Array.from(ids),
      lengths: Uint32Array.from(lengths),
      fingerprint: fingerprint(body),
    };
  };
}

/** As `PageWords` for a message to another process, whose terms have other numbers. */
export type PackedWords = Omit<PageWords, 'ids'> & {
  vocabulary: PackedVocabulary;
  /** The number of each term's line in the vocabulary, from 0. */
  ids: Uint16Array | Uint32Array;
};

/** The distinct terms of all pages of a message, one per line. */
type PackedVocabulary = { terms: string };

export function packWords(pages: PageWords[], { termOf }: TermIds): PackedWords[] {
  const vocabulary = { terms: '' };
  const lines = new Map<number, number>();
  const packed = pages.map(({ ids, ...others }) => {
    const numbers = new Uint32Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      let line = lines.get(ids[i]!);
      if (line === undefined) lines.set(ids[i]!, (line = lines.size));
      numbers[i] = line;
    }
    return { ...others, vocabulary, ids: lines.size <= 0x1_0000 ? Uint16Array.from(numbers) : numbers };
  });
  vocabulary.terms = [...lines.keys()].map(termOf).join('\n');
  return packed;
}

export function createUnpacker({ idOf }: TermIds): (words: PackedWords) => PageWords {
  const idsOf = new WeakMap<PackedVocabulary, number[]>();
  return ({ language, vocabulary, ids, lengths, fingerprint }) => {
    let idOfLine = idsOf.get(vocabulary);
    if (idOfLine === undefined) {
      idOfLine = vocabulary.terms.split('\n').map(idOf);
      idsOf.set(vocabulary, idOfLine);
    }
    const unpacked = new Uint32Array(ids.length);
    for (let i = 0; i < ids.length; i++) unpacked[i] = idOfLine[ids[i]!]!;
    return { language, ids: unpacked, lengths: Uint32Array.from(lengths), fingerprint };
  };
}
