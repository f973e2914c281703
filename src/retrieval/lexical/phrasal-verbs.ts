import { languageOf } from './languages.ts';

/** Characters of a question that are read. */
const maxLength = 200;
const verbWithParticle =
  /(?<![\p{L}\p{N}_-])(\p{L}{3,12}) (up|in|out|off|down|back|over)(?![\p{L}\p{N}_-])/giu;

/**
 * English verbs with a particle, as terms: the verb, and both in one word, as docs write them (`back up` is `backup`,
 * `logged in` is `login`). Particles are stop words, so that the verb alone says little.
 */
export function phrasalVerbs(text: string, languages: readonly string[]): { verb: string; whole: string }[] {
  if (!languages.includes('en')) return [];
  const { stem, stopWords } = languageOf('en');
  const found = text.slice(0, maxLength).toLowerCase().matchAll(verbWithParticle);
  return Array.from(found)
    .filter(([, verb]) => !stopWords.has(verb!))
    .map(([, verb, particle]) => ({ verb: stem(verb!), whole: stem(`${stem(verb!)}${particle!}`) }));
}
