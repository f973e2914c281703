import type { EvidenceSection } from '../models/evidence.ts';
import { makeSnippet } from '../retrieval/make-snippet.ts';
import type { IndexedPage, IndexedSection } from '../retrieval/read-page.ts';
import type { PageHit } from '../retrieval/search.ts';
import type { SearchResultItem } from './answer-event.ts';

type FoundPage = Pick<PageHit, 'path' | 'url' | 'title' | 'version' | 'language' | 'origin'>;
type FoundSection = Pick<IndexedSection, 'sectionId' | 'anchor' | 'heading' | 'text'> & {
  score?: number | undefined;
  likeness?: number | undefined;
};

/** A section that this answer may cite, because it was retrieved for it. */
export type CitableSection = {
  id: string;
  url: string;
  title: string;
  page: FoundPage;
  section: FoundSection;
};

/** Everything that was retrieved for one answer, each section under a short id for the model. */
export type Retrieved = {
  /** Registers search results; a section that was found before keeps its id. */
  add(hits: readonly PageHit[]): CitableSection[];
  addPage(page: FoundPage, sections: readonly IndexedSection[]): CitableSection[];
  find(id: string): CitableSection | undefined;
  all(): CitableSection[];
  /** Titles and texts of the same part of a page, which is split into several sections when it is long. */
  textsOf(section: CitableSection): string[];
};

/** @param versions of the docs: a page is labelled with its own only where there are several */
export function createRetrieved(versions: readonly string[]): Retrieved {
  const byId = new Map<string, CitableSection>();
  const bySection = new Map<number, CitableSection>();
  const register = (found: FoundPage, section: FoundSection): CitableSection => {
    const known = bySection.get(section.sectionId);
    if (known !== undefined) return known;
    const page = versions.length > 1 ? found : { ...found, version: null };
    const citable = {
      id: `s${byId.size + 1}`,
      url: sectionUrl(page, section),
      title: sectionTitle(page, section),
      page,
      section,
    };
    byId.set(citable.id, citable);
    bySection.set(section.sectionId, citable);
    return citable;
  };
  return {
    add: (hits) => hits.flatMap((page) => page.sections.map((section) => register(page, section))),
    addPage: (page, sections) => sections.map((section) => register(page, section)),
    find: (id) => byId.get(id),
    all: () => [...byId.values()],
    textsOf: ({ url }) =>
      [...byId.values()]
        .filter((one) => one.url === url)
        .map(({ title, section }) => `${title}\n${section.text}`),
  };
}

/** The page's URL with the section's anchor; in a URL that already has a fragment, as docsify's, with `?id=`. */
export function sectionUrl(page: { url: string }, section: { anchor: string | null }): string {
  const mark = page.url.includes('#') ? '?id=' : '#';
  return section.anchor === null ? page.url : `${page.url}${mark}${section.anchor}`;
}

/** What titles for search engines end with: `Common errors | Guide`. */
const siteName = /^([^|`]{2,}) \| [^|`]{2,40}$/;

/** A title with the version, if the page has one, and what the page is, unless it is docs. */
export function labelled(title: string, { version, origin }: Pick<FoundPage, 'version' | 'origin'>): string {
  const label = [version, origin?.label].filter((part) => part != null).join(', ');
  return label === '' ? title : `${title} (${label})`;
}

/** `Page title › Heading`, or the page title alone for a page's opening, with its label. */
export function sectionTitle(
  page: Pick<FoundPage, 'title' | 'version' | 'origin'>,
  section: { heading: string },
): string {
  const name = page.title.replace(siteName, '$1');
  const title = [page.title, name].includes(section.heading) ? name : `${name} › ${section.heading}`;
  return labelled(title, page);
}

/** A section as the model reads it. */
export function asEvidence({ id, url, title, page, section }: CitableSection): EvidenceSection {
  const { text, score, likeness } = section;
  return { id, title, url, version: page.version, text, score, likeness };
}

/** A page hit as stream protocols show it: one result per page, with its best section's content. */
export function asSearchResult(page: PageHit): SearchResultItem {
  const [best] = page.sections;
  const { version, language, origin } = page;
  return {
    path: page.path,
    url: sectionUrl(page, best),
    content: best.text,
    metadata: {
      title: page.title,
      heading: best.heading,
      anchor: best.anchor,
      url: sectionUrl(page, best),
      snippet: makeSnippet(page),
      score: Number(page.score.toFixed(4)),
      ...(version !== null && { version }),
      ...(language !== null && { language }),
      ...(origin !== undefined && { kind: origin.kind, label: origin.label }),
    },
  };
}

/** A page that the model read, as stream protocols show it. */
export function asReadPage(page: IndexedPage): SearchResultItem {
  const { path, url, title } = page;
  return { path, url, content: page.description ?? title, metadata: { title, anchor: null, url } };
}
