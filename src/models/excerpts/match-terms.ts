/** A question's terms with their weights: rarer terms weigh more. */
export type WeighedTerms = readonly { stem: string; weight: number }[];

/**
 * Weighs the terms of a question by their frequency in the found texts. Terms are stems; a substring match is nearly as
 * good as stemming the text, and a hundred times cheaper.
 */
export function weighTerms(terms: readonly string[], texts: readonly string[]): WeighedTerms {
  const folded = texts.map((text) => text.toLowerCase());
  return [...new Set(terms.map(stemOf))].map((stem) => {
    const holding = folded.filter((text) => text.includes(stem)).length;
    return { stem, weight: Math.log(1 + texts.length / Math.max(0.5, holding)) };
  });
}

/** The terms that a text has. */
export function termsIn(terms: WeighedTerms, text: string): WeighedTerms {
  const folded = text.toLowerCase();
  return terms.filter(({ stem }) => folded.includes(stem));
}

/** The total weight of the terms in a text. */
export function matchTerms(terms: WeighedTerms, text: string): number {
  return matchFolded(terms, text.toLowerCase());
}

/** The same of a text in lower case. */
export function matchFolded(terms: WeighedTerms, folded: string): number {
  let sum = 0;
  for (const { stem, weight } of terms) if (folded.includes(stem)) sum += weight;
  return sum;
}

/** Porter's stems end in `i` where words end in `y` or `ie`. */
function stemOf(term: string): string {
  return term.length > 3 && term.endsWith('i') ? term.slice(0, -1) : term;
}
