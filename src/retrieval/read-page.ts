import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { unpackSource } from '../content/packed-source.ts';
import type { Page, Section } from '../content/page.ts';
import { createRecents } from '../lib/recent.ts';
import { isVisibleTo } from './filter-facets.ts';
import { hasTable } from './index-file.ts';
import { createOriginReader } from './read-origin.ts';

export type IndexedPage = Omit<Page, 'sections' | 'links' | 'isDefault' | 'source'>;

/** An indexed section: long ones are split into parts with the same anchor. */
export type IndexedSection = Section & { sectionId: number };

/** A section without its text. */
export type IndexedHeading = Pick<IndexedSection, 'sectionId' | 'anchor' | 'heading'>;

type PageReader = {
  page: (path: string, groups?: string[]) => IndexedPage | undefined;
  source: (path: string, groups?: string[]) => string | undefined;
  sections: (path: string, groups?: string[]) => IndexedSection[];
  sectionsAround: (sectionId: number, before: number, after: number) => IndexedSection[];
  headingsAround: (sectionId: number, before: number, after: number) => IndexedHeading[];
};

/** Endings of addresses and of source files, whose path on most sites is that of the page. */
const ending = /\.(?:mdx?|markdown|qmd|html?|rst|adoc|asciidoc)$/;

type Found = { written: string; id: number; page: IndexedPage };

/**
 * Characters of the pages that are remembered, of all indexes together. An answer reads a page repeatedly: for its sections,
 * for quotes, and for links to it; and most answers read the same few.
 */
const maxKept = 1_000_000;
const recentOfIndex = createRecents<Found>(
  maxKept,
  ({ written, page }) => written.length + page.markdown.length,
);
/** The same of sections with their neighbours, and of the headings around them. */
const aroundOfIndex = createRecents<IndexedSection[]>(200_000, (sections) =>
  sections.reduce((sum, { text }) => sum + text.length, 1),
);
const headingsOfIndex = createRecents<IndexedHeading[]>(10_000, (found) => found.length + 1);

export function createPageReader(database: DatabaseSync): PageReader {
  // A page's list of link texts may be longer than the page, and is not needed here.
  const select = `SELECT pages.id, path, url, file, title, description, hash, markdown, version, language, tags, groups
     FROM pages JOIN facets ON facets.id = facet_id`;
  const byPath = database.prepare(`${select} WHERE path = ?`);
  const byUrl = database.prepare(`${select} WHERE url IN (?, ? || '/')`);
  const byFile = database.prepare(`${select} WHERE file = ? ORDER BY pages.id`);
  const sectionsOf = database.prepare('SELECT * FROM sections WHERE page_id = ? ORDER BY id');
  const ofPageAround =
    'FROM sections WHERE id BETWEEN ? AND ? AND page_id = (SELECT page_id FROM sections WHERE id = ?) ORDER BY id';
  const around = database.prepare(`SELECT * ${ofPageAround}`);
  const headings = database.prepare(`SELECT id, anchor, heading ${ofPageAround}`);
  const recentAround = aroundOfIndex();
  const recentHeadings = headingsOfIndex();

  const originOf = createOriginReader(database);

  const recent = recentOfIndex();

  function find(written: string, groups: string[] | undefined): Found | undefined {
    let found = recent.get(written);
    if (found === undefined && (found = read(written)) !== undefined) recent.set(written, found);
    return found && isVisibleTo(found.page.groups, groups) ? found : undefined;
  }

  function read(written: string): Found | undefined {
    const address = written.trim().replace(/[?#].*/s, '');
    const path = address.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+|(?<!\/)\/+$/g, '');
    const row =
      byPath.get(path) ??
      byPath.get(path.replace(ending, '')) ??
      byUrl.get(address, address) ??
      byUrl.get(`/${path}`, `/${path}`) ??
      byFile.get(path);
    if (!row) return undefined;
    const page = {
      path: row['path'] as string,
      url: row['url'] as string,
      file: row['file'] as string,
      title: row['title'] as string,
      description: row['description'] as string | null,
      language: row['language'] as string | null,
      version: row['version'] as string | null,
      tags: JSON.parse(row['tags'] as string) as string[],
      groups: JSON.parse(row['groups'] as string) as string[],
      hash: row['hash'] as string,
      markdown: row['markdown'] as string,
      origin: originOf(Number(row['id'])),
    };
    return { written, id: Number(row['id']), page };
  }

  return {
    page: (path, groups) => find(path, groups)?.page,
    source(path, groups) {
      const found = find(path, groups);
      if (!found) return undefined;
      const row = hasTable(database, 'sources')
        ? database.prepare('SELECT packed FROM sources WHERE page_id = ?').get(found.id)
        : undefined;
      const { markdown } = found.page;
      return row === undefined ? markdown : unpackSource(row['packed'] as Uint8Array, markdown);
    },
    sections(path, groups) {
      const found = find(path, groups);
      if (!found) return [];
      return sectionsOf.all(found.id).map(toSection);
    },
    sectionsAround(sectionId, before, after) {
      const key = [sectionId, before, after].join();
      return recentAround.of(key, () =>
        around.all(sectionId - before, sectionId + after, sectionId).map(toSection),
      );
    },
    headingsAround(sectionId, before, after) {
      const key = [sectionId, before, after].join();
      return recentHeadings.of(key, () =>
        headings.all(sectionId - before, sectionId + after, sectionId).map(toHeading),
      );
    },
  };
}

function toHeading(row: Record<string, SQLOutputValue>): IndexedHeading {
  return {
    sectionId: Number(row['id']),
    anchor: row['anchor'] as string | null,
    heading: row['heading'] as string,
  };
}

function toSection(row: Record<string, SQLOutputValue>): IndexedSection {
  return {
    ...toHeading(row),
    headingPath: JSON.parse(row['heading_path'] as string) as string[],
    text: row['text'] as string,
  };
}
