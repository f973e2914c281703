import type { DatabaseSync } from 'node:sqlite';
import { fields, type FieldTerms } from './lexical/fields.ts';
import { languageCode } from './lexical/languages.ts';
import { createTermIds } from './lexical/term-ids.ts';
import { createTermReader } from './lexical/tokenize.ts';
import { createPostingsWriter } from './lexical/write-postings.ts';
import { createUnpacker, createWordReader, type PageTexts, type PageWords } from './page-words.ts';
import type { WordedPage } from './read-words.ts';
import { createColumnsWriter } from './section-columns.ts';

/** Indexes the words of an index file that is being built, page by page. */
type WordIndex = {
  /** The words of a page that is not in the file yet. */
  read: (page: WordedPage) => PageWords;
  /** Sections must have higher numbers than all that were added before. */
  add: (page: ReadPage) => void;
  /** As `add`, for a page that is read from the file's own rows. */
  addStored: (pageId: number) => void;
  remove: (pageId: number) => void;
  /** One term per step. Must be called last. */
  finish: () => Iterable<void>;
};

/** A page whose words are read. */
export type ReadPage = {
  id: number;
  path: string;
  language: string | null;
  facet: number;
  linkTexts: string;
  /** Their numbers. */
  sections: number[];
  words: Pick<PageWords, 'ids' | 'lengths'>;
};

type PageRow = Omit<PageTexts, 'sections'> & { link_texts: string; facet_id: number };
type SectionRow = { id: number; heading: string; heading_path: string; text: string };

/** `headingsLength` counts the terms of `headings` without those of the heading as a whole. */
type SectionTerms = { id: number; terms: FieldTerms; headingsLength: number };

export function createWordIndex(database: DatabaseSync): WordIndex {
  const selectPage = database.prepare(
    `SELECT title, path, description, link_texts, language, facet_id FROM pages
     JOIN facets ON facets.id = facet_id WHERE pages.id = ?`,
  );
  const selectSections = database.prepare(
    'SELECT id, heading, heading_path, text FROM sections WHERE page_id = ? ORDER BY id',
  );
  const ids = createTermIds();
  const termsOf = createTermReader(ids.idOf);
  const readWords = createWordReader(ids, termsOf);
  const unpackWords = createUnpacker(ids);
  const words = createPostingsWriter(database, ids);
  const columns = createColumnsWriter(database);

  function readStored(id: number): ReadPage {
    const { link_texts, facet_id, ...texts } = selectPage.get(id) as PageRow;
    const sections = (selectSections.all(id) as SectionRow[]).map(({ heading_path, ...section }) => ({
      ...section,
      headingPath: JSON.parse(heading_path) as string[],
    }));
    const read = readWords({ ...texts, sections });
    const { path, language } = texts;
    return {
      id,
      path,
      language,
      facet: facet_id,
      linkTexts: link_texts,
      sections: sections.map((section) => section.id),
      words: read,
    };
  }

  function* termsOfPage({ path, language, linkTexts, sections, words }: ReadPage): Generator<SectionTerms> {
    const code = languageCode(language);
    let [at, text] = [0, 0];
    const take = (texts: number): Uint32Array => {
      const from = at;
      for (const length of words.lengths.subarray(text, (text += texts))) at += length;
      return words.ids.subarray(from, at);
    };
    const page = {
      title: take(1),
      description: take(1),
      path: termsOf(path, code),
      links: termsOf(linkTexts, code),
    };
    for (const id of sections) {
      const headingsLength = words.lengths[text]!;
      const terms = { ...page, headings: take(2), body: take(1) };
      yield { id, terms, headingsLength };
    }
  }

  function add(page: ReadPage): void {
    for (const { id, terms, headingsLength } of termsOfPage(page)) {
      words.add(id, terms);
      const lengths = fields.map(({ name }) => (name === 'headings' ? headingsLength : terms[name].length));
      columns.set(id, page.id, page.facet, lengths);
    }
  }

  return {
    read: (page) => (page.words === undefined ? readWords(page) : unpackWords(page.words)),
    add,
    addStored: (pageId) => add(readStored(pageId)),
    remove(pageId) {
      for (const { id, terms } of termsOfPage(readStored(pageId))) {
        words.remove(id, terms);
        columns.remove(id);
      }
    },
    *finish() {
      yield* words.finish();
      columns.write();
    },
  };
}
