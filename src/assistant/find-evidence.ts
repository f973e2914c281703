import type { Evidence } from '../models/evidence.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { PageHit, SearchFilter } from '../retrieval/search.ts';
import { asEvidence, type Retrieved } from './retrieved.ts';
import type { Question } from './question.ts';
import { sectionMarkdown } from './section-markdown.ts';

/** Characters of the page being viewed that get room in every prompt. */
const roomForCurrentPage = 6_000;

export type Found = {
  hits: PageHit[];
  /** What the question may see; the version and language of the page being viewed unless the caller names others. */
  filter: SearchFilter;
  evidence: Evidence;
};

/** What the first prompt holds of the docs: the best sections for the query, and those of the page being viewed. */
export async function findEvidence(
  index: SearchIndex,
  retrieved: Retrieved,
  query: string,
  { filter: asked, currentPath, retrievalPageSize }: Question,
): Promise<Found> {
  const page = currentPath === null ? undefined : index.page(currentPath, asked.groups);
  const filter = {
    ...asked,
    version: asked.version ?? page?.version ?? undefined,
    language: asked.language ?? page?.language ?? undefined,
  };
  const { hits, answerable } = await index.search({
    text: query,
    limit: retrievalPageSize,
    filter,
    currentPath: currentPath ?? undefined,
  });
  const sections = retrieved.add(hits).map(asEvidence);
  let room = roomForCurrentPage;
  const viewed =
    page === undefined
      ? []
      : index.sections(page.path, asked.groups).filter(({ text }) => (room -= text.length) > 0);
  const current = page === undefined ? [] : retrieved.addPage(page, viewed).map(asEvidence);
  const read = (id: string): string | undefined => {
    const found = retrieved.find(id);
    const page = found && index.page(found.page.path, asked.groups);
    return page && sectionMarkdown(page, found.section);
  };
  const known = new Set(sections.map(({ id }) => id));
  return {
    hits,
    filter,
    evidence: { answerable, sections, current: current.filter(({ id }) => !known.has(id)), read },
  };
}
