import type { GithubPart } from '../lib/github-parts.ts';
import type { UrlMapping } from '../lib/url-mapping.ts';

/** A place where docs of a project live, and the place of their pages in the project. */
export type ProjectSource = SourceOrigin & {
  /** The site of this source; by default the project's base URL. */
  baseUrl?: string | undefined;
  /** Prefix of its pages' paths, without slashes at the ends: `api`. */
  prefix?: string | undefined;
  /** The access groups of its pages that name none themselves. */
  groups?: string[] | undefined;
};

type SourceOrigin =
  | FolderOrigin
  | GitOrigin
  | SiteOrigin
  | LlmsOrigin
  | PushedOrigin
  | FilesOrigin
  | ApiOrigin;

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

/** Documents in a folder that are no docs of a framework: PDF, DOCX, PPTX, HTML, CSV, notebooks, text. */
type FilesOrigin = { kind: 'files'; folder: string } & Weighted;

/** The share of a docs page's score that its pages get, above 0 and at most 1. */
type Weighted = { weight?: number | undefined };

/** What else a product's team knows, read by an API. Its token is stored apart. */
export type ApiOrigin = Weighted &
  (
    | {
        kind: 'github';
        /** Of the repository. */
        url: string;
        what: GithubPart[];
        /** Whether this server's account may be used; set by operators only. */
        trusted?: boolean | undefined;
      }
    | { kind: ApiKind; url: string }
  );
type ApiKind = 'notion' | 'confluence' | 'zendesk';

/** Docs outrank what else is known: how much less each weighs where nobody says it. */
const weights: Record<string, number> = {
  files: 0.9,
  zendesk: 0.85,
  confluence: 0.8,
  notion: 0.8,
  github: 0.7,
};

export function weightOf(source: ProjectSource): number {
  return ('weight' in source ? source.weight : undefined) ?? weights[source.kind] ?? 1;
}

export function hasApi(source: ProjectSource): source is Extract<ProjectSource, ApiOrigin> {
  return ['github', 'notion', 'confluence', 'zendesk'].includes(source.kind);
}

/** The sources of a row; earlier versions stored a single source instead of a list. */
export function readSources(column: string): ProjectSource[] {
  return [JSON.parse(column)].flat();
}
