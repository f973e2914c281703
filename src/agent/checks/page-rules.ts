import { frameworkNamed } from '../../content/frameworks/registry.ts';
import { splitFrontMatter, textField } from '../../content/front-matter.ts';
import type { PageFacts } from '../../content/links/found-link.ts';
import { scanPage, titleAtStart } from '../../content/links/scan-page.ts';
import { parseFormat } from '../../content/parse-format.ts';
import { parsePage } from '../../content/parse-page.ts';
import type { PageSource } from '../../content/parse-tree.ts';
import { isMarkdown } from '../../content/site/endings.ts';

/** The docs framework's rules for a page, known before the page is read. */
export type PageRules = Pick<PageSource, 'framework' | 'page' | 'addresses'>;

/** A page's path on the site and old ones that redirect to it, none for a draft, and its id, by its front matter. */
export async function findPaths(_path: string, text: string, rules: PageRules) {
  const source = { ...rules, text, hash: '' };
  const { targets } = parsePage(source, await parseFormat(source));
  return { paths: targets.map(({ path }) => path), id: textField(splitFrontMatter(text).data, 'id') };
}

/** @param heads the beginnings of pages */
export const findTitles = (_path: string, heads: [file: string, head: string][]) =>
  heads.map(([file, head]) => titleAtStart(file, head));

/** A page's fragments by the framework's rules; null when they are not known. */
export async function findAnchors(_path: string, text: string, rules: PageRules): Promise<string[] | null> {
  const source = { ...rules, text, hash: '' };
  const format = await parseFormat(source);
  // Included files have headings that are not known here.
  if (format !== null && /^[ \t]{0,40}(?:(?:\.\. )?include::|```\{include\})/m.test(text)) return null;
  return parsePage(source, format).targets[0]?.anchors ?? null;
}

/** The page's Markdown as searched and shown; null for a draft or a hidden page. */
export async function readAsPage(_path: string, text: string, rules: PageRules): Promise<string | null> {
  const source = { ...rules, text, hash: '' };
  const [page] = parsePage(source, await parseFormat(source)).pages;
  return page?.markdown ?? null;
}

/** @param framework whose template language may write links */
export function scanFor(path: string, text: string, framework: string): PageFacts {
  const { linkForms, mdIsMdx } = frameworkNamed(framework);
  return scanPage(path, text, linkForms, mdIsMdx === true && isMarkdown(path));
}

/** The labels of all pages, for a framework that has some. */
export const findLabels = (_path: string, texts: [file: string, text: string][], framework: string) =>
  frameworkNamed(framework).labels!.list(texts);
