import type { SectionColumns } from './section-columns.ts';
import { fields } from './lexical/fields.ts';
import type { QueryTerm } from './lexical/query-terms.ts';
import { addFolderScores } from './page-folders.ts';
import { type Evidence, type SectionScores, totalRarity } from './rank-sections.ts';
import type { RankShares } from './rank-shares.ts';

export type RankedSection = {
  sectionId: number;
  score: number;
  /** Semantic similarity relative to the most similar section: 0–1; undefined without vectors. */
  likeness?: number | undefined;
};

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

/** Pages that their folders may move: many times what a search shows. */
const maxPages = 500;

/** The two best of some values. */
type Two = { best: number; second: number };

/** A page with its sections' best values by words and by meaning, which need not be of the same sections. */
type Match = RankedPage & { byWords: Two; byMeaning: Two };

type PageRank = (sections: SectionScores, evidence: Evidence, shares: RankShares) => RankedPage[];

/**
 * Groups the best sections by page, best page first.
 * @param folders by page number
 */
export function createPageRank({ pages, lengths }: SectionColumns, folders: Uint32Array): PageRank {
  const titleWords = lengths[titleField]!;
  const linkWords = lengths[linksField]!;

  function matchesOf({ sections, scores, likenessOf }: SectionScores, { words }: Evidence): Match[] {
    const minScore = minOfBest(scores, maxSections);
    const matches = new Map<number, Match>();
    for (let i = 0; i < sections.length; i++) {
      const score = scores[i]!;
      if (score <= minScore) continue;
      const sectionId = sections[i]!;
      const pageId = pages[sectionId]!;
      let page = matches.get(pageId);
      if (page === undefined) {
        const [byWords, byMeaning] = [
          { best: 0, second: 0 },
          { best: 0, second: 0 },
        ];
        matches.set(pageId, (page = { pageId, score: 0, held: 0, sections: [], byWords, byMeaning }));
      }
      page.held |= words.terms[sectionId]!;
      const likeness = likenessOf?.(sectionId);
      insert(page.sections, { sectionId, score, likeness });
      if (likeness === undefined) continue;
      keepBest(page.byWords, words.points[sectionId]!);
      keepBest(page.byMeaning, likeness);
    }
    return [...matches.values()];
  }

  return (sections, evidence, shares) => {
    const { scoreOf, likenessOf } = sections;
    const { terms, words } = evidence;
    const matches = matchesOf(sections, evidence);
    if (likenessOf === null) words.complete(sectionsOf(matches, pages));
    const total = totalRarity(terms);
    const [together, byWords, byMeaning] = [createParts(matches), createParts(matches), createParts(matches)];
    for (let i = 0; i < matches.length; i++) {
      const page = matches[i]!;
      const best = page.sections[0]!;
      const missing = missingRarity(terms, page.held) / total;
      const links = Math.log1p(linkWords[best.sectionId]!);
      const weight = (1 - shares.coverage * missing) * (1 + shares.links * links);
      const title = 1 - shares.title * Math.log1p(Math.min(maxTitle, titleWords[best.sectionId]!));
      const mean = shares.mean * meanOfPage(likenessOf ?? scoreOf, pages, best.sectionId);
      const score = (best.score + shares.second * (page.sections[1]?.score ?? 0) + mean) * weight;
      together[i] = likenessOf ? score : score * title;
      byWords[i] = (page.byWords.best + shares.second * page.byWords.second) * weight * title;
      byMeaning[i] = page.byMeaning.best + shares.second * page.byMeaning.second + mean;
    }
    const [whole, apart] = likenessOf ? [1 - shares.apart, shares.apart / 2] : [1, 0];
    const perWhole = whole / (likenessOf ? most(together) : 1);
    const [perWords, perMeaning] = [apart / most(byWords), apart / most(byMeaning)];
    for (let i = 0; i < matches.length; i++)
      matches[i]!.score = perWhole * together[i]! + perWords * byWords[i]! + perMeaning * byMeaning[i]!;
    const best = matches.sort(byScore).slice(0, maxPages);
    addFolderScores(best, folders, shares.folder);
    return best.sort(byScore);
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

function byScore(a: RankedPage, b: RankedPage): number {
  return b.score - a.score;
}

/** One number per page. */
function createParts(matches: readonly Match[]): Float64Array {
  return new Float64Array(matches.length);
}

/** The largest, or 1 when none is above 0. */
function most(parts: Float64Array): number {
  return parts.reduce((max, part) => Math.max(max, part), 0) || 1;
}

function keepBest(two: Two, value: number): void {
  if (value > two.best) {
    two.second = two.best;
    two.best = value;
  } else if (value > two.second) two.second = value;
}

/** The mean of a value over the sections of a section's page. */
function meanOfPage(valueOf: (section: number) => number, pages: Uint32Array, section: number): number {
  const first = firstOfPage(section, pages);
  let [sum, next] = [0, first];
  for (; pages[next] === pages[first]; next++) sum += valueOf(next);
  return sum / (next - first);
}

/** All sections of some pages. */
function sectionsOf(matches: readonly Match[], pages: Uint32Array): number[] {
  const all: number[] = [];
  for (const { pageId, sections } of matches)
    for (let next = firstOfPage(sections[0]!.sectionId, pages); pages[next] === pageId; next++)
      all.push(next);
  return all;
}

/** The first section of a section's page, whose numbers follow one another. */
function firstOfPage(section: number, pages: Uint32Array): number {
  let first = section;
  while (pages[first - 1] === pages[section]) first--;
  return first;
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
  // Of a million sections a thousand steps hold many more than are wanted.
  const steps = Math.max(1000, scores.length >> 6);
  // A little room, because rounding may lift the best above 1. Those below one step are counted, too, because a branch
  // would cost more; they are not looked at.
  const above = new Uint32Array(steps + 2);
  for (let i = 0; i < scores.length; i++) above[(scores[i]! * steps) | 0]!++;
  above[steps]! += above[steps + 1]!;
  let step = steps;
  for (let sum = above[step]!; step > 0 && sum < count; sum += above[step]!) step--;
  return step === 0 ? 0 : step / steps - 1e-7;
}
