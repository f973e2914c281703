import type { Build } from '../site/build.ts';
import type { Dialect } from '../site/site-facts.ts';
import type { ContentWarning, Origin } from '../page.ts';

/** Text of one file, or null with the reason in `warning`. A warning may also come with a text. */
export type FileText = { text: string | null; warning: string | null };

/** The files of a source, such as a folder or a git commit. Nothing outside of it can be read. */
export type FileTree = {
  /** A display name: the folder's path, the repository's URL. */
  name: string;
  /** Every file, sorted, relative to the root, with forward slashes. */
  files: string[];
  /** Reads listed files, and no others. Never rejects: a file that cannot be read gives a warning. */
  read: (file: string) => Promise<FileText>;
  /** Changes whenever the file's text changes; null when that is not known. */
  versionOf?: (file: string) => Promise<string | null>;
  /** Finds the configuration files in the folders above, where the source has any. */
  above?: () => Promise<Above | null>;
  /** What the site's own build says of the files, where it came with them. */
  built?: () => Promise<Build | null>;
  /** The folder of this machine where all of these files lie, so that another process can read them. */
  root?: string | undefined;
  /** Warnings from listing the files. */
  warnings: ContentWarning[];
  /** For files that are crawled pages: their URLs and formats. */
  site?: { base: string; dialects: Dialect[]; pages: Map<string, SitePage> } | undefined;
};

/** The known configuration files of docs frameworks in the folders above the docs. */
export type Above = {
  /** The docs, relative to the highest folder that was looked into. */
  folder: string;
  /** Relative to that highest folder. */
  files: string[];
  /** Reads these files, and no others. */
  read: FileTree['read'];
};

export type SitePage = {
  path: string;
  /** Whether its URL ends with a slash. */
  isIndex: boolean;
  /** The URL, when it is not the path below the base. */
  url?: string;
  /** The rule for heading anchors; in HTML their ids. */
  anchors: 'ids' | 'github' | 'mintlify' | 'none';
  /** When they are not those of its site. */
  dialects?: Dialect[];
  origin?: Origin;
};
