import type { Origin } from '../content/page.ts';

/** The filter of a search. A page without a version or language matches any. */
export type SearchFilter = {
  version?: string | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  /** The reader's access groups. Without any: public pages only. */
  groups?: string[] | undefined;
};

export type SearchQuery = {
  /** The user's text, unprocessed. */
  text: string;
  /** Maximum number of pages to return. */
  limit: number;
  filter?: SearchFilter | undefined;
  /** 0–1; pages below it are left out. */
  scoreThreshold?: number | undefined;
  /** The page being viewed: a slight preference, never a filter. */
  currentPath?: string | undefined;
  /** Lexical search only, where the time to embed the text is not worth it. */
  lexicalOnly?: boolean | undefined;
};

export type SectionHit = {
  /** Stable within one index file. */
  sectionId: number;
  anchor: string | null;
  heading: string;
  headingPath: string[];
  text: string;
  /** 0–1. */
  score: number;
  /** Semantic similarity relative to the most similar section: 0–1; undefined without vectors. */
  likeness?: number | undefined;
};

/** A page that matched, with its best sections, best first (at least one). */
export type PageHit = {
  path: string;
  url: string;
  title: string;
  description: string | null;
  version: string | null;
  language: string | null;
  /** Absent for docs. */
  origin?: Origin | undefined;
  /** The terms that a snippet of it must show. */
  terms: ReadonlySet<string>;
  /** 0–1, best page first. */
  score: number;
  sections: [SectionHit, ...SectionHit[]];
};

/**
 * What the docs hold for a question: the full answer, part of it, only the closest pages, or nothing.
 */
type Outcome = 'answered' | 'partial' | 'closest' | 'not_in_docs';

export type SearchResult = {
  /** Best first. */
  hits: PageHit[];
  /** The confidence that the docs answer the question, 0–1. */
  answerability: number;
  /** The judgement by the confidence and by what the best pages lack. */
  outcome: Outcome;
  /** Whether the outcome is `answered` or `partial`: confident enough to answer. */
  answerable: boolean;
  /** Whether search used embeddings. */
  usedMeaning: boolean;
};
