/** A page's place, before or after it moved. */
export type Place = {
  /** As readers call it, from the site's own root: `/guide/install/`. */
  url: string;
  /** The same with the path that the site is served under. */
  fullUrl: string;
  /** The file, from the folder that the framework takes pages from. */
  file: string;
};

/** Where a framework or a host keeps redirects. Pure and slow for hostile text: it runs in the check process. */
export type RedirectFormat = {
  /** The framework by its name in `content/frameworks`; null for a host's file, which serves any. */
  framework: string | null;
  /** The file that holds them; `page` when the moved page itself does. */
  fits(path: string): boolean;
  inPage?: true;
  /** The text with one redirect more; null when it has no list of them that can be edited safely. */
  add(text: string, from: Place, to: Place, path: string): string | null;
};
