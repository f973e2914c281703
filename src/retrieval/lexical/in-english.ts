import { detectSurely } from './detect-language.ts';
import { wordOf } from './english-words.ts';
import { foldText } from './fold-text.ts';
import { type Entry, glossaryOf } from './glossary.ts';
import { languageOf, spokenLanguages } from './languages.ts';
import { tokenize } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

type Known = Pick<Vocabulary, 'count' | 'repair'>;
type Table = ReadonlyMap<string, Entry>;

/** What joins the parts of a German compound. */
const joints = ['', 's', 'n', 'en', 'es'];
const minPart = 3;
/** Longer questions hold pasted text. */
const maxLength = 500;
/** Not in names, paths and code. */
const word = /(?<![\p{L}\p{N}_.@/`-])\p{L}+(?![\p{L}\p{N}_@/(`-]|\.\p{L})/gu;
/** Runs of Latin words, signs and numbers, which stay. */
const latin = /[\x21-\x7e]+(?: +[\x21-\x7e]+)*/y;

const tables = new Map<string, Table>();

/**
 * A question in another language as English words, by a glossary and by what English shares: names and code stay, and what the
 * docs do not know is left out. Null when it is English or in a language without a glossary.
 */
export function inEnglish(text: string, known: Known): string | null {
  const language = text.length > maxLength ? null : detectSurely(text, spokenLanguages);
  if (language === null) return null;
  const table = tables.get(language) ?? readTable(language);
  if (table === null || (!isSpaced(language) && isHeld(text, known))) return null;
  tables.set(language, table);
  const words = isSpaced(language) ? wordsOf(text, table, language, known) : runsOf(text, table, known);
  return words.replaceAll(/[¿¡]|(?<= ) +/g, '').trim();
}

/** Whether docs that are said to be English hold most of what the question says, in its own script. */
function isHeld(text: string, known: Known): boolean {
  const own = tokenize(text).filter(({ term }) => /\P{ASCII}/u.test(term));
  return own.filter(({ term }) => known.count(term) > 0).length * 2 >= Math.max(1, own.length);
}

function isSpaced(language: string): boolean {
  return !['ja', 'zh', 'ko'].includes(language);
}

function readTable(language: string): Table | null {
  const entries = glossaryOf(language);
  if (entries === null || !isSpaced(language)) return entries;
  const { stem } = languageOf(language);
  return new Map(
    [...entries].reverse().flatMap(([word, entry]) => [
      [stem(word), entry],
      [word, entry],
    ]),
  );
}

/** Of several words the one that the docs use most. */
function likeliest({ english }: Entry, { count }: Known): string {
  const stem = languageOf('en').stem;
  const uses = english.map((word) => count(stem(word.split(' ').at(-1)!)));
  return english[uses.indexOf(Math.max(...uses))]!;
}

function wordsOf(text: string, table: Table, language: string, known: Known): string {
  const { stem, stopWords } = languageOf(language);
  const english = languageOf('en').stem;
  const entryOf = (folded: string) => table.get(folded) ?? table.get(stem(folded));
  const said = new Set<string>();
  const once = (words: string) => (said.has(words) ? '' : (said.add(words), words));
  return text.replaceAll(word, (written, at: number) => {
    const folded = foldText(written);
    const entry = entryOf(folded);
    if (entry !== undefined) return once(likeliest(entry, known));
    if (stopWords.has(folded)) return '';
    if (known.count(english(folded)) > 0) return written;
    const parts = language === 'de' ? partsOf(folded, entryOf) : [];
    if (parts.length > 0) return parts.map((part) => once(likeliest(part, known))).join(' ');
    const shared =
      known.count(stem(folded)) > 0 ? stem(folded) : known.repair(folded, ['en', language])[0]?.term;
    if (shared !== undefined) return wordOf(shared, folded);
    // A name that the docs lack is why they may not answer.
    const isName = /^\p{Lu}/u.test(written) && at > 0 && language !== 'de';
    return isName || /\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(written) ? written : '';
  });
}

/** `Umgebungsvariable`: environment, variable. */
function partsOf(word: string, entryOf: (folded: string) => Entry | undefined): Entry[] {
  for (let at = word.length - minPart; at >= minPart; at--) {
    const last = entryOf(word.slice(at));
    if (last === undefined) continue;
    for (const joint of joints) {
      const begin = word.slice(0, at);
      const first = begin.endsWith(joint) ? entryOf(begin.slice(0, begin.length - joint.length)) : undefined;
      if (first !== undefined) return [first, last];
    }
  }
  return [];
}

/** The longest words first. What the glossary lacks says nothing to English docs. */
function runsOf(text: string, table: Table, known: Known): string {
  const opening: string[] = [];
  const words: string[] = [];
  const longest = Math.max(...[...table.keys()].map(({ length }) => length));
  for (let at = 0; at < text.length;) {
    latin.lastIndex = at;
    const run = latin.exec(text)?.[0];
    if (run !== undefined) {
      words.push(run);
      at += run.length;
      continue;
    }
    let length = Math.min(longest, text.length - at);
    while (length > 1 && !table.has(text.slice(at, at + length))) length--;
    const entry = table.get(text.slice(at, at + length));
    if (entry !== undefined) (entry.isOpening ? opening : words).push(likeliest(entry, known));
    at += length;
  }
  return [...new Set([...opening, ...words])].join(' ');
}
