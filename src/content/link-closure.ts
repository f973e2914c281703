import type { LinkedPage } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';
import { createSite, type Site } from './site/site.ts';

/** A broken internal link. */
export type BrokenLink = {
  file: string;
  text: string;
  target: string;
  part: 'path' | 'anchor';
  /**
   * `unpublished`: the page is a draft; `missing`: no page, but a file that is not there; `redirected`: a redirect leads on;
   * `generated`: the site generates the target from other sources than pages.
   */
  why: 'stale' | 'unpublished' | 'missing' | 'redirected' | 'generated';
};

export type LinkClosure = {
  /** Internal links whose path was checked, and those that lead to a page. */
  paths: { checked: number; resolved: number };
  /** Links with an anchor to an existing page, and those whose anchor exists on it. */
  anchors: { checked: number; resolved: number };
  broken: BrokenLink[];
};

/**
 * Checks every internal link of a completely parsed docs site. A docs set is its own test: when its authors' links do
 * not resolve, either our rules for URLs and anchors are wrong, or the link is.
 */
export function closeLinks(docs: Docs, parsed: ParsedFile[]): LinkClosure {
  const site = siteOf(docs, parsed);
  const closure = noLinks();
  for (const { pages } of parsed) for (const page of pages) checkLinks(site, page, closure);
  return closure;
}

export function noLinks(): LinkClosure {
  return { paths: { checked: 0, resolved: 0 }, anchors: { checked: 0, resolved: 0 }, broken: [] };
}

/** The site of some docs. @param parsed all link targets of the site */
export function siteOf(docs: Docs, parsed: readonly Pick<ParsedFile, 'file' | 'targets'>[]): Site {
  const listed = new Map(docs.files.map(({ file, page }) => [file, page]));
  const pages = parsed.map(({ file, targets }) => {
    const { path = '', language = null, isIndex = false } = listed.get(file) ?? {};
    const [own, ...others] = targets;
    return {
      file,
      path: own?.path ?? path,
      otherPaths: others.map((other) => other.path),
      language,
      isIndex,
      isPublished: own !== undefined,
      anchors: own?.anchors ?? null,
    };
  });
  return createSite({ ...docs, pages, files: docs.tree.files, topFolders: [''] });
}

/** What a broken link is to those who read of it; links whose target cannot be known do not count. */
const whyBroken = {
  'no-page': 'stale',
  'no-heading': 'stale',
  'no-asset': 'missing',
  unpublished: 'unpublished',
  redirected: 'redirected',
  generated: 'generated',
} as const;

/** Adds the links of one page to the counts. */
export function checkLinks(site: Site, page: LinkedPage, closure: LinkClosure): void {
  for (const { text, target } of page.links) {
    const found = site.resolve(page, target);
    if (found.kind === 'outside' || found.kind === 'asset') continue;
    const why = found.kind === 'broken' ? found.why : null;
    const leadsToPage = why === null || why === 'no-heading';
    if (!/^(?:[#?]|$)/.test(target)) {
      if (leadsToPage) closure.paths.resolved += 1;
      if (leadsToPage || why === 'no-page' || why === 'redirected') closure.paths.checked += 1;
    }
    if (leadsToPage && found.anchor !== '') {
      closure.anchors.checked += 1;
      if (why === null) closure.anchors.resolved += 1;
    }
    if (why === null) continue;
    const part = why === 'no-heading' ? 'anchor' : 'path';
    closure.broken.push({ file: page.file, text, target, part, why: whyBroken[why] });
  }
}
