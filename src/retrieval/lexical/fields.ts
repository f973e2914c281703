/**
 * The searched fields of a section, with the weight of a match and the length normalization (BM25's b). Titles and
 * headings are their author's own summary of the text. `links` are texts of links to the page: a long field means a
 * page with many links and not a wordy one.
 */
export const fields = [
  { name: 'title', weight: 2, lengthPenalty: 0.75 },
  { name: 'headings', weight: 2, lengthPenalty: 0.75 },
  { name: 'body', weight: 1, lengthPenalty: 0.75 },
  { name: 'path', weight: 1, lengthPenalty: 0.75 },
  { name: 'description', weight: 0.5, lengthPenalty: 0.75 },
  { name: 'links', weight: 1, lengthPenalty: 0.3 },
] as const;

type FieldName = (typeof fields)[number]['name'];

/** The terms of each field of one section, by their numbers in `TermIds`. */
export type FieldTerms = Record<FieldName, ArrayLike<number>>;
