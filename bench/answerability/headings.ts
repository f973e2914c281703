import { openIndexFile } from '../../src/retrieval/index-file.ts';

/** What people search for who know what they look for: at most so many words, and so many of each set. */
const most = { words: 4, letters: 45, queries: 60 };

/** Titles and headings of an index, spread over it, in lower case as people type them. */
export function headingsOf(file: string): string[] {
  const database = openIndexFile(file);
  const rows = database.prepare('SELECT title AS name FROM pages UNION SELECT heading FROM sections').all();
  database.close();
  const names = rows
    .map(({ name }) => (name as string).toLowerCase())
    .filter((name) => /[a-z]{3}/.test(name) && /^[ -~]+$/.test(name))
    .filter((name) => name.length <= most.letters && name.split(' ').length <= most.words);
  const step = Math.max(1, names.length / most.queries);
  return Array.from({ length: Math.min(names.length, most.queries) }, (_, i) => names[Math.floor(i * step)]!);
}
