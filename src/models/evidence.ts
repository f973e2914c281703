/** One section of the docs as a model sees it. The model cites its `id`: `[[s3]]`. */
export type EvidenceSection = {
  id: string;
  title: string;
  url: string;
  version: string | null;
  text: string;
  /** Search score, 0–1; undefined when the section is not a search result. */
  score?: number | undefined;
  /** How similar it is in meaning, relative to the most similar section of the docs: 0–1; undefined when not known. */
  likeness?: number | undefined;
};

/**
 * The search results for one question. `outcome` is retrieval's verdict: the docs answer it, answer it in part, have
 * only related `sections`, or have nothing. `current` are further sections of the page that the user is viewing.
 */
export type Evidence = {
  /** The question, or what it refers to when it says little (`why?`). */
  meant?: string;
  outcome: 'answered' | 'partial' | 'closest' | 'not_in_docs';
  sections: EvidenceSection[];
  /** The versions that the question compares; each must be shown. */
  sides?: readonly string[];
  /** Whether the question depends on what was said before, and may mean either of the first two pages. */
  isUnsure?: boolean;
  /** The version that has the answer, but that the request's filter excludes. */
  otherVersion?: string | null;
  current?: EvidenceSection[];
  /** The language that the answer's fixed texts are in, as a tag; English if absent. */
  language?: string | null;
  /** The tag of the docs' language when the question is in another one. */
  otherLanguage?: string | null;
  /** A section's Markdown with its subsections, for models that quote. */
  read?: (id: string) => string | undefined;
};
