/** Marks a SQLite file as ours (`PRAGMA application_id`): "Dcnt". */
export const applicationId = 0x44636e74;

/** Goes up whenever older files can no longer be read or give other results (`PRAGMA user_version`). */
export const formatVersion = 7;

/**
 * `sections` are what is found and shown. What finds them is apart: `words` has for each term where it stands,
 * `section_columns` what must be known of every section. `facets` are the distinct combinations of what a search can
 * be narrowed by: a handful on any site. `vectors` come with a second revision of the file, some seconds or minutes
 * after the first; which model made them stands in `meta`. So do `expansions`, what a language model wrote of sections so
 * that they are found; a vector of before it is stale, and serves until its section has another.
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
  CREATE TABLE vectors (
    section_id INTEGER PRIMARY KEY, scale REAL NOT NULL, components BLOB NOT NULL,
    is_stale INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE expansions (section_id INTEGER PRIMARY KEY, context TEXT NOT NULL, questions TEXT NOT NULL) STRICT;
`;

/**
 * What is known of the docs' health: of each file what a look at all docs needs, and what that look found. Files of
 * before there was such a thing get these tables when they are built on.
 */
export const healthSchema = `
  CREATE TABLE IF NOT EXISTS file_facts (file TEXT PRIMARY KEY, facts TEXT NOT NULL, read_at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS findings (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, file TEXT NOT NULL, line INTEGER, text TEXT NOT NULL
  ) STRICT;
`;
