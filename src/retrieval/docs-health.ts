import type { DatabaseSync } from 'node:sqlite';
import type { FileFacts } from '../content/file-facts.ts';
import type { DocsHealth, Finding } from '../content/finding.ts';
import type { LinkedPage, Page, PageLink } from '../content/page.ts';
import { hasTable } from './index-file.ts';
import type { FindingKind } from '../lib/finding-kinds.ts';

/** An index with all pages written, to be examined as a whole. */
export type WrittenIndex = {
  facts: Map<string, FileFacts>;
  /** The findings of the index before in files that stayed as they are. */
  before: Map<string, Finding[]>;
  /** The pages with their links, one by one. */
  pages(): Iterable<ExaminedPage>;
};

type LinkRow = PageLink & { page_id: number };

export type ExaminedPage = LinkedPage & Pick<Page, 'title' | 'version'>;

/** Finds problems of the whole docs; null when the index lacks the necessary facts. */
export type Examine = (index: WrittenIndex) => Promise<DocsHealth | null>;

/** Examines an index that is being built, and stores the findings. @param parsed facts of the new files */
export async function writeHealth(
  database: DatabaseSync,
  parsed: ReadonlyMap<string, FileFacts>,
  empty: ReadonlyMap<string, string>,
  examine: Examine,
): Promise<void> {
  replaceFacts(database, parsed, empty);
  const health = await examine({
    facts: readFacts(database),
    before: findingsBefore(database, parsed),
    pages: () => linkedPages(database),
  });
  database.exec(`DELETE FROM findings; DELETE FROM meta WHERE key = 'finding_counts'`);
  if (health === null) return;
  const insert = database.prepare('INSERT INTO findings (kind, file, line, text) VALUES (?, ?, ?, ?)');
  for (const { kind, file, line, text } of health.findings) insert.run(kind, file, line, text);
  database.prepare(`INSERT INTO meta VALUES ('finding_counts', ?)`).run(JSON.stringify(health.counts));
}

function replaceFacts(
  database: DatabaseSync,
  parsed: ReadonlyMap<string, FileFacts>,
  empty: ReadonlyMap<string, string>,
): void {
  const put = database.prepare('INSERT OR REPLACE INTO file_facts VALUES (?, ?, ?)');
  for (const [file, facts] of parsed) put.run(file, JSON.stringify(facts), Date.now());
  database
    .prepare(
      `DELETE FROM file_facts WHERE file NOT IN (SELECT file FROM pages)
       AND file NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify([...empty.keys()]));
}

function readFacts(database: DatabaseSync): Map<string, FileFacts> {
  const rows = database.prepare('SELECT file, facts FROM file_facts').all();
  return new Map(rows.map((row) => [row['file'] as string, JSON.parse(row['facts'] as string)]));
}

function findingsBefore(
  database: DatabaseSync,
  parsed: ReadonlyMap<string, FileFacts>,
): Map<string, Finding[]> {
  const rows = database.prepare('SELECT kind, file, line, text FROM findings ORDER BY id').all() as Finding[];
  return Map.groupBy(
    rows.filter(({ file }) => !parsed.has(file)),
    ({ file }) => file,
  );
}

/** Pages whose links are read at a time. */
const pagesAtOnce = 1_000;

function* linkedPages(database: DatabaseSync): Generator<ExaminedPage> {
  const pages = database
    .prepare(
      `SELECT pages.id, path, file, title, version, language FROM pages JOIN facets ON facets.id = facet_id
       ORDER BY file, path`,
    )
    .all() as (Omit<ExaminedPage, 'links'> & { id: number })[];
  const linksOf = database.prepare(
    `SELECT page_id, target, text FROM links WHERE page_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
  );
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    const some = pages.slice(from, from + pagesAtOnce);
    const rows = linksOf.all(JSON.stringify(some.map(({ id }) => id))) as LinkRow[];
    const links = Map.groupBy(rows, ({ page_id }) => page_id);
    for (const { id, ...page } of some) yield { ...page, links: links.get(id) ?? [] };
  }
}

export type HealthReader = {
  /** The problems of the docs; null when the index was built before these were stored. */
  health: (only?: { kind?: FindingKind | undefined; file?: string | undefined }) => DocsHealth | null;
  /** When a file was last parsed, in milliseconds since 1970; null when unknown. */
  readAt: (file: string) => number | null;
};

/** Reads the findings that were stored in an index file. */
export function createHealthReader(database: DatabaseSync): HealthReader {
  if (!hasTable(database, 'findings')) return { health: () => null, readAt: () => null };
  const counts = database.prepare(`SELECT value FROM meta WHERE key = 'finding_counts'`);
  const findings = database.prepare(
    `SELECT kind, file, line, text FROM findings WHERE (:kind IS NULL OR kind = :kind)
     AND (:file IS NULL OR file = :file) ORDER BY id`,
  );
  const time = database.prepare('SELECT read_at AS at FROM file_facts WHERE file = ?');
  return {
    health({ kind = undefined, file = undefined } = {}) {
      const row = counts.get();
      if (row === undefined) return null;
      return {
        counts: JSON.parse(row['value'] as string) as DocsHealth['counts'],
        findings: findings.all({ kind: kind ?? null, file: file ?? null }) as Finding[],
      };
    },
    readAt: (file) => (time.get(file)?.['at'] as number | undefined) ?? null,
  };
}
