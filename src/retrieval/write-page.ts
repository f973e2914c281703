import type { DatabaseSync } from 'node:sqlite';
import type { Page, Section } from '../content/page.ts';
import { fingerprint } from './fingerprint.ts';
import { createColumnsWriter } from './section-columns.ts';
import { fields, type FieldTerms } from './lexical/fields.ts';
import { languageCode } from './lexical/languages.ts';
import { headingTerms } from './lexical/heading-terms.ts';
import { tokenize } from './lexical/tokenize.ts';
import { createPostingsWriter } from './lexical/write-postings.ts';

export type PageWriter = { add: (page: Page) => void; remove: (pageId: number) => void; finish: () => void };

type PageNames = Pick<Page, 'title' | 'path' | 'description' | 'language'>;

type PageWords = Pick<FieldTerms, 'title' | 'path' | 'description'> & { language: string };

/** Writes pages with their sections and words into an index file that is being built. */
export function createPageWriter(database: DatabaseSync): PageWriter {
  const insertPage = database.prepare(
    `INSERT INTO pages (path, url, file, title, description, facet_id, hash, fingerprint, markdown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSection = database.prepare(
    'INSERT INTO sections (page_id, anchor, heading, heading_path, text) VALUES (?, ?, ?, ?, ?)',
  );
  const selectPage = database.prepare(
    'SELECT title, path, description, language FROM pages JOIN facets ON facets.id = facet_id WHERE pages.id = ?',
  );
  const selectSections = database.prepare(
    'SELECT id, heading, heading_path, text FROM sections WHERE page_id = ?',
  );
  const deleteVectors = database.prepare('DELETE FROM vectors WHERE section_id = ?');
  const deleteSections = database.prepare('DELETE FROM sections WHERE page_id = ?');
  const deletePage = database.prepare('DELETE FROM pages WHERE id = ?');
  const facetId = createFacets(database);
  const words = createPostingsWriter(database);
  const columns = createColumnsWriter(database);

  return {
    add(page) {
      const facet = facetId(page);
      const pageWords = wordsOfPage(page);
      const sections = page.sections.map((section) => ({
        section,
        terms: wordsOfSection(section, pageWords),
      }));
      const print = fingerprint(sections.flatMap(({ terms }) => terms.body));
      const { path, url, file, title, description, hash, markdown } = page;
      const row = [path, url, file, title, description, facet, hash, print, markdown];
      const pageId = Number(insertPage.run(...row).lastInsertRowid);
      for (const { section, terms } of sections) {
        const { anchor, heading, headingPath, text } = section;
        const inserted = insertSection.run(pageId, anchor, heading, JSON.stringify(headingPath), text);
        const id = Number(inserted.lastInsertRowid);
        words.add(id, withHeadingTerms(terms, heading, pageWords));
        columns.set(
          id,
          pageId,
          facet,
          fields.map(({ name }) => terms[name].length),
        );
      }
    },
    remove(pageId) {
      const page = selectPage.get(pageId) as PageNames;
      const pageWords = wordsOfPage(page);
      for (const row of selectSections.all(pageId)) {
        const headingPath = JSON.parse(row['heading_path'] as string) as string[];
        const section = { heading: row['heading'] as string, headingPath, text: row['text'] as string };
        const terms = wordsOfSection(section, pageWords);
        words.remove(row['id'] as number, withHeadingTerms(terms, section.heading, pageWords));
        columns.remove(row['id'] as number);
        deleteVectors.run(row['id'] as number);
      }
      deleteSections.run(pageId);
      deletePage.run(pageId);
    },
    finish() {
      words.flush();
      columns.write();
    },
  };
}

function createFacets(database: DatabaseSync): (page: Page) => number {
  const find = database.prepare(
    'SELECT id FROM facets WHERE version IS ? AND language IS ? AND tags = ? AND groups = ?',
  );
  const insert = database.prepare('INSERT INTO facets (version, language, tags, groups) VALUES (?, ?, ?, ?)');
  return (page) => {
    const row = [page.version, page.language, sortedJson(page.tags), sortedJson(page.groups)];
    return Number(find.get(...row)?.['id'] ?? insert.run(...row).lastInsertRowid);
  };
}

function sortedJson(values: string[]): string {
  return JSON.stringify([...new Set(values)].sort());
}

function wordsOfPage({ title, path, description, language }: PageNames): PageWords {
  const code = languageCode(language);
  return {
    language: code,
    title: termsOf(title, code),
    path: termsOf(path, code),
    description: termsOf(description ?? '', code),
  };
}

/** The page's title leads its sections' heading paths and is a field of its own. */
function wordsOfSection(
  { heading, headingPath, text }: Omit<Section, 'anchor'>,
  page: PageWords,
): FieldTerms {
  const headings = [...headingPath.slice(1, -1), heading].join('\n');
  return { ...page, headings: termsOf(headings, page.language), body: termsOf(text, page.language) };
}

/** The heading as terms of its own, which do not count for the field's length. */
function withHeadingTerms(terms: FieldTerms, heading: string, { language }: PageWords): FieldTerms {
  return { ...terms, headings: [...terms.headings, ...headingTerms(heading, language)] };
}

function termsOf(text: string, language: string): string[] {
  return tokenize(text, language).map(({ term }) => term);
}
