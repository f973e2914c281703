/** How a page's path becomes its address. */
export type Addresses = {
  /** Absolute (`https://docs.example.com/en`), or a path (`/docs`), or '' at the root of an unknown host. */
  base: string;
  /** The ending of a page's URL: '' or `/` or `.html`. */
  ending: string;
  /** The ending of the URL of a folder's index page, except the home page. */
  folderEnding: string;
};

/** An old path and its target: a path with or without anchor, or an absolute URL. */
export type Redirect = { from: string; to: string };
