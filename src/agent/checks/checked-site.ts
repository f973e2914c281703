import { withoutEnding } from '../../content/site/endings.ts';
import type { LinkPlace, Redirect } from '../../content/site/site-facts.ts';
import type { Answer } from '../../content/site/site.ts';
import type { PageFacts } from '../../content/links/found-link.ts';

/** The docs as a reader's browser sees them: which link destinations exist. Pages are read lazily. */
export type Site = {
  /** The docs framework, by its name in `content/frameworks`. */
  framework: string;
  /** Every page, in order. */
  pages: readonly string[];
  has(file: string): boolean;
  /** The text of a page as it is in the repository. */
  text(file: string): string;
  /** A page's path on the site, without slashes at its ends. */
  address(file: string): string;
  /** The page's path as in its URL, with slashes and ending, from the root of the site. */
  url(file: string): string;
  facts(file: string): Promise<PageFacts>;
  /** The fragments that a page has; null when they are not known. */
  anchors(file: string): Promise<readonly string[] | null>;
  /** Where a link leads, its fragment left aside. */
  locate(fromFile: string, url: string): Answer;
  resolve(fromFile: string, url: string): Promise<Answer>;
  /** Whether a page has the label; null where the framework has none. */
  hasLabel: ((label: string) => boolean) | null;
  /** Old paths and where they lead, by configuration and by pages. */
  redirects: readonly Redirect[];
  /** Paths that lead elsewhere, as globs, and paths below which the build generates pages. */
  elsewhere: readonly string[];
  docsRoot: string;
  /** The base path of the site, without slashes at its ends. */
  basePath: string;
  /** Folders that the framework takes pages from. */
  sourceRoots: readonly string[];
};

/** The file that a link leads to, in the repository; null when there is none or it is not known. */
export function fileOf(answer: Answer): string | null {
  if (answer.kind === 'outside') return null;
  return answer.kind === 'asset' ? answer.file : (answer.pages[0]?.file ?? null);
}

/** Whether there is nothing where a link leads. */
export const isMissing = (answer: Answer) =>
  answer.kind === 'broken' && (answer.why === 'no-page' || answer.why === 'no-asset');

/** The address by the most common rule: the path within the docs, without ending and index. */
export function addressOf(file: string, docsRoot: string): string {
  const within = docsRoot === '' ? file : file.slice(docsRoot.length + 1);
  return withoutEnding(within)
    .replace(/(^|\/)(?:index|readme)$/i, '')
    .replace(/\/$/, '');
}

/** Where links of a file begin that the framework makes no page of. */
export const placeOutside = (file: string, docsRoot: string): LinkPlace => ({
  file,
  path: addressOf(file, docsRoot),
  language: null,
});
