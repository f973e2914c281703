/** One section of the docs as a model sees it. `id` is what it cites: `[[s3]]`. */
export type EvidenceSection = {
  id: string;
  title: string;
  url: string;
  version: string | null;
  text: string;
};

/** What was found for one query. `answerable` false: retrieval holds that the docs do not contain the answer. */
export type Evidence = { answerable: boolean; sections: EvidenceSection[] };
