import { frameworkNamed } from '../../content/frameworks/detect-framework.ts';
import { splitFrontMatter } from '../../content/front-matter.ts';
import { parsePage } from '../../content/parse-page.ts';
import type { PageSource } from '../../content/parse-tree.ts';

/** What the docs framework says of a page before it is read. */
export type PageRules = Pick<PageSource, 'framework' | 'page' | 'addresses'>;

/** A page's path on the site, where its front matter may move it. */
export function findAddress(_path: string, text: string, { framework, page }: PageRules): string {
  return frameworkNamed(framework).movedPath(page, splitFrontMatter(text).data) ?? page.path;
}

/** The fragments that links to a page may have, by the framework's own rules; null for a draft. */
export function findAnchors(_path: string, text: string, rules: PageRules): string[] | null {
  return parsePage({ ...rules, text, hash: '' }).targets[0]?.anchors ?? null;
}
