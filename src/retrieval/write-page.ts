import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '../content/page.ts';
import { fingerprint } from './fingerprint.ts';
import { splitSection } from './split-section.ts';
import { tokenize } from './tokenize.ts';

export type PageWriter = { add: (page: Page) => void; remove: (pageId: number) => void };

/** Writes pages with their sections and words into an index file that is being built. */
export function createPageWriter(database: DatabaseSync): PageWriter {
  const insertPage = database.prepare(
    `INSERT INTO pages (path, url, file, title, description, facet_id, hash, fingerprint, markdown)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSection = database.prepare(
    'INSERT INTO sections (page_id, anchor, heading, heading_path, text) VALUES (?, ?, ?, ?, ?)',
  );
  const insertPlace = database.prepare('INSERT INTO places (section_id, page_id, facet_id) VALUES (?, ?, ?)');
  const insertWords = database.prepare(
    'INSERT INTO words (rowid, title, headings, body, path, description) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const facetId = createFacets(database);
  const removals = [
    'DELETE FROM words WHERE rowid IN (SELECT id FROM sections WHERE page_id = ?)',
    'DELETE FROM places WHERE section_id IN (SELECT id FROM sections WHERE page_id = ?)',
    'DELETE FROM sections WHERE page_id = ?',
    'DELETE FROM pages WHERE id = ?',
  ].map((sql) => database.prepare(sql));

  return {
    add(page) {
      const facet = facetId(page);
      const terms: string[] = [];
      const sections = page.sections.flatMap(splitSection).map((section) => {
        const body = termsOf(section.text);
        for (const term of body) terms.push(term);
        return { ...section, body };
      });
      const { path: place, url, file, hash, markdown } = page;
      const print = fingerprint(terms);
      const row = [place, url, file, page.title, page.description, facet, hash, print, markdown];
      const { lastInsertRowid: pageId } = insertPage.run(...row);
      const [title, path, description] = [page.title, page.path, page.description ?? ''].map(joinTerms);
      for (const { anchor, heading, headingPath, text, body } of sections) {
        const { lastInsertRowid: id } = insertSection.run(
          pageId,
          anchor,
          heading,
          JSON.stringify(headingPath),
          text,
        );
        insertPlace.run(id, pageId, facet);
        const headings = joinTerms([...headingPath.slice(1, -1), heading].join('\n'));
        insertWords.run(id, title ?? '', headings, body.join(' '), path ?? '', description ?? '');
      }
    },
    remove(pageId) {
      for (const removal of removals) removal.run(pageId);
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

function termsOf(text: string): string[] {
  return Array.from(tokenize(text), ({ term }) => term);
}

function joinTerms(text: string): string {
  return termsOf(text).join(' ');
}
