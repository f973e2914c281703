import type { DatabaseSync } from 'node:sqlite';
import { fingerprint } from './fingerprint.ts';
import { fields, type FieldTerms } from './lexical/fields.ts';
import { headingTerms } from './lexical/heading-terms.ts';
import { languageCode } from './lexical/languages.ts';
import { createTermIds } from './lexical/term-ids.ts';
import { createTermReader } from './lexical/tokenize.ts';
import { createPostingsWriter } from './lexical/write-postings.ts';
import { createColumnsWriter } from './section-columns.ts';

/** Indexes the words of an index file that is being built, page by page from the file's own rows. */
type WordIndex = {
  /** Sections must have higher numbers than all that were added before. */
  add: (pageId: number) => void;
  remove: (pageId: number) => void;
  finish: () => void;
};

type PageRow = {
  title: string;
  path: string;
  description: string | null;
  link_texts: string;
  language: string | null;
  facet_id: number;
};
type SectionRow = {
  id: number;
  heading: string;
  heading_path: string;
  text: string;
  expansion: string | null;
};
type PageTerms = Omit<FieldTerms, 'headings' | 'body' | 'expansion'>;

export function createWordIndex(database: DatabaseSync): WordIndex {
  const selectPage = database.prepare(
    `SELECT title, path, description, link_texts, language, facet_id FROM pages
     JOIN facets ON facets.id = facet_id WHERE pages.id = ?`,
  );
  const selectSections = database.prepare(
    `SELECT id, heading, heading_path, text, context || char(10) || questions AS expansion FROM sections
     LEFT JOIN expansions ON section_id = id WHERE page_id = ? ORDER BY id`,
  );
  const setFingerprint = database.prepare('UPDATE pages SET fingerprint = ? WHERE id = ?');
  const ids = createTermIds();
  const termsOf = createTermReader(ids.idOf);
  const words = createPostingsWriter(database, ids);
  const columns = createColumnsWriter(database);

  function termsOfPage(pageId: number) {
    const page = selectPage.get(pageId) as PageRow;
    const language = languageCode(page.language);
    const pageTerms = {
      title: termsOf(page.title, language),
      path: termsOf(page.path, language),
      description: termsOf(page.description ?? '', language),
      links: termsOf(page.link_texts, language),
    };
    const sections = (selectSections.all(pageId) as SectionRow[]).map((section) => ({
      id: section.id,
      terms: termsOfSection(section, pageTerms, language),
      // These do not count towards the field's length.
      asHeading: headingTerms(section.heading, language).map(ids.idOf),
    }));
    return { facet: page.facet_id, sections };
  }

  /** The page's title starts its sections' heading paths and is a field of its own. */
  function termsOfSection(section: SectionRow, page: PageTerms, language: string): FieldTerms {
    const path = JSON.parse(section.heading_path) as string[];
    const headings = [...path.slice(1, -1), section.heading].join('\n');
    return {
      ...page,
      headings: termsOf(headings, language),
      body: termsOf(section.text, language),
      expansion: termsOf(section.expansion ?? '', language),
    };
  }

  return {
    add(pageId) {
      const { facet, sections } = termsOfPage(pageId);
      setFingerprint.run(fingerprint(sections.flatMap(({ terms }) => terms.body.map(ids.hashOf))), pageId);
      for (const { id, terms, asHeading } of sections) {
        words.add(id, { ...terms, headings: [...terms.headings, ...asHeading] });
        const lengths = fields.map(({ name }) => terms[name].length);
        columns.set(id, pageId, facet, lengths);
      }
    },
    remove(pageId) {
      for (const { id, terms, asHeading } of termsOfPage(pageId).sections) {
        words.remove(id, { ...terms, headings: [...terms.headings, ...asHeading] });
        columns.remove(id);
      }
    },
    finish() {
      words.flush();
      columns.write();
    },
  };
}

/** Reindexes all pages of a file, one per step, when link texts or expansions of many sections have changed. */
export function* rewriteWords(database: DatabaseSync): Generator<void> {
  database.exec('DELETE FROM words; DELETE FROM section_columns');
  const words = createWordIndex(database);
  const pages = database.prepare('SELECT page_id FROM sections GROUP BY page_id ORDER BY min(id)').all();
  for (const page of pages) {
    words.add(Number(page['page_id']));
    yield;
  }
  words.finish();
}
