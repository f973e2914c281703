/** What a caller may narrow a search to. A page without a version or language matches any. */
export type SearchFilter = {
  version?: string | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  /** Access groups of the asker. None given: public pages only. */
  groups?: string[] | undefined;
};

export type SearchQuery = {
  /** What the user wrote, raw. */
  text: string;
  /** Most pages to return. */
  limit: number;
  filter?: SearchFilter | undefined;
  /** 0–1; pages below it are left out. */
  scoreThreshold?: number | undefined;
  /** The page being viewed: a gentle preference, never a filter. */
  currentPath?: string | undefined;
  /** Whether the words alone count, where the time to embed the text would not pay. */
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
};

/** A page that matched, with its best sections, best first (at least one). */
export type PageHit = {
  path: string;
  url: string;
  title: string;
  description: string | null;
  version: string | null;
  language: string | null;
  /** What a snippet of it is to show: the terms that were searched for. */
  terms: ReadonlySet<string>;
  /** 0–1, best page first. */
  score: number;
  sections: [SectionHit, ...SectionHit[]];
};

/**
 * What the docs hold for a question: all of it; most of it; what is nearest to it and does not answer it; nothing.
 */
export type Outcome = 'answered' | 'partial' | 'closest' | 'not_in_docs';

export type SearchResult = {
  /** Best first. */
  hits: PageHit[];
  /** How sure it is that the docs hold an answer to the question, 0–1. */
  answerability: number;
  /** The judgement by that and by what the best pages lack. */
  outcome: Outcome;
  /** Whether the outcome is `answered` or `partial`: sure enough to answer. */
  answerable: boolean;
  /** Whether the question was compared by meaning too, not by words alone. */
  usedMeaning: boolean;
};
