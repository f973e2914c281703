/** Marks a SQLite file as ours (`PRAGMA application_id`): "Dcnt". */
export const applicationId = 0x44636e74;

/** Increase it when older files become unreadable or give other results (`PRAGMA user_version`). */
export const formatVersion = 13;

/**
 * `sections` are what is found and shown. The data to find them is separate: `words` has the postings of each term,
 * `section_columns` what a search must know of every section. `facets` are the distinct combinations of filterable
 * values: a handful on any site. `vectors` come with the second revision of the file, seconds or minutes after the
 * first; `meta` names their model.
 */
export const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE facets (
    id INTEGER PRIMARY KEY, version TEXT, language TEXT, tags TEXT NOT NULL, groups TEXT NOT NULL,
    is_default INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, url TEXT NOT NULL, file TEXT NOT NULL, title TEXT NOT NULL,
    description TEXT, facet_id INTEGER NOT NULL, hash TEXT NOT NULL, fingerprint BLOB NOT NULL, markdown TEXT NOT NULL,
    link_texts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX pages_url ON pages (url);
  CREATE INDEX pages_file ON pages (file);
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, page_id INTEGER NOT NULL, anchor TEXT, heading TEXT NOT NULL,
    heading_path TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sections_page ON sections (page_id);
  CREATE TABLE links (page_id INTEGER NOT NULL, target TEXT NOT NULL, text TEXT NOT NULL) STRICT;
  CREATE INDEX links_page ON links (page_id);
  CREATE TABLE section_columns (name TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE words (
    id INTEGER PRIMARY KEY, term TEXT NOT NULL, sections INTEGER NOT NULL, last INTEGER NOT NULL,
    postings BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX words_term ON words (term, sections);
  CREATE TABLE vectors (section_id INTEGER PRIMARY KEY, scale REAL NOT NULL, components BLOB NOT NULL) STRICT;
`;

/** The pages' sources, packed, where these are not what is shown. Files from before this table get it when they are used as a base. */
export const sourceSchema = `
  CREATE TABLE IF NOT EXISTS sources (page_id INTEGER PRIMARY KEY, packed BLOB NOT NULL) STRICT;
`;

/** Of pages that are no docs, what they are and weigh. Older files get it as `sources`. */
export const originSchema = `
  CREATE TABLE IF NOT EXISTS origins (
    page_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, label TEXT NOT NULL, weight REAL NOT NULL
  ) STRICT;
`;

/**
 * Facts for the docs' health: what an examination of all docs needs to know of each file, and its findings. Files from
 * before these tables get them when they are used as a base.
 */
export const healthSchema = `
  CREATE TABLE IF NOT EXISTS file_facts (file TEXT PRIMARY KEY, facts TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS findings (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, file TEXT NOT NULL, line INTEGER, text TEXT NOT NULL
  ) STRICT;
`;
