/** How many folders up a configuration may be: Starlight keeps its docs in `src/content/docs`. */
export const maxAbove = 4;

/** The configuration to look for in the folders above the docs. */
export type ConfigNames = {
  /** Folders that may hold it, relative to each of those above. */
  folders: string[];
  /** @param path relative to a folder above */
  has(path: string): boolean;
};
