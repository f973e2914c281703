import type { UrlMapping } from '../lib/url-mapping.ts';

/** A place where docs of a project live, and the place of their pages in the project. */
export type ProjectSource = SourceOrigin & {
  /** The site of this source; by default the project's base URL. */
  baseUrl?: string | undefined;
  /** Prefix of its pages' paths, without slashes at the ends: `api`. */
  prefix?: string | undefined;
};

type SourceOrigin = FolderOrigin | GitOrigin | SiteOrigin | LlmsOrigin | PushedOrigin;

type FolderOrigin = { kind: 'folder'; path: string } & OfFiles;

/** What else says how files become addresses. */
type OfFiles = {
  urls?: UrlMapping | undefined;
  /** The site's own build: a folder, or the address of the site or of its sitemap. */
  built?: string | undefined;
};

export type GitOrigin = {
  kind: 'git';
  /** `https://…`, or `ssh://…` and `git@host:path` where the server has an ssh key. */
  url: string;
  /** By default the repository's default branch. */
  branch?: string | undefined;
  /** The docs folder in the repository; by default its root. */
  root?: string | undefined;
  /** Whether this server's credentials and private hosts may be used; set by operators only. */
  trusted?: boolean | undefined;
} & OfFiles;

export type SiteOrigin = {
  kind: 'site';
  /** The start page; only pages below its path are read. */
  url: string;
  /** The maximum number of pages to read. */
  pages?: number | undefined;
};

/** The last push of `docent deploy FOLDER --url`; `name` tells several such sources of a project apart. */
type PushedOrigin = { kind: 'pushed'; name?: string | undefined } & OfFiles;

type LlmsOrigin = { kind: 'llms'; /** Of an `llms-full.txt`. */ url: string };

/** The sources of a row; earlier versions stored a single source instead of a list. */
export function readSources(column: string): ProjectSource[] {
  return [JSON.parse(column)].flat();
}
