/** A link destination as written in the source. `start` and `end` are offsets of the destination alone. */
export type FoundLink = {
  /** `reference` is a Sphinx label of any page. */
  kind: 'link' | 'image' | 'reference';
  url: string;
  alt: string | null;
  start: number;
  end: number;
  line: number;
  /** The path in the repository, when the source writes it in another form: `/modules/api/pages/index.adoc#use`. */
  target?: string | undefined;
  /** The form of the destination: a Sphinx page without ending, an Antora resource id, an included file, a template. */
  syntax?: 'doc' | 'xref' | 'file' | 'hugo-ref' | 'jekyll-source' | 'jekyll-address' | undefined;
};

type FoundHeading = { text: string; depth: number; line: number };

/** What the checks and the tools need to know of one page. */
export type PageFacts = {
  title: string | null;
  frontMatterError: string | null;
  headings: FoundHeading[];
  links: FoundLink[];
  /** Why the page is not valid Markdown or MDX. */
  syntaxError: string | null;
};

/** The facts of a page that was not scanned. */
export const newFacts = (): PageFacts => ({
  title: null,
  frontMatterError: null,
  headings: [],
  links: [],
  syntaxError: null,
});
