/**
 * Written like an identifier: with a capital, digit or underscore inside. A plural of capitals (`APIs`) is not one, nor what
 * begins with a digit: `9am`, `10MB`, `3rd`.
 */
const identifier = /^(?!\d).*(?:\p{L}_|_\p{L}|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}(?!$)|\p{L}\d|\d\p{L})/u;
const capital = /^\p{Lu}/u;
const word = /[\p{L}\p{N}]+/gu;
/** A key of settings, `limits.gpu.memory`. `tuner.run` begins with a variable of the reader's. */
const key = /^\p{Ll}[\p{Ll}\d_-]*(?:\.[\p{Ll}\d_-]+)+\.\p{Ll}{4,}$/u;
/** Files, hosts, and values in code, which are the reader's own. */
const own =
  /^(?:this|self|super|process|window|document|event|req|res|www)\.|\.(?:json|jsonl|yaml|toml|html|conf|config|lock|java|scss|local|internal|localdomain)$/;
/** The text before a word that does not begin a sentence. */
const within = /[\p{L}\p{N},;)'’"“„-]\s+["'“„(]?$/u;

/** Scripts without capitals: a Latin word among them is a name wherever it stands. */
const withoutCapitals = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Capitals inside sentences: up to so many are names; beyond that number and this share, it is a title or shouting. */
const fewCapitals = 2;
const maxShare = 0.6;

/**
 * Whether a word of a text is written like a name: `useState`, `gpu_policy`, `S3`, and `Kafka` where it does not begin
 * a sentence. In German, which capitalizes all nouns, and in titles capitals mean nothing.
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
    if (isIdentifier(written)) return true;
    return capitalsTell && written !== 'I' && capital.test(written) && isWithin(start);
  };
}

/** Whether a word is a name whatever stands around it. */
export function isIdentifier(written: string): boolean {
  return identifier.test(written);
}

/** What a name in hyphens is said to be: `the max-recipients setting`. */
const kindOfName =
  /^["'”]?\s{1,3}(?:config(?:uration)? )?(?:option|setting|flag|parameter|attribute|directive|rule|keyword|feature flag)\b/i;

/**
 * Whether a compound is a command option (`--max-clients`), a key of settings, or said to be the name of one, which says
 * more than its parts.
 */
export function isWholeName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  if (kindOfName.test(text.slice(end, end + 40))) return true;
  if (before.endsWith('--')) return !/^[\p{L}\p{N}]/u.test(before.at(-3) ?? ' ');
  const isWithinPath = /[/\\@]$/.test(before) || /[/\\@(]/.test(text[end] ?? '');
  const name = text.slice(start, end);
  return !isWithinPath && key.test(name) && !own.test(name);
}
