import type { ErrorCode } from '../../errors.ts';
import type { FileMatch } from '../built/build-map.ts';
import type { Build } from '../site/build.ts';
import type { Guidance } from '../guidance.ts';
import type { KnownHashes } from '../known-hashes.ts';
import type { ContentWarning, LinkedPage } from '../page.ts';
import type { ParsedFile } from '../parse-page.ts';
import type { ParsedPages, SealedSource } from '../parse-sealed.ts';
import type { ModuleSource } from '../config/read-module.ts';
import type { Site, SiteOptions } from '../frameworks/framework.ts';
import type { FileText, FileTree } from '../sources/file-tree.ts';

/** A tree as another process gets it. What is on no disk of this machine is asked for. */
export type SentTree = Pick<FileTree, 'name' | 'files' | 'warnings' | 'site' | 'root'> & {
  /** Of each file; null when the process finds them itself, or nobody knows. */
  versions: (string | null)[] | null;
  hasAbove: boolean;
};

/** The steps of reading sources, all in one process, which keeps what was listed. `nth` is the source. */
export type ReadingTask =
  | {
      step: 'list';
      nth: number;
      tree: SentTree;
      options: SiteOptions;
      known: KnownHashes;
      isCareful: boolean;
    }
  | { step: 'parse' | 'seal'; nth: number; files: string[] }
  | { step: 'links'; nth: number }
  | { step: 'lines'; nth: number; found: { file: string; text: string }[] }
  | { step: 'site'; tree: SentTree; options: SiteOptions; isCareful: boolean; aliased: RegExp }
  | { step: 'above'; tree: SentTree; isCareful: boolean }
  | { step: 'match'; tree: SentTree; build: Build; isCareful: boolean }
  | { step: 'forget' };

type Results = {
  list: Listing;
  parse: ParsedPages;
  seal: SealedSource[];
  links: Findings;
  lines: (number | null)[];
  site: SiteRules;
  above: [file: string, text: FileText][] | null;
  match: FileMatch[];
  forget: null;
};

export type StepResult<T extends ReadingTask> = Results[T['step']];

/** What a step gives, or why it failed. */
export type Outcome = { value: unknown } | { failure: Failure };

/** `code` of a fault of the docs, `system` of one of the machine; neither for one of ours. */
export type Failure = { code: ErrorCode | null; system: string | null; message: string; stack: string };

/** Reading a file that has a parser of its own. */
export type ModuleTask = { kind: 'config' | 'openapi'; source: ModuleSource };

/** What the process asks the one that gave the task. */
export type Question =
  | { read: string }
  | { readAbove: string }
  | { above: true }
  /** To run a task in a process of its own. */
  | { task: ModuleTask; cpuLimit: number }
  /** The next files that were listed. */
  | { listed: ListedFile[] }
  /** The file that is read next. */
  | { at: string }
  /** More link targets, or pages to check the links of; none at the end. */
  | { more: 'targets' | 'pages' };

/** Broken links of the docs: the first ones, and how many more there are. */
export type Findings = {
  unlisted: { link: number; anchor: number };
  found: { kind: 'link' | 'anchor'; file: string; text: string }[];
};

export type Targets = Pick<ParsedFile, 'file' | 'targets'>;

export type Asked = { targets: Targets[]; pages: LinkedPage[] };

/** A file of the docs, with the hash of all that its page is made of. */
export type ListedFile = {
  file: string;
  hash: string;
  /** The page's path by the rules for file names. */
  path: string;
  hidden: boolean;
  /** Length of its source; 0 when it was not read. */
  characters: number;
};

export type Listing = {
  framework: string;
  warnings: ContentWarning[];
  guidance: Guidance;
  known: KnownHashes;
};

/** The rules of a site for its files, for the checks of a job. */
export type SiteRules = Pick<
  Site,
  'pages' | 'addresses' | 'redirects' | 'generated' | 'fallbackPrefixes' | 'fallbackFolder' | 'sourceRoots'
> & {
  framework: string;
  isConfigHere: boolean;
  /** Further facts of pages with old addresses. */
  facts: Map<string, object>;
};
