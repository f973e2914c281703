import { tellsPast } from '../../lib/past-pages.ts';
import type { Evidence, EvidenceSection } from '../evidence.ts';
import type { Asked } from './asked.ts';
import type { Held } from './held-terms.ts';
import { isLinkList } from './is-link-list.ts';
import { fileName, linkedPages } from './linked-pages.ts';
import { pageOf, pathOf } from './page-of.ts';

/**
 * Weights besides the search score, which is 1 for the best section. Fitted by which page is right, over the sections that
 * search found for the questions of `bench/answers/`, each set judged by the weights of the others.
 */
const share = {
  /** What is meant tells a page from its likes better than search, which finds both, needs to count it. */
  likeness: 0.87,
  title: 0.2,
  text: 0.4,
  said: 0.3,
  named: 0.3,
  path: 0.3,
  /** A file's name that says little else: `upgrade` rather than `upgrade-conflicts-of-2020`. */
  fileName: 0.1,
  code: 0.23,
  /** By the logarithm of its length: a line or two hardly hold an answer. */
  length: 0.19,
  /** For pages that other found sections link to: they are what those are short about. */
  linked: 0.35,
  /** For the page that search likes best as a whole, and for what else it found on a page. */
  bestPage: 0.2,
  second: 0.16,
  past: -0.5,
  elsewhere: -0.4,
  definition: 1,
  quoted: 1,
  against: -0.5,
};
/** So many of the sections that search liked best are looked at whole. */
const readWhole = 4;
/** Longer sections hold more than links. */
const maxLinksOnly = 1_000;

/** The page to quote first: the one of the section that fits the question best. */
export function choosePage(
  sections: readonly EvidenceSection[],
  held: ReadonlyMap<EvidenceSection, Held>,
  asked: Asked,
  { read }: Evidence,
): string {
  const whole = sections
    .toSorted((a, b) => foundScore(b) - foundScore(a))
    .slice(0, readWhole)
    .map((section) => ({ section, markdown: read?.(section.id) ?? section.text }));
  const linked = linkedPages(sections, whole);
  const leading = new Set(whole.filter(onlyLeads).map(({ section }) => section));
  const total = asked.terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const max = Math.max(...sections.map(({ score = 0 }) => score)) || 1;
  const second = secondScores(sections);
  const bestPage = asked.forIntroduction ? null : pageOf(sections[0]!);
  let best = { page: '', score: -Infinity };
  for (const section of sections) {
    const { title, anywhere, said, named, definition, isQuoted, isAgainst } = held.get(section)!;
    const { text, likeness = 0 } = section;
    const [page, path] = [pageOf(section), pathOf(section)];
    const score =
      (foundScore(section) / max) * asked.trust +
      (share.second * second.get(page)!) / max +
      (page === bestPage ? share.bestPage : 0) +
      share.likeness * likeness +
      share.title * title +
      share.text * anywhere +
      share.said * said +
      share.named * named +
      (share.path * weightOfWords(path, asked)) / total +
      share.fileName * shareOfAsked(fileName(path), asked) +
      share.length * Math.log1p(text.length) +
      (asked.subject === null && text.includes('```') ? share.code : 0) +
      (linked.has(page) ? share.linked : 0) +
      (!asked.aboutPast && tellsPast(path) ? share.past : 0) +
      (leading.has(section) ? share.elsewhere : 0) +
      share.definition * (leading.has(section) && definition < 1 ? 0 : definition) +
      (isQuoted ? share.quoted : 0) +
      (isAgainst ? share.against : 0);
    if (score > best.score) best = { page, score };
  }
  return best.page;
}

function foundScore({ score = 0 }: EvidenceSection): number {
  return score;
}

/** The second best score of a section of each page, by its URL. */
function secondScores(sections: readonly EvidenceSection[]): Map<string, number> {
  const seconds = new Map<string, number>();
  const best = new Set<string>();
  for (const section of sections.toSorted((a, b) => foundScore(b) - foundScore(a))) {
    const page = pageOf(section);
    if (!best.has(page)) seconds.set(page, 0);
    else if (seconds.get(page) === 0) seconds.set(page, foundScore(section));
    best.add(page);
  }
  return seconds;
}

function onlyLeads({ section, markdown }: { section: EvidenceSection; markdown: string }): boolean {
  return section.text.length <= maxLinksOnly && isLinkList(markdown);
}

/** The weight of the terms that words of a path begin with: `serverless` is no server, but `servers` are. */
function weightOfWords(path: string, { terms }: Asked): number {
  const words = wordsOf(path);
  const isHeld = (stem: string) => words.some((word) => word.startsWith(stem));
  return terms.reduce((sum, { stem, weight }) => sum + (isHeld(stem) ? weight : 0), 0);
}

/** How many of a name's words the question has. */
function shareOfAsked(name: string, { terms }: Asked): number {
  const words = wordsOf(name).filter((word) => word.length > 1);
  const asked = words.filter((word) => terms.some(({ stem }) => word.startsWith(stem)));
  return asked.length / Math.max(1, words.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
