/** A link destination as written in the source. `start` and `end` are offsets of the destination alone. */
export type FoundLink = {
  /** `reference` is a Sphinx label of any page, `import` is of a script. */
  kind: 'link' | 'image' | 'reference' | 'import';
  url: string;
  alt: string | null;
  start: number;
  end: number;
  line: number;
  /** The path in the repository, when the source writes it in another form: `/modules/api/pages/index.adoc#use`. */
  target?: string | undefined;
  /** The folder that an AsciiDoc image is named from, relative to the page's. */
  folder?: string;
  /** The form of the destination: a Sphinx page without ending, an Antora resource id, an included file. */
  syntax?: 'doc' | 'xref' | 'file' | undefined;
  /** Whether it is one only where it leads to a file or page, such as a string in a script. */
  maybe?: boolean;
  /** The place of its form among those of the framework's template language. */
  form?: number;
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

/** What is known of the docs that a link stands in. */
export type LinkedDocs = {
  pages: readonly string[];
  has: (file: string) => boolean;
  sourceRoots: readonly string[];
  docsRoot: string;
};

/** How a template language writes a link. */
export type LinkForm = {
  /** Its first group that matches is the destination. */
  pattern: RegExp;
  /** Where it leads, by path from the root of the repository, if it is no link as any other. */
  read?: (url: string, file: string, docs: LinkedDocs) => string;
  /** The destination in the same form as `url` that leads to a file. */
  write?: (url: string, target: string, docs: LinkedDocs) => string;
};
