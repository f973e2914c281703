import type { BuiltPage } from '../site/build.ts';
import { likeness } from './sketch.ts';
import { lettersOf, type SourceText } from './source-text.ts';

type Pair = { file: string; page: BuiltPage; score: number };

/** How alike two texts under one title are at least, and two under different ones: a site adds text of its own. */
export const leastLikeness = 0.05;
const leastAlone = 0.4;

/** What the same title weighs, and the expected address among pages that are equal otherwise. */
const ofTitle = 0.3;
const ofPath = 0.01;

/** Pages with the same title or run of words; what more of them have is furniture of the site. */
const maxShared = 50;

/** Pages that a file is compared with by its text. */
const maxNear = 20;

/** Pairs of files and pages with the same title and text, the most alike first. */
export function pairTexts(
  files: readonly (readonly [file: string, text: SourceText | null])[],
  pages: readonly BuiltPage[],
): Pair[] {
  const byTitle = indexOf(pages, ({ titles }) => titles.map(lettersOf));
  const byHash = indexOf(pages, ({ sketch }) => sketch);
  const pairs: Pair[] = [];
  for (const [file, text] of files) {
    if (text === null) continue;
    const near = new Set([
      ...(byTitle.get(lettersOf(text.title)) ?? []),
      ...mostShared(text.sketch.map((hash) => byHash.get(hash) ?? [])),
    ]);
    for (const page of near) {
      const alike = likeness(text.sketch, page.sketch);
      const isTitled = hasTitle(page, text);
      if (alike < (isTitled ? leastLikeness : leastAlone)) continue;
      const score = alike + (isTitled ? ofTitle : 0) + (page.path === text.path ? ofPath : 0);
      pairs.push({ file, page, score });
    }
  }
  return pairs.sort((one, other) => other.score - one.score);
}

function indexOf<Key>(
  pages: readonly BuiltPage[],
  keysOf: (page: BuiltPage) => Key[],
): Map<Key, BuiltPage[]> {
  const index = new Map<Key, BuiltPage[]>();
  for (const page of pages)
    for (const key of new Set(keysOf(page))) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [page]);
      // One more says that they are too many.
      else if (known.length <= maxShared) known.push(page);
    }
  return index;
}

/** The pages that are in most of the lists. */
function mostShared(lists: BuiltPage[][]): BuiltPage[] {
  const counts = new Map<BuiltPage, number>();
  for (const pages of lists)
    if (pages.length <= maxShared) for (const page of pages) counts.set(page, (counts.get(page) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, maxNear).map(([page]) => page);
}

/** Whether the page has the title, alone or followed by the name of the site. */
export function hasTitle({ titles }: BuiltPage, { title }: SourceText): boolean {
  const wanted = lettersOf(title);
  return wanted !== '' && titles.some((one) => `${lettersOf(one)} `.startsWith(`${wanted} `));
}
