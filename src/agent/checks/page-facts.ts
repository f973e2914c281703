/** A destination as it stands in the source. `start` and `end` are offsets of the destination alone. */
export type FoundLink = {
  /** `reference` is a label of Sphinx, on whatever page it is. */
  kind: 'link' | 'image' | 'reference';
  url: string;
  alt: string | null;
  start: number;
  end: number;
  line: number;
  /** Where it leads in the repository, when that is not what the source says: `/modules/api/pages/index.adoc#use`. */
  target?: string | undefined;
  /** What the destination is written as: a page of Sphinx without ending, one of Antora, a file that is taken in. */
  syntax?: 'doc' | 'xref' | 'file' | undefined;
};

type FoundHeading = { text: string; depth: number; line: number };

/** What the checks and the tools need to know of one page. */
export type PageFacts = {
  title: string | null;
  frontMatterError: string | null;
  headings: FoundHeading[];
  links: FoundLink[];
  /** Why it is not valid Markdown or MDX. */
  syntaxError: string | null;
};

/** Of a page of which nothing is known yet. */
export const newFacts = (): PageFacts => ({
  title: null,
  frontMatterError: null,
  headings: [],
  links: [],
  syntaxError: null,
});
