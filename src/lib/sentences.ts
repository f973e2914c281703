/** Made at first use: it takes longer than most of a start's modules. */
let segmenter: Intl.Segmenter | undefined;

/** Ends of pieces that are no sentences: single letters, and what English, German, French, Spanish and Russian shorten. */
const abbreviation =
  /(?<![\p{L}.])(?:[a-zа-я]|e\.g|i\.e|vs|cf|approx|fig|mrs?|dr|[zu]\. ?[ab]|d\. ?h|bzw|ca|nr|p\. ?ej?x?|т\. ?[ед]|напр)\.\s*$/iu;

/** The sentences of a text in any language, with the spaces after them: https://unicode.org/reports/tr29/ */
export function splitSentences(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    if (abbreviation.test(open.slice(-12))) continue;
    sentences.push(open);
    open = '';
  }
  return open === '' ? sentences : [...sentences, open];
}
