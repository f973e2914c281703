import { type Docs, parseDocs } from '../content/read-docs.ts';
import type { Fact } from './claim.ts';
import { findFacts } from './find-facts.ts';
import { olderVersions } from './older-versions.ts';

/** The facts that a set of docs states, page by page. */
export async function readFacts(docs: Docs): Promise<Fact[]> {
  const facts: Fact[] = [];
  const older = olderVersions(docs.tree.files);
  for await (const { pages } of parseDocs(docs))
    for (const page of pages) {
      if (older.has(page.file)) continue;
      const { text } = await docs.tree.read(page.file);
      facts.push(...findFacts(page, text ?? page.markdown));
    }
  return facts.sort((a, b) => (a.page < b.page ? -1 : a.page > b.page ? 1 : a.line - b.line));
}
