import type { FindingKind } from '../lib/finding-kinds.ts';

/** A problem at a place in the docs. */
export type Finding = {
  kind: FindingKind;
  file: string;
  /** Line of the file, from 1; null when it is not known. */
  line: number | null;
  /** The text at that place, or the problem with it. */
  text: string;
};

/** The problems of a whole set of docs. */
export type DocsHealth = {
  /** The number of findings of each kind, including those not listed. */
  counts: Partial<Record<FindingKind, number>>;
  findings: Finding[];
};

/** Findings listed per kind, and characters of each; all are counted. */
export const maxOfAKind = 500;
export const maxText = 300;
