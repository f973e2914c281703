import type { DatabaseSync } from 'node:sqlite';
import { folderOf } from '../content/site/paths.ts';

/** The folder of each page by page number, as a number of its own. */
export function readFolders(database: DatabaseSync): Uint32Array {
  // By path, so that only that column's index is read.
  const pages = database.prepare('SELECT id, path FROM pages ORDER BY path').all() as {
    id: number;
    path: string;
  }[];
  const folders = new Uint32Array(pages.reduce((max, { id }) => Math.max(max, id), 0) + 1);
  const numbers = new Map<string, number>();
  for (const { id, path } of pages) {
    const folder = folderOf(path);
    if (!numbers.has(folder)) numbers.set(folder, numbers.size);
    folders[id] = numbers.get(folder)!;
  }
  return folders;
}

/** How many other pages of a folder count. */
const counted = 3;

/**
 * Adds to each page's score `share` of the mean score of the best other pages of its folder: those of the same folder
 * are about related subjects (the cluster hypothesis: Jardine, van Rijsbergen, 1971). Missing pages count as 0.
 * @param pages best first; not sorted anew
 */
export function addFolderScores(
  pages: readonly { pageId: number; score: number }[],
  folders: Uint32Array,
  share: number,
): void {
  const bestOf = new Map<number, number[]>();
  for (const { pageId, score } of pages) {
    const folder = folders[pageId]!;
    const best = bestOf.get(folder);
    if (best === undefined) bestOf.set(folder, [score]);
    else if (best.length <= counted) best.push(score);
  }
  for (const page of pages) {
    const best = bestOf.get(folders[page.pageId]!)!;
    const last = best[counted] ?? 0;
    const others = best.reduce((sum, score) => sum + score, 0) - Math.max(page.score, last);
    page.score += (share * others) / counted;
  }
}
