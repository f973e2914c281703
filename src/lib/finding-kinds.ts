/** What can be wrong with docs, most telling first. */
export const findingKinds = [
  'link',
  'anchor',
  'syntax',
  'expression',
  'fallback',
  'letters',
  'operation',
  'title',
  'warning',
] as const;
export type FindingKind = (typeof findingKinds)[number];
