/** A page's location, before or after it moved. */
export type Place = {
  /** The URL path from the root of the site: `/guide/install/`. */
  url: string;
  /** The same with the site's base path. */
  fullUrl: string;
  /** The file, relative to the framework's page folder. */
  file: string;
};

/** A redirect format. Pure, but slow for hostile text, so it runs in the check process. */
export type RedirectFormat = {
  /** The framework by its name in `content/frameworks`; null for a host's file, which works for any framework. */
  framework: string | null;
  /** The file that holds the redirects; `page` when the moved page itself does. */
  fits(path: string): boolean;
  inPage?: true;
  /** The text with one more redirect; null when it has no redirect list that can be edited safely. */
  add(text: string, from: Place, to: Place, path: string): string | null;
};
