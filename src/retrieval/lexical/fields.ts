/**
 * The fields of a section that are searched, how much a match in each weighs, and how much the field's length counts
 * against it (BM25's b). Titles and headings are their author's own summary; a long path or heading says less of each
 * word in it.
 */
export const fields = [
  { name: 'title', weight: 1, lengthPenalty: 0.6 },
  { name: 'headings', weight: 2, lengthPenalty: 0.8 },
  { name: 'body', weight: 0.6, lengthPenalty: 0.75 },
  { name: 'path', weight: 1, lengthPenalty: 0.8 },
  { name: 'description', weight: 0.4, lengthPenalty: 0.3 },
] as const;

export type FieldName = (typeof fields)[number]['name'];

/** The terms of each field of one section. */
export type FieldTerms = Record<FieldName, readonly string[]>;
