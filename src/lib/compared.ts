/** What one of two things is called in a question: up to five words. */
const name = String.raw`(?:an? |the |using |use )?([^\s,;:?!.][^\s,;:?!]{0,59}?(?: [^\s,;:?!]{1,40}){0,4}?)`;
const end = String.raw`(?=[\s?!.]*$|[,;:?!]| (?:for|in|on|when|which|what|with|to|is|are|should|and when|differ|mean)\b)`;
const start = String.raw`^(?:(?:what (?:does|is|are)|should i (?:use|pick|choose|take)|do i (?:use|need)|is it better to|which(?: is| one)?(?: is)? better[,:]?) )?`;

const patterns = [
  `\\bdifferences? between ${name} (?:and|or|vs\\.?|,) ${name}${end}`,
  `\\b(?:compare|comparing|comparison (?:of|between)) ${name} (?:and|with|to|vs\\.?) ${name}${end}`,
  `\\bhow (?:does|do|is|are) ${name} (?:differ|different) from ${name}${end}`,
  `${start}${name} (?:vs\\.?(?! code)|versus|compared (?:to|with)) ${name}${end}`,
  `${start}${name} or ${name}${end}`,
  `\\b(?:use|using|choose|pick|prefer|need) ${name} (?:instead of|rather than) ${name}${end}`,
].map((source) => new RegExp(source, 'iu'));

/** Who asks how to do, or looks for, either of two things compares none. */
const asksEither =
  /^(?:how|can|could|does|did|is there|are there|where|why|i|my)\b(?!.*\b(?:differ|vs|versus))/iu;
const asksWhich =
  /\b(?:which|should|better|prefer|pick|choose|differ\w{0,6}|vs|versus|compar\w{1,6}|instead|rather)\b/i;
/** Longer questions tell a story. */
const maxLength = 300;
/** As `X or Y` alone, without `and`. */
const maxWords = 6;

/** The two things that a question compares (`What is the difference between X and Y?`, `X or Y?`); null when none. */
export function comparedSides(question: string): [string, string] | null {
  const asked = question.trim();
  if (asked.length > maxLength || asksEither.test(asked)) return null;
  if (!asksWhich.test(asked) && asked.split(/\s+(?:and\s+)?/).length > maxWords) return null;
  for (const pattern of patterns) {
    const [, one, other] = pattern.exec(asked) ?? [];
    if (one !== undefined && other !== undefined) return [one, other];
  }
  return null;
}
