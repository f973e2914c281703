import type { Finding } from './finding.ts';
import type { FoundLink } from '../../content/links/found-link.ts';
import { fileOf, type Site } from './checked-site.ts';
import { decodedPath } from '../../lib/decoded-path.ts';

/**
 * Internal links, anchors and images of some pages that lead nowhere.
 * @param before the docs before the change, and where a page was: what may be a link is one if it led somewhere then
 */
export async function checkLinks(
  site: Site,
  files: readonly string[],
  before?: { site: Site; placeOf: (file: string) => string },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) {
    for (const link of (await site.facts(file)).links) {
      if (link.maybe === true && !(before && isThere(before.site, before.placeOf(file), link))) continue;
      // `checkReferences` knows the endings that these leave out.
      if (link.kind === 'import') continue;
      const broken =
        link.kind === 'reference' ? describeLabel(site, link) : await describeBroken(site, file, link);
      if (broken !== null) findings.push({ ...broken, file, line: link.line, severity: 'error' });
    }
  }
  return findings;
}

/** Whether a link leads to a page or file of the docs. */
function isThere(site: Site, file: string, link: FoundLink): boolean {
  const { kind } = site.locate(file, link);
  return kind === 'page' || kind === 'heading' || kind === 'asset';
}

function describeLabel(site: Site, { url }: FoundLink): Pick<Finding, 'check' | 'message'> | null {
  if (site.hasLabel === null || site.hasLabel(url)) return null;
  return { check: 'anchors', message: `There is no label for the reference ${url}.` };
}

async function describeBroken(
  site: Site,
  file: string,
  link: FoundLink,
): Promise<Pick<Finding, 'check' | 'message' | 'heading'> | null> {
  const { kind, url, syntax } = link;
  // Where there are no labels `{doc}` is no role; where there are, links of MyST may name one of any page.
  const { hasLabel } = site;
  if (hasLabel === null ? syntax === 'doc' : kind === 'link' && hasLabel(url.replace(/^#/, ''))) return null;
  const found = await site.resolve(file, link);
  if (link.maybe === true && found.kind === 'outside')
    return { check: 'links', message: `The path ${url} leads to no file.` };
  if (found.kind !== 'broken') return null;
  const { why, anchor } = found;
  switch (why) {
    case 'no-page':
    case 'no-asset':
      return kind === 'image'
        ? { check: 'images', message: `The image ${url} does not exist.` }
        : { check: 'links', message: `The link ${url} leads to no page.` };
    case 'unpublished':
      return { check: 'links', message: `The link ${url} leads to a draft, which readers cannot see.` };
    case 'no-heading': {
      const page = fileOf(found)!;
      const message = `The link ${url} leads to no heading: ${page} has none with the anchor "${decodedPath(anchor)}".`;
      return { check: 'anchors', message, heading: { file: page, anchor: decodedPath(anchor) } };
    }
    // What a redirect sends on, or the build makes, may be there.
    case 'redirected':
    case 'generated':
      return null;
  }
}
