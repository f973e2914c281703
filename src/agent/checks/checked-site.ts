import { posix } from 'node:path';
import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { withoutEnding } from '../../content/site/endings.ts';
import type { LinkPlace, SiteFacts } from '../../content/site/site-facts.ts';
import type { Answer } from '../../content/site/site.ts';
import type { FoundLink, LinkForm, PageFacts } from '../../content/links/found-link.ts';

/** The docs as a reader's browser sees them: which link destinations exist. Pages are read lazily. */
export type Site = Pick<SiteFacts, 'framework' | 'redirects' | 'generated' | 'sourceRoots'> & {
  /** Every page, in order. */
  pages: readonly string[];
  has(file: string): boolean;
  /** The text of a page as it is in the repository. */
  text(file: string): string;
  /** A page's path on the site, without slashes at its ends. */
  address(file: string): string;
  /** The page's path as in its URL, with slashes and ending, from the root of the site. */
  url(file: string): string;
  /** The id that a page's front matter gives it. */
  id(file: string): string | null;
  /** The titles of pages by their beginnings, because there may be thousands; a page without one has its file's name. */
  titles(files: readonly string[]): Promise<Map<string, string>>;
  facts(file: string): Promise<PageFacts>;
  /** The fragments that a page has; null when they are not known. */
  anchors(file: string): Promise<readonly string[] | null>;
  /** Where a link leads, its fragment left aside. */
  locate(fromFile: string, link: FoundLink | string): Answer;
  resolve(fromFile: string, link: FoundLink | string): Promise<Answer>;
  /** Whether a page has the label; null where the framework has none. */
  hasLabel: ((label: string) => boolean) | null;
  /** What pages can be referenced by, as the framework lists it. */
  labels: ReadonlySet<string>;
  docsRoot: string;
  /** The base path of the site, without slashes at its ends. */
  basePath: string;
};

/** The file that a link leads to, in the repository; null when there is none or it is not known. */
export function fileOf(answer: Answer): string | null {
  if (answer.kind === 'outside') return null;
  return answer.kind === 'asset' ? answer.file : (answer.pages[0]?.file ?? null);
}

/** A partial, which has no address of its own. */
export const isPart = (page: string) =>
  /(?:^|\/)[_.]|(?:^|[/_-])(?:snippets?|partials?|includes?)\//.test(page);

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

/** How the site's template language writes a link; undefined for a plain one. */
export const formOf = (site: Site, { form }: FoundLink): LinkForm | undefined =>
  form === undefined ? undefined : frameworkNamed(site.framework).linkForms?.[form];

/** A link's destination as the site resolves it. */
export function destinationOf(site: Site, file: string, link: FoundLink): string {
  if (isFromRoot(site, file, link)) return `/${link.url}`;
  return formOf(site, link)?.read?.(link.url, file, site) ?? link.target ?? link.url;
}

/** Whether an included file is named from the root of the docs or of the repository, as `--8<-- "docs/part.md"`. */
export function isFromRoot(site: Site, file: string, { url, syntax, maybe }: FoundLink): boolean {
  if (syntax !== 'file' || maybe !== true || /^[./@]/.test(url)) return false;
  const roots = [...site.sourceRoots, site.docsRoot, ''];
  const isBeside = site.has(posix.join(posix.dirname(file), url));
  return !isBeside && roots.some((root) => site.has(posix.join(root, url)));
}
