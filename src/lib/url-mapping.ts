/** How files become addresses on a site generator of people's own. What is not there is as the files are. */
export type UrlMapping = {
  /** Only what is below it is a page. */
  folder?: string | undefined;
  /** `01-intro` is `intro`. */
  stripNumbers?: boolean | undefined;
  /** From the path of a file to the path of its page: `{':section/:page': ':page'}`. */
  rules?: Record<string, string> | undefined;
  /** Put before every path. */
  prefix?: string | undefined;
  /** The field of the front matter that gives a page's path. */
  slug?: string | undefined;
  base?: string | undefined;
  /** What follows a path. */
  ending?: '' | '/' | '.html' | undefined;
};
