import type { Fact } from '../claim.ts';

/** A fact before its place in the file is known. */
export type FoundFact = Omit<Fact, 'page' | 'line'>;
