import { maxOfAKind, maxText } from '../finding.ts';
import { checkLinks, noLinks, siteOf } from '../link-closure.ts';
import type { LinkedPage } from '../page.ts';
import type { Docs } from '../read-docs.ts';
import type { Findings, Targets } from './reading-tasks.ts';

/** Finds the links of all pages that lead nowhere. */
export async function examineLinks(
  docs: Docs,
  targets: Targets[],
  pages: AsyncIterable<LinkedPage>,
): Promise<Findings> {
  // Pages excluded from the index have no sections, but links to them are valid.
  const hidden = docs.files.filter(({ page }) => page.hidden).map(({ page }) => page.path);
  const site = siteOf({ ...docs, generated: [...docs.generated, ...hidden] }, targets);
  const findings: Findings = { unlisted: { link: 0, anchor: 0 }, found: [] };
  const counts = { link: 0, anchor: 0 };
  for await (const page of pages) {
    const closure = noLinks();
    checkLinks(site, page, closure);
    for (const { part, target, why } of closure.broken) {
      if (why !== 'stale') continue;
      const kind = part === 'path' ? 'link' : 'anchor';
      if (++counts[kind] > maxOfAKind) findings.unlisted[kind]++;
      else findings.found.push({ kind, file: page.file, text: target.slice(0, maxText) });
    }
  }
  return findings;
}
