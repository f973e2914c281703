import type { CosineScale, Embedder } from './embedder.ts';

/** The scale of the model that the weights of `confidence` were fitted with; a test measures it again. */
export const miniLmScale: CosineScale = { related: 0.706, unrelated: 0.037 };

/** With a smaller difference a model's cosines cannot tell an answer from an unrelated text. */
const minDistance = 0.02;

/** Everyday subjects that no docs are about. */
const answered: [question: string, answer: string][] = [
  ['How long do I boil an egg?', 'A soft egg takes six minutes in boiling water, a hard egg ten minutes.'],
  [
    'Why is the sky blue?',
    'Air scatters the blue light of the sun more than red light, so the sky looks blue.',
  ],
  [
    'How do I mend a flat bicycle tyre?',
    'Take the tyre off the wheel, find the hole in the tube and glue a patch on it.',
  ],
  ['When should I plant tomatoes?', 'Plant tomatoes in the garden after the last frost, in late spring.'],
  ['What does a violin lesson cost?', 'A violin teacher asks about thirty pounds for a lesson of an hour.'],
  ['Who won the football match?', 'The home team won the football match by two goals to one.'],
  ['Where can I see penguins?', 'Penguins live on the coasts of the Antarctic, and many zoos keep penguins.'],
  [
    'How do I remove a red wine stain?',
    'Cover the wine stain with salt at once, then wash the cloth in cold water.',
  ],
];

/**
 * Measures the scale of a model's cosines with sixteen short texts; null when they carry no signal.
 * @throws EmbeddingError, the signal's reason
 */
export async function measureScale(embedder: Embedder, signal?: AbortSignal): Promise<CosineScale | null> {
  const keepsLength = embedder.distance === 'dot';
  const documents = (
    await embedder.embedDocuments(
      answered.map(([, answer]) => answer),
      signal,
    )
  ).map((vector) => (keepsLength ? vector : unit(vector)));
  let [related, unrelated] = [0, 0];
  for (const [i, [question]] of answered.entries()) {
    const query = unit(await embedder.embedQuery(question));
    for (const [j, document] of documents.entries()) {
      if (i === j) related += dot(query, document) / answered.length;
      else unrelated += dot(query, document) / (answered.length * (answered.length - 1));
    }
  }
  return related - unrelated < minDistance ? null : { related, unrelated };
}

/** Converts another model's cosine to the scale of `miniLmScale`. */
export function rescale(cosine: number, { related, unrelated }: CosineScale): number {
  const share = (cosine - unrelated) / (related - unrelated);
  return miniLmScale.unrelated + share * (miniLmScale.related - miniLmScale.unrelated);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
