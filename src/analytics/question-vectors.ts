import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { isForeign } from '../retrieval/embedding/is-foreign.ts';
import { questionTerms } from '../retrieval/question-terms.ts';
import { pagesEnd, unit, wordsEnd, wordsStart } from './similarity.ts';
import { type AskedQuestion, pageAddress } from './asked-question.ts';

/** Makes questions comparable: by their pages and their embeddings, or by pages and terms without a model. */
export type Vectors = {
  /** Names the method; vectors of different methods cannot be compared. */
  model: string;
  embed(questions: AskedQuestion[]): Promise<Float32Array[]>;
};

function vectorsOf(embedder: Embedder): Vectors {
  return {
    model: `${embedder.id} with answering pages, in its language`,
    async embed(questions) {
      const meanings = await embedder.embedDocuments(questions.map(({ text }) => text));
      return questions.map((question, index) => {
        const meaning = unit(meanings[index]!);
        // The model's vectors are meaningless in a language that it does not know.
        const isKnown = !isForeign(question.text, embedder);
        const said = isKnown ? new Float32Array(wordsEnd - wordsStart) : countWords(question.text);
        return Float32Array.from([...rankPages(question.sections), ...said, ...meaning.map((part) => (isKnown ? part : 0))]); // prettier-ignore
      });
    },
  };
}

/** The embedding model when one is loaded, else terms. */
export async function questionVectors(embedder: Embedder | null): Promise<Vectors> {
  if (embedder === null) return wordVectors;
  return embedder.ready().then(
    () => vectorsOf(embedder),
    () => wordVectors,
  );
}

/** Vectors of terms, without a model: one place per stem, so that the cosine is the share of common words. */
export const wordVectors: Vectors = {
  model: 'words with answering pages',
  embed: async (questions) =>
    questions.map(({ text, sections }) => Float32Array.from([...rankPages(sections), ...countWords(text)])),
};

function countWords(question: string): Float32Array {
  const counts = new Float32Array(wordsEnd - wordsStart);
  for (const term of new Set(questionTerms(question))) counts[placeOf(term, counts.length)]! += 1;
  return unit(counts);
}

/** The first pages tell the most about a question's subject. */
const pagesCompared = 5;

/** Sections tell questions apart where pages are few or long. */
function rankPages(sections: string[]): Float32Array {
  const ranks = new Float32Array(pagesEnd);
  for (const [at, section] of sections.slice(0, pagesCompared).entries())
    for (const address of [`page ${pageAddress(section)}`, `section ${section}`])
      ranks[placeOf(address, ranks.length)]! += 1 / (at + 1);
  return Float32Array.from([...unit(ranks), sections.length > 0 ? 1 : 0]);
}

/** FNV-1a: any hash that spreads well will do. */
function placeOf(term: string, places: number): number {
  let hash = 2_166_136_261;
  for (const char of term) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  return hash % places;
}
