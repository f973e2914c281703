/** Marks a SQLite file as ours (`PRAGMA application_id`): "Dcnt". */
export const applicationId = 0x44636e74;

/** Goes up whenever older files can no longer be read or give other results (`PRAGMA user_version`). */
export const formatVersion = 1;

/** FTS5's columns and what a match in each weighs. */
export const fieldWeights = { title: 4, headings: 3, body: 1, path: 2, description: 2 } as const;

/**
 * `sections` are what is found; `places` are their thin twins that a search joins on, so that it does not read texts.
 * `facets` are the distinct combinations of what a search can be narrowed by: a handful on any site.
 * FTS5 gets our own tokens, so its tokenizer only parts them at the blanks. `detail=full`, for others spoil bm25.
 */
export const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE facets (
    id INTEGER PRIMARY KEY, version TEXT, language TEXT, tags TEXT NOT NULL, groups TEXT NOT NULL
  ) STRICT;
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, url TEXT NOT NULL, file TEXT NOT NULL, title TEXT NOT NULL,
    description TEXT, facet_id INTEGER NOT NULL, hash TEXT NOT NULL, fingerprint BLOB NOT NULL, markdown TEXT NOT NULL
  ) STRICT;
  CREATE INDEX pages_url ON pages (url);
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, page_id INTEGER NOT NULL, anchor TEXT, heading TEXT NOT NULL,
    heading_path TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sections_page ON sections (page_id);
  CREATE TABLE places (section_id INTEGER PRIMARY KEY, page_id INTEGER NOT NULL, facet_id INTEGER NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    ${Object.keys(fieldWeights).join(', ')}, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co' tokenchars '+#'"
  );
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, row);
`;
