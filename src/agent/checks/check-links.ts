import { type Finding, keyed, type KeyedFinding } from './finding.ts';
import type { FoundLink } from './page-facts.ts';
import type { Site } from './checked-site.ts';

/**
 * Internal links, anchors and images of some pages that lead nowhere.
 * @param place where a file stood in the base, so that a link which was broken there is known again
 */
export async function checkLinks(
  site: Site,
  files: readonly string[],
  place: (file: string) => string,
): Promise<KeyedFinding[]> {
  const findings: KeyedFinding[] = [];
  for (const file of files) {
    for (const link of (await site.facts(file)).links) {
      const broken =
        link.kind === 'reference' ? describeLabel(site, link) : await describeBroken(site, file, link, place);
      if (broken === null) continue;
      const { check, message, what } = broken;
      findings.push(keyed({ check, file, line: link.line, message, severity: 'error' }, place, what));
    }
  }
  return findings;
}

/** `what` stays the same when the link is rewritten. */
type Broken = Pick<Finding, 'check' | 'message'> & { what?: string };

function describeLabel(site: Site, { url }: FoundLink): Broken | null {
  if (site.hasLabel(url)) return null;
  return { check: 'anchors', message: `There is no label for the reference ${url}.` };
}

async function describeBroken(
  site: Site,
  file: string,
  { kind, url, target: path, syntax }: FoundLink,
  place: (file: string) => string,
): Promise<Broken | null> {
  const isSphinx = site.framework === 'sphinx';
  // Outside of Sphinx `{doc}` is no role, and MyST links may name a label of any page.
  if (isSphinx ? kind === 'link' && site.hasLabel(url.replace(/^#/, '')) : syntax === 'doc') return null;
  const target = await site.resolve(file, path ?? url);
  if (target.kind === 'no-page') {
    return kind === 'image'
      ? { check: 'images', message: `The image ${url} does not exist.` }
      : { check: 'links', message: `The link ${url} leads to no page.` };
  }
  if (target.kind === 'no-anchor') {
    const message = `The link ${url} leads to no heading: ${target.file} has none with the anchor "${target.anchor}".`;
    return { check: 'anchors', message, what: `${place(target.file)}#${target.anchor}` };
  }
  return null;
}
