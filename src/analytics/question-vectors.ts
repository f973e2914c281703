import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

/** What makes questions comparable: the embedding model that is there with their words, or else their words alone. */
export type Vectors = {
  /** Names what made the vectors; those of different models cannot be compared. */
  model: string;
  embed(questions: string[]): Promise<Float32Array[]>;
  /** The least mean of the products of two topics' questions at which they are one. */
  alike: number;
};

/** What the same words count beside the same meaning: names that no model knows tell topics apart. */
const wordsWeight = 0.25;

/** With MiniLM and the words; `npm run bench -- topics` shows what this and other values do. */
function vectorsOf(embedder: Embedder): Vectors {
  return {
    model: `${embedder.id} with words`,
    alike: 0.4,
    async embed(questions) {
      const meanings = await embedder.embedDocuments(questions);
      return questions.map((question, index) => {
        const meaning = unit(meanings[index]!);
        const words = countWords(question);
        // A model that does not know the language says nothing of the meaning.
        const [meant, said] = embedder.understands(question) ? [1, Math.sqrt(wordsWeight)] : [0, 1];
        return Float32Array.from([
          ...meaning.map((part) => part * meant),
          ...words.map((part) => part * said),
        ]);
      });
    },
  };
}

/** The embedding model when there is one that runs, else words. */
export async function questionVectors(embedder: Embedder | null): Promise<Vectors> {
  if (embedder === null) return wordVectors;
  return embedder.ready().then(
    () => vectorsOf(embedder),
    () => wordVectors,
  );
}

const buckets = 256;

/**
 * Words without a model: each stem has a place, so that the cosine is the share of words in common. Joins questions of
 * nearly the same words only; lower, and it joins questions that share but their form first.
 */
export const wordVectors: Vectors = {
  model: 'words alone',
  alike: 0.6,
  embed: async (questions) => questions.map(countWords),
};

function countWords(question: string): Float32Array {
  const counts = new Float32Array(buckets);
  for (const term of new Set(questionTerms(question))) counts[placeOf(term)]! += 1;
  return unit(counts);
}

/** FNV-1a: any spread will do. */
function placeOf(term: string): number {
  let hash = 2_166_136_261;
  for (const char of term) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  return hash % buckets;
}

/** The vector at length 1; the cosine of two such is their product. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}

export function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
