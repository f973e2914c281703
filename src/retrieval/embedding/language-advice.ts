import { openIndexFile } from '../index-file.ts';
import type { Embedder } from './embedder.ts';
import { isForeign } from './is-foreign.ts';

/** Texts that are looked at, of all that there are. */
const sampled = 200;

/** Characters from which on the language of a text can be told, if it has no letter that English lacks. */
const minTold = 100;
const foreignLetter = /(?![\0-\x7f])\p{L}/u;

const stepOf = (count: number) => Math.max(1, Math.floor(count / sampled));

/**
 * What to do when a third or more of the docs is in languages that the embedder does not know; null otherwise. Reads a
 * sample of the texts.
 */
export function languageAdvice(
  texts: readonly string[],
  embedder: Pick<Embedder, 'language' | 'understands'>,
): string | null {
  const step = stepOf(texts.length);
  const some = texts
    .filter((_, at) => at % step === 0)
    .filter((text) => text.length >= minTold || foreignLetter.test(text));
  const foreign = some.filter((text) => isForeign(text, embedder));
  if (foreign.length === 0 || 3 * foreign.length < some.length) return null;
  return (
    'Much of these docs is in languages that the embedding model does not know, so questions in them are searched by ' +
    'words alone. A multilingual model finds more: set DOCENT_EMBEDDING_MODEL to openai/text-embedding-3-small, ' +
    'google/gemini-embedding-001, voyage/voyage-3.5 or cohere/embed-v4.0, or to compatible/qwen3-embedding:0.6b with ' +
    'Ollama on your own machine (docs/guides/models.md).'
  );
}

/** The same sample of an index file's texts. */
export function sampleTexts(file: string): string[] {
  const database = openIndexFile(file);
  try {
    const { count } = database.prepare('SELECT count(*) AS count FROM sections').get() as { count: number };
    const rows = database.prepare('SELECT text FROM sections WHERE id % ? = 0').all(stepOf(count));
    return rows.map((row) => row['text'] as string);
  } finally {
    database.close();
  }
}
