import type { Dialect } from '../markdown/parse-markdown.ts';
import type { ContentWarning } from '../page.ts';

/** Text of one file, or null with the reason in `warning`. A warning may also come with a text. */
export type FileText = { text: string | null; warning: string | null };

/** The files of a source (a folder, a git commit), whatever holds them. Nothing outside of it can be read. */
export type FileTree = {
  /** What people call it: the folder's path, the repository's URL. */
  name: string;
  /** Every file, sorted, relative to the root, with forward slashes. */
  files: string[];
  /** Never rejects: a file that cannot be read is a warning. */
  read: (file: string) => Promise<FileText>;
  /** Changes whenever the text of the file does; null when that cannot be told. */
  versionOf?: (file: string) => Promise<string | null>;
  /** What was odd while listing. */
  warnings: ContentWarning[];
  /** For files that are pages of a site: where they are, and what they are written in. */
  site?: { base: string; dialects: Dialect[]; pages: Map<string, SitePage> } | undefined;
};

export type SitePage = {
  path: string;
  /** Its address ends with a slash. */
  isIndex: boolean;
  /** Where it is, when that is not its path below the base. */
  url?: string;
  /** What its headings are called in links; of HTML it is their ids. */
  anchors: 'ids' | 'github' | 'mintlify' | 'none';
};
