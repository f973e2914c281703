/** Written like an identifier: a capital, digit or underscore within. A plural of capitals (`APIs`) is an abbreviation. */
const identifier = /\p{L}_|_\p{L}|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}(?!$)|\p{L}\d|\d\p{L}/u;
const capital = /^\p{Lu}/u;
const word = /[\p{L}\p{N}]+/gu;
/** Before a word that does not begin a sentence. */
const within = /[\p{L}\p{N},;)'’"“„-]\s+["'“„(]?$/u;

/** Scripts without capitals: a Latin word with one among them is a name wherever it stands. */
const withoutCapitals = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Capitals within sentences: so many are names; above, and from this share on, it is a title or shouted. */
const fewCapitals = 2;
const maxShare = 0.6;

/**
 * Tells whether a word of a text is written as names are: `useState`, `gpu_policy`, `S3`, and `Kafka` where it does not
 * begin a sentence. In German, where all nouns have them, and in titles capitals say nothing.
 */
export function createNameSense(
  text: string,
  languages: readonly string[],
): (start: number, end: number) => boolean {
  const isForeign = withoutCapitals.test(text.slice(0, 2000));
  const isWithin = (start: number) => isForeign || within.test(text.slice(Math.max(0, start - 8), start));
  const inside = [...text.slice(0, 2000).matchAll(word)].filter(({ index }) => isWithin(index));
  const capitals = inside.filter(([one]) => one !== 'I' && capital.test(one)).length;
  const capitalsTell =
    isForeign || (!languages.includes('de') && capitals <= Math.max(fewCapitals, maxShare * inside.length));
  return (start, end) => {
    const written = text.slice(start, end);
    if (identifier.test(written)) return true;
    return capitalsTell && written !== 'I' && capital.test(written) && isWithin(start);
  };
}
