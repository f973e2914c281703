/** Kinds of problems in docs, most important first. */
export const findingKinds = [
  'link',
  'anchor',
  'claim',
  'syntax',
  'expression',
  'fallback',
  'letters',
  'operation',
  'title',
  'warning',
] as const;
export type FindingKind = (typeof findingKinds)[number];
