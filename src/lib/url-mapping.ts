/** How file paths map to URLs on a custom site generator. Without any field, URLs equal the file paths. */
export type UrlMapping = {
  /** Only files below this folder are pages. */
  folder?: string | undefined;
  /** `01-intro` is `intro`. */
  stripNumbers?: boolean | undefined;
  /** Rules from file path to page path: `{':section/:page': ':page'}`. */
  rules?: Record<string, string> | undefined;
  /** Prefix of every path. */
  prefix?: string | undefined;
  /** The front matter field with a page's path. */
  slug?: string | undefined;
  base?: string | undefined;
  /** The ending of every path. */
  ending?: '' | '/' | '.html' | undefined;
};
