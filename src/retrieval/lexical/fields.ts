/**
 * The fields of a section that are searched, how much a match in each weighs, and how much the field's length counts
 * against it (BM25's b). Titles and headings are their author's own summary of the text;
 * `links` are what other pages call the page: there many words do not mean a wordy text, but a page that many link to.
 * `expansion` is what a language model wrote of the section: less sure than what its author did.
 */
export const fields = [
  { name: 'title', weight: 2, lengthPenalty: 0.75 },
  { name: 'headings', weight: 2, lengthPenalty: 0.75 },
  { name: 'body', weight: 1, lengthPenalty: 0.75 },
  { name: 'path', weight: 1, lengthPenalty: 0.75 },
  { name: 'description', weight: 0.5, lengthPenalty: 0.75 },
  { name: 'links', weight: 1, lengthPenalty: 0.3 },
  { name: 'expansion', weight: 0.5, lengthPenalty: 0.75 },
] as const;

type FieldName = (typeof fields)[number]['name'];

/** The terms of each field of one section. */
export type FieldTerms = Record<FieldName, readonly string[]>;
