import type { Embedder } from '../retrieval/embedding/embedder.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

/** What makes questions comparable: the embedding model that is there, or else their words. */
export type Vectors = {
  /** Names what made the vectors; those of different models cannot be compared. */
  model: string;
  embed(questions: string[]): Promise<number[][]>;
  /** The least cosine at which two questions mean the same. */
  alike: number;
};

/**
 * With MiniLM 0.6 joins 6 of 8 rewordings and 1 of 8 pairs that share but their form (`npm run bench --
 * question-likeness`): a question too many under a gap is worse than a second gap.
 */
function vectorsOf(embedder: Embedder): Vectors {
  return {
    model: embedder.id,
    alike: 0.6,
    embed: async (questions) =>
      (await embedder.embedDocuments(questions)).map((vector) => unit(Array.from(vector))),
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
  model: 'words',
  alike: 0.7,
  embed: async (questions) => questions.map((question) => unit(countWords(question))),
};

function countWords(question: string): number[] {
  const counts = Array.from<number>({ length: buckets }).fill(0);
  for (const term of new Set(questionTerms(question))) counts[placeOf(term)]! += 1;
  return counts;
}

/** FNV-1a: any spread will do. */
function placeOf(term: string): number {
  let hash = 2_166_136_261;
  for (const char of term) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0;
  return hash % buckets;
}

/** The vector at length 1; the cosine of two such is their product. */
export function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}

export function product(a: number[], b: number[]): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
