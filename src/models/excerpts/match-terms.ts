/** Terms of a question with what each is worth: the fewer of the texts hold it, the more. */
export type WeighedTerms = readonly { stem: string; weight: number }[];

/**
 * Weighs the terms of a question by the texts that were found. Terms are stems; a text holds one when it holds its
 * characters, which is nearly as good as reading the text's own words and a hundred times cheaper.
 */
export function weighTerms(terms: readonly string[], texts: readonly string[]): WeighedTerms {
  const folded = texts.map((text) => text.toLowerCase());
  return [...new Set(terms.map(stemOf))].map((stem) => {
    const holding = folded.filter((text) => text.includes(stem)).length;
    return { stem, weight: Math.log(1 + texts.length / Math.max(0.5, holding)) };
  });
}

/** What a text holds of the terms: the sum of their weights. */
export function matchTerms(terms: WeighedTerms, text: string): number {
  const folded = text.toLowerCase();
  return terms.reduce((sum, { stem, weight }) => sum + (folded.includes(stem) ? weight : 0), 0);
}

/** Porter's stems end in `i` where words end in `y` or `ie`. */
function stemOf(term: string): string {
  return term.length > 3 && term.endsWith('i') ? term.slice(0, -1) : term;
}
