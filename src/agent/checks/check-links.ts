import type { Finding } from './finding.ts';
import type { FoundLink } from './page-facts.ts';
import type { Site } from './checked-site.ts';
import { destinationOf } from './template-links.ts';

/** Internal links, anchors and images of some pages that lead nowhere. */
export async function checkLinks(site: Site, files: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) {
    for (const link of (await site.facts(file)).links) {
      const broken =
        link.kind === 'reference' ? describeLabel(site, link) : await describeBroken(site, file, link);
      if (broken !== null) findings.push({ ...broken, file, line: link.line, severity: 'error' });
    }
  }
  return findings;
}

function describeLabel(site: Site, { url }: FoundLink): Pick<Finding, 'check' | 'message'> | null {
  if (site.hasLabel(url)) return null;
  return { check: 'anchors', message: `There is no label for the reference ${url}.` };
}

async function describeBroken(
  site: Site,
  file: string,
  link: FoundLink,
): Promise<Pick<Finding, 'check' | 'message' | 'heading'> | null> {
  const { kind, url, syntax } = link;
  const isSphinx = site.framework === 'sphinx';
  // Outside of Sphinx `{doc}` is no role, and MyST links may name a label of any page.
  if (isSphinx ? kind === 'link' && site.hasLabel(url.replace(/^#/, '')) : syntax === 'doc') return null;
  const destination = destinationOf(site, file, link);
  if (destination === null) return null;
  const target = await site.resolve(file, destination);
  if (target.kind === 'no-page') {
    return kind === 'image'
      ? { check: 'images', message: `The image ${url} does not exist.` }
      : { check: 'links', message: `The link ${url} leads to no page.` };
  }
  if (target.kind === 'no-anchor') {
    const message = `The link ${url} leads to no heading: ${target.file} has none with the anchor "${target.anchor}".`;
    return { check: 'anchors', message, heading: { file: target.file, anchor: target.anchor } };
  }
  return null;
}
