import type { DatabaseSync } from 'node:sqlite';
import type { Page } from '../content/page.ts';
import { inboundLinkTexts } from './inbound-links.ts';
import { createWordIndex } from './index-words.ts';
import type { WordedPage } from './read-words.ts';
import { createWordStore } from './word-store.ts';

type PageWriter = {
  add: (page: WordedPage) => void;
  remove: (pageId: number) => void;
  /** Indexes the words of new pages and of pages with changed link texts, one page or term per step. Must be called last. */
  finish: () => Iterator<void>;
};

/** Writes pages with their sections and words to an index file that is being built. */
export function createPageWriter(database: DatabaseSync): PageWriter {
  const insertPage = database.prepare(
    `INSERT INTO pages (path, url, file, title, description, facet_id, hash, fingerprint, markdown, link_texts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
  );
  const insertSource = database.prepare('INSERT INTO sources VALUES (?, ?)');
  const insertOrigin = database.prepare('INSERT INTO origins VALUES (?, ?, ?, ?)');
  const insertSection = database.prepare(
    'INSERT INTO sections (page_id, anchor, heading, heading_path, text) VALUES (?, ?, ?, ?, ?)',
  );
  const insertLink = database.prepare('INSERT INTO links (page_id, target, text) VALUES (?, ?, ?)');
  const deletions = [
    'DELETE FROM vectors WHERE section_id IN (SELECT id FROM sections WHERE page_id = ?)',
    'DELETE FROM sections WHERE page_id = ?',
    'DELETE FROM links WHERE page_id = ?',
    'DELETE FROM sources WHERE page_id = ?',
    'DELETE FROM origins WHERE page_id = ?',
    'DELETE FROM pages WHERE id = ?',
  ].map((sql) => database.prepare(sql));
  const setLinkTexts = database.prepare('UPDATE pages SET link_texts = ? WHERE id = ?');
  const facetId = createFacets(database);
  const renumber = createRenumbering(database);
  const words = createWordIndex(database);
  const added = new Set<number>();
  const store = createWordStore(database);

  return {
    add(page) {
      const { path, url, file, title, description, hash, markdown, source, origin } = page;
      const { sections, links } = page;
      const read = words.read(page);
      const { language } = read;
      const facet = facetId({ ...page, language });
      const row = [path, url, file, title, description, facet, hash, read.fingerprint, markdown];
      const id = Number(insertPage.run(...row).lastInsertRowid);
      if (source !== null) insertSource.run(id, source);
      if (origin !== undefined) insertOrigin.run(id, origin.kind, origin.label, origin.weight);
      const sectionIds = sections.map(({ anchor, heading, headingPath, text }) => {
        const section = insertSection.run(id, anchor, heading, JSON.stringify(headingPath), text);
        return Number(section.lastInsertRowid);
      });
      for (const { target, text } of links) insertLink.run(id, target, text);
      store.put({ id, path, language, facet, sections: sectionIds, words: read });
      added.add(id);
    },
    remove(pageId) {
      words.remove(pageId);
      for (const deletion of deletions) deletion.run(pageId);
    },
    *finish() {
      const linkTextsOf = yield* inboundLinkTexts(database);
      for (const pageId of added) {
        const linkTexts = linkTextsOf(pageId);
        if (linkTexts !== '') setLinkTexts.run(linkTexts, pageId);
        words.add({ ...store.take(pageId), linkTexts });
        yield;
      }
      const changed: [number, string][] = [];
      for (const row of database.prepare('SELECT id, link_texts FROM pages').iterate()) {
        const [pageId, before] = [Number(row['id']), row['link_texts']];
        if (added.has(pageId)) continue;
        const text = linkTextsOf(pageId);
        if (text !== before) changed.push([pageId, text]);
        yield;
      }
      for (const [pageId, text] of changed) {
        words.remove(pageId);
        renumber(pageId);
        setLinkTexts.run(text, pageId);
        words.addStored(pageId);
        yield;
      }
      yield* words.finish();
    },
  };
}

/** Renumbers a page's sections to the highest numbers, because words are added in the order of the sections. */
function createRenumbering(database: DatabaseSync): (pageId: number) => void {
  const select = database.prepare('SELECT id FROM sections WHERE page_id = ? ORDER BY id');
  const highest = database.prepare('SELECT max(id) AS id FROM sections');
  const updates = [
    'UPDATE sections SET id = ? WHERE id = ?',
    'UPDATE vectors SET section_id = ? WHERE section_id = ?',
  ].map((sql) => database.prepare(sql));
  return (pageId) => {
    let last = Number(highest.get()!['id']);
    for (const { id } of select.all(pageId) as { id: number }[]) {
      last++;
      for (const update of updates) update.run(last, id);
    }
  };
}

function createFacets(database: DatabaseSync): (page: Page) => number {
  const find = database.prepare(
    'SELECT id FROM facets WHERE version IS ? AND language IS ? AND tags = ? AND groups = ? AND is_default = ?',
  );
  const insert = database.prepare(
    'INSERT INTO facets (version, language, tags, groups, is_default) VALUES (?, ?, ?, ?, ?)',
  );
  return (page) => {
    const { version, language, tags, groups, isDefault } = page;
    const row = [version, language, sortedJson(tags), sortedJson(groups), Number(isDefault)];
    return Number(find.get(...row)?.['id'] ?? insert.run(...row).lastInsertRowid);
  };
}

function sortedJson(values: string[]): string {
  return JSON.stringify([...new Set(values)].sort());
}
