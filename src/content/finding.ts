import type { FindingKind } from '../lib/finding-kinds.ts';

/** Something that is wrong at a place of the docs. */
export type Finding = {
  kind: FindingKind;
  file: string;
  /** Of the file as it was read, from 1; null when it cannot be told. */
  line: number | null;
  /** What is written there, or what is wrong with it. */
  text: string;
};

/** What is wrong with a whole set of docs. */
export type DocsHealth = {
  /** How many there are of each kind, those too that are not listed. */
  counts: Partial<Record<FindingKind, number>>;
  findings: Finding[];
};
