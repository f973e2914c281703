import type { SectionColumns } from './section-columns.ts';
import { fields } from './lexical/fields.ts';
import type { QueryTerm } from './lexical/query-terms.ts';
import { addFolderScores } from './page-folders.ts';
import { type Evidence, type SectionScores, totalRarity } from './rank-sections.ts';
import type { RankShares } from './rank-shares.ts';

export type RankedSection = { sectionId: number; score: number };

/** A page with its best sections, best first, and its score, which is comparable only within one search. */
export type RankedPage = {
  pageId: number;
  score: number;
  /** A bit for each of the question's terms that occurs anywhere on the page. */
  held: number;
  sections: RankedSection[];
};

/** Sections kept per page. */
const maxOfPage = 3;

/** Minimum number of sections to group by page: many times what a search shows. */
const maxSections = 2000;

/** Title words that count: longer titles are no less telling. */
const maxTitle = 100;

const titleField = fields.findIndex(({ name }) => name === 'title');
const linksField = fields.findIndex(({ name }) => name === 'links');

/** A page with the two best values of its sections by words and by meaning, which need not be the same sections. */
type Match = RankedPage & { byWords: [number, number]; byMeaning: [number, number] };

type PageRank = (sections: SectionScores, evidence: Evidence, shares: RankShares) => RankedPage[];

/**
 * Groups the best sections by page, best page first.
 * @param folders by page number
 */
export function createPageRank({ pages, lengths }: SectionColumns, folders: Uint32Array): PageRank {
  const meansOf = createMeans(pages);
  const titleWords = lengths[titleField]!;
  const linkWords = lengths[linksField]!;

  function matchesOf({ scores, likenesses }: SectionScores, { words }: Evidence): Match[] {
    const least = minOfBest(scores, maxSections);
    const matches = new Map<number, Match>();
    for (let sectionId = 1; sectionId < pages.length; sectionId++) {
      const score = scores[sectionId]!;
      if (score <= least) continue;
      const pageId = pages[sectionId]!;
      let page = matches.get(pageId);
      if (page === undefined) {
        page = { pageId, score: 0, held: 0, sections: [], byWords: [0, 0], byMeaning: [0, 0] };
        matches.set(pageId, page);
      }
      page.held |= words.terms[sectionId]!;
      insert(page.sections, { sectionId, score });
      keepBest(page.byWords, words.points[sectionId]!);
      if (likenesses) keepBest(page.byMeaning, likenesses[sectionId]!);
    }
    return [...matches.values()];
  }

  return (sections, evidence, shares) => {
    const { scores, likenesses } = sections;
    const { terms } = evidence;
    const matches = matchesOf(sections, evidence);
    const total = totalRarity(terms);
    const means = meansOf(likenesses ?? scores);
    const ofTwo = ([best, second]: [number, number]) => best + shares.second * second;
    const parts = matches.map((page) => {
      const [best, second] = page.sections;
      const missing = missingRarity(terms, page.held) / total;
      const links = Math.log1p(linkWords[best!.sectionId]!);
      const weight = (1 - shares.coverage * missing) * (1 + shares.links * links);
      const title = 1 - shares.title * Math.log1p(Math.min(maxTitle, titleWords[best!.sectionId]!));
      const mean = shares.mean * means[page.pageId]!;
      const together = (ofTwo([best!.score, second?.score ?? 0]) + mean) * weight;
      const byWords = ofTwo(page.byWords) * weight * title;
      return { together, title, byWords, byMeaning: ofTwo(page.byMeaning) + mean };
    });
    const most = (part: 'together' | 'byWords' | 'byMeaning') =>
      parts.reduce((max, one) => Math.max(max, one[part]), 0) || 1;
    const [mostTogether, mostByWords, mostByMeaning] = [most('together'), most('byWords'), most('byMeaning')];
    for (const [i, { together, title, byWords, byMeaning }] of parts.entries()) {
      const apart = (byWords / mostByWords + byMeaning / mostByMeaning) / 2;
      matches[i]!.score = likenesses
        ? (1 - shares.apart) * (together / mostTogether) + shares.apart * apart
        : together * title;
    }
    const byScore = (a: RankedPage, b: RankedPage) => b.score - a.score;
    addFolderScores(matches.sort(byScore), folders, shares.folder);
    return matches.sort(byScore);
  };
}

function keepBest(two: [number, number], value: number): void {
  if (value > two[0]) [two[1], two[0]] = [two[0], value];
  else if (value > two[1]) two[1] = value;
}

function missingRarity(terms: readonly QueryTerm[], held: number): number {
  let sum = 0;
  for (let i = 0; i < terms.length; i++) {
    const { rarity, isHeading } = terms[i]!;
    if ((held & (1 << i)) === 0 && !isHeading) sum += rarity;
  }
  return sum;
}

/** The mean of a value over a page's sections, by page; valid until the next call. */
function createMeans(pages: Uint32Array): (values: Float32Array) => Float32Array {
  const count = 1 + pages.reduce((most, page) => Math.max(most, page), 0);
  const [means, sections] = [new Float32Array(count), new Uint32Array(count)];
  for (let i = 1; i < pages.length; i++) sections[pages[i]!]!++;
  return (values) => {
    means.fill(0);
    for (let i = 1; i < pages.length; i++) if (values[i]! > 0) means[pages[i]!]! += values[i]!;
    for (let page = 0; page < count; page++) means[page]! /= Math.max(1, sections[page]!);
    return means;
  };
}

function insert(sections: RankedSection[], section: RankedSection): void {
  let at = sections.length;
  while (at > 0 && sections[at - 1]!.score < section.score) at--;
  if (at >= maxOfPage) return;
  sections.splice(at, 0, section);
  sections.length = Math.min(sections.length, maxOfPage);
}

/** A score (0–1) that at least `count` of the positive scores exceed, if there are so many, and not many more. */
function minOfBest(scores: Float32Array, count: number): number {
  const steps = 1000;
  const above = new Uint32Array(steps + 1);
  for (let i = 0; i < scores.length; i++)
    if (scores[i]! > 0) above[Math.min(steps, Math.floor(scores[i]! * steps))]!++;
  let step = steps;
  for (let sum = above[step]!; step > 0 && sum < count; sum += above[step]!) step--;
  return step === 0 ? 0 : step / steps - 1e-7;
}
