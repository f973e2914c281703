/** One section of the docs as a model sees it. `id` is what it cites: `[[s3]]`. */
export type EvidenceSection = {
  id: string;
  title: string;
  url: string;
  version: string | null;
  text: string;
  /** 0–1, how good search found it; undefined when it was not searched for. */
  score?: number | undefined;
};

/**
 * What was found for one question. `outcome`: what retrieval holds of the docs: that they answer it, in part, that
 * `sections` are only the closest that they have, or that they hold nothing of it. `current` are further sections of the page that the user is viewing.
 */
export type Evidence = {
  outcome: 'answered' | 'partial' | 'closest' | 'not_in_docs';
  sections: EvidenceSection[];
  current?: EvidenceSection[];
  /** A section as its page has it, as Markdown, with what stands below it; for models that quote. */
  read?: (id: string) => string | undefined;
};
