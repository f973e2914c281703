import type { Finding } from './finding.ts';
import type { FoundLink } from './scan-page.ts';
import type { Site } from './site.ts';

/** Internal links, anchors and images of all pages that lead nowhere. */
export function checkLinks(site: Site): Finding[] {
  const findings: Finding[] = [];
  for (const [file, { links }] of site.pages) {
    for (const link of links) {
      const broken = describeBroken(site, file, link);
      if (broken !== null) findings.push({ ...broken, file, line: link.line, severity: 'error' });
    }
  }
  return findings;
}

function describeBroken(
  site: Site,
  file: string,
  { kind, url }: FoundLink,
): Pick<Finding, 'check' | 'message'> | null {
  const target = site.resolve(file, url);
  if (target.kind === 'no-page') {
    return kind === 'image'
      ? { check: 'images', message: `The image ${url} does not exist.` }
      : { check: 'links', message: `The link ${url} leads to no page.` };
  }
  if (target.kind === 'no-anchor') {
    return {
      check: 'anchors',
      message: `The link ${url} leads to no heading: ${target.file} has none with the anchor "${target.anchor}".`,
    };
  }
  return null;
}
