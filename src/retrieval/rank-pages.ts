import type { SectionColumns } from './section-columns.ts';
import { fields } from './lexical/fields.ts';
import type { QueryTerm } from './lexical/query-terms.ts';
import { type Evidence, type SectionScores, totalRarity } from './rank-sections.ts';

export type RankedSection = { sectionId: number; score: number };

/** A page with its best sections, best first, and its score, which is comparable only within one search. */
export type RankedPage = {
  pageId: number;
  score: number;
  /** A bit for each of the question's terms that occurs anywhere on the page. */
  held: number;
  sections: RankedSection[];
};

/** The parts of a page's score. `npm run bench -- ranking-weights DATA` cross-validates them. */
export const pageShares = {
  /** Weight of its second best section relative to the best: two matches show that the page is about the subject. */
  second: 0.3,
  /** Weight of the mean of all its sections: the page as a whole is about the question. */
  mean: 0.3,
  /** The share of a page's score for having all of the question's words somewhere. */
  coverage: 0.2,
  /** Bonus for the words of inbound links, by their logarithm: people look for pages that others link to. */
  links: 0.02,
};

/** Sections kept per page. */
const maxOfPage = 3;

/** Minimum number of sections to group by page: many times what a search shows. */
const maxSections = 2000;

const linksField = fields.findIndex(({ name }) => name === 'links');

type PageRank = (sections: SectionScores, evidence: Evidence, shares?: typeof pageShares) => RankedPage[];

/** Groups the best sections by page, best page first. */
export function createPageRank({ pages, lengths }: SectionColumns): PageRank {
  const meansOf = createMeans(pages);
  const linkWords = lengths[linksField]!;

  return ({ scores, likenesses }, { terms, words }, shares = pageShares) => {
    const least = minOfBest(scores, maxSections);
    const ranked = new Map<number, RankedPage>();
    for (let sectionId = 1; sectionId < pages.length; sectionId++) {
      const score = scores[sectionId]!;
      if (score <= least) continue;
      const pageId = pages[sectionId]!;
      const page = ranked.get(pageId) ?? { pageId, score: 0, held: 0, sections: [] };
      ranked.set(pageId, page);
      page.held |= words.terms[sectionId]!;
      insert(page.sections, { sectionId, score });
    }
    const total = totalRarity(terms);
    const means = meansOf(likenesses ?? scores);
    for (const page of ranked.values()) {
      const [best, second] = page.sections;
      const sections = best!.score + shares.second * (second?.score ?? 0) + shares.mean * means[page.pageId]!;
      const missing = missingRarity(terms, page.held) / total;
      const links = Math.log1p(linkWords[best!.sectionId]!);
      page.score = sections * (1 - shares.coverage * missing) * (1 + shares.links * links);
    }
    return [...ranked.values()].sort((a, b) => b.score - a.score);
  };
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
