import { spreadOver } from '../../spread-over.ts';
import type { StoredPage } from './page-store.ts';

/** What stands on such a share of the pages is the site's and not the page's; of few pages half must have it. */
const minShare = 0.2;
const fewPages = 25;
const minShareOfFew = 0.5;

/** A block of text, and a name, on fewer pages may be theirs. */
const minPagesOfBlock = 5;
const minPagesOfName = 2;

/** Pages that are looked at: enough to know what is common, few enough to count in memory. */
const maxSampled = 3000;

/** What separates the name of a page from that of its site in a `<title>`. */
const separator = / [|·•—–:-]{1,3} |: /;

/** The hashes of the blocks that stand on many pages of a site: navigation, slogans, legal notices. */
export function findFurniture(pages: readonly StoredPage[]): ReadonlySet<string> {
  const lists = spreadOver(pages, maxSampled).map(({ blocks }) => blocks.split(' '));
  return oftenIn(lists, minPagesOfBlock);
}

/** A page's text for the parser, with the blocks marked that are furniture, and its title. */
export function withoutMarks(
  text: string,
  furniture: ReadonlySet<string>,
  title: string | undefined,
): string {
  const marked = text.replaceAll(
    / data-block="([tbl])([\da-f]{8})"/g,
    (_mark, place: string, block: string) => (furniture.has(block) ? ` data-furniture="${place}"` : ''),
  );
  return title === undefined
    ? marked
    : marked.replace('---\n', () => `---\ntitle: ${JSON.stringify(title)}\n`);
}

/**
 * Chooses the title of a page: the likeliest that is not that of many pages, without the site's name; the start page
 * has the site's.
 */
export function createTitles(
  pages: readonly StoredPage[],
): (page: StoredPage, isStart: boolean) => string | undefined {
  const sampled = spreadOver(pages, maxSampled);
  const shared = oftenIn(
    sampled.map(({ titles }) => titles),
    minPagesOfName,
  );
  const parts = oftenIn(
    sampled.map(({ titles }) => titles.flatMap(partsOf)),
    minPagesOfName,
  );
  return ({ titles }, isStart) => {
    if (isStart) return titles[0];
    const own = titles.find((title) => !shared.has(title) && partsOf(title).some((part) => !parts.has(part)));
    if (own === undefined) return titles[0];
    const kept = partsOf(own).filter((part) => !parts.has(part));
    return kept.length === partsOf(own).length ? own : kept.join(': ');
  };
}

function partsOf(title: string): string[] {
  const at = startOfRemark(title);
  const parts = title.slice(0, at).trim().split(separator);
  return at === title.length ? parts : [...parts, title.slice(at + 1, -1)];
}

/** Where `(version 2 (beta))` at the end of a title begins. */
function startOfRemark(title: string): number {
  let depth = 0;
  for (let at = title.length - 1; at > 0 && title.endsWith(')'); at--) {
    if (title[at] === ')') depth++;
    else if (title[at] === '(' && --depth === 0) return at;
  }
  return title.length;
}

function oftenIn(lists: readonly (readonly string[])[], minPages: number): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
  const share = lists.length < fewPages ? minShareOfFew : minShare;
  const least = Math.max(minPages, lists.length * share);
  return new Set([...counts].flatMap(([one, count]) => (count >= least ? [one] : [])));
}
