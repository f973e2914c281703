import { lettersOf } from '../../lib/letters-of.ts';
import { remembering } from '../../lib/recent.ts';
import { tellsPast } from '../../lib/past-pages.ts';
import type { Evidence, EvidenceSection } from '../evidence.ts';
import type { Asked } from './asked.ts';
import { choosePage } from './choose-page.ts';
import { withCompared } from './compare-sides.ts';
import { type Held, holdTerms } from './held-terms.ts';
import { isLinkList } from './is-link-list.ts';
import { matchTerms } from './match-terms.ts';
import { pageOf, pathOf } from './page-of.ts';
import { fitsKind } from './question-kind.ts';
import { splitBlocks } from './split-blocks.ts';

/** An opening of at most this many characters only introduces the page. */
const shortOpening = 700;
/** Weights besides the search score, which is 1 for the best section; tuned with `bench/answers.ts`. */
const share = {
  title: 0.15,
  text: 0.05,
  said: 0.2,
  named: 0.2,
  kind: 0.15,
  /** By its logarithm, as in the choice of the page. */
  length: 0.08,
  chosenPage: 0.04,
  ofNeighbour: 0.7,
  past: -0.3,
  elsewhere: -0.3,
  definition: 1,
  quoted: 1,
  usage: 0.1,
  details: -0.15,
  against: -0.5,
};
/** Only so many of the best sections are looked at whole, and only short ones: long ones hold more than links. */
const readWhole = 4;
const maxLinksOnly = 1_000;
const headings = {
  /** What follows the usage: who asks how to do something seldom asks for these first. */
  details:
    /^(?:options?|parameters?|arguments?|props|api(?: reference)?|reference|return(?:s| values?)|signature|types?|caveats?|pitfalls?|gotchas?|limitations?|known issues|notes?|troubleshooting|faqs?|advanced(?: usage)?|optionen|einschränkungen)$/i,
  /** An entry of a reference: `folder.versioning.fsType`, `res.set()`. */
  name: /^(?=[^\s(]*[a-z\d][._:(A-Z])[^\s(]+(?:\(.*\))?$/,
  usage: /^(?:(?:basic |simple )?(?:usage|examples?)|quick ?start|getting started)$/i,
  problem:
    /^(?:issue|problem|symptoms?|causes?|reason|background|error(?: message)?|description|fehler|ursache|問題|症状|原因|问题|背景)$/i,
  solution:
    /^(?:solutions?|fix(?:es)?|resolution|resolving|workarounds?|remedy|how to (?:fix|solve|resolve)|what to do|lösung|abhilfe|解決|対処|回避|解决)/i,
};

/** A title without a trailing version, to recognize the same section of several versions. */
export function nameOf({ title, version }: EvidenceSection): string {
  return version === null ? title : title.replace(` (${version})`, '');
}

/** The sections to quote: the best of the page that is chosen, then the others by rank. */
export function rankSections(
  sections: readonly EvidenceSection[],
  asked: Asked,
  evidence: Evidence,
): EvidenceSection[] {
  if (sections.length === 0) return [];
  const held = holdTerms(sections, asked);
  const page = choosePage(sections, held, asked, evidence);
  const ranked = withWholeText(bestFirst(sections, held, asked, page), evidence);
  const best = ranked.find((section) => pageOf(section) === page)!;
  const ordered = withBestHit([best, ...ranked.filter((section) => section !== best)]);
  const markdownOf = ({ id, text }: EvidenceSection) => evidence.read?.(id) ?? text;
  return withSides(withCompared(withSolution(afterOpening(ordered)), asked, markdownOf), evidence);
}

/** Of the versions that are compared, and of the two pages that may be meant, the best section of each comes first. */
function withSides(sections: EvidenceSection[], { sides = [], ...evidence }: Evidence): EvidenceSection[] {
  const pages = evidence.isUnsure === true ? [...new Set(evidence.sections.map(pageOf))].slice(0, 2) : [];
  const ofSides = [
    ...sides.flatMap((side) => sections.find(({ version }) => version === side) ?? []),
    ...pages.flatMap((page) => sections.find((section) => pageOf(section) === page) ?? []),
  ];
  const first = ofSides.sort((a, b) => sections.indexOf(a) - sections.indexOf(b));
  return [...first, ...sections.filter((section) => !first.includes(section))];
}

/** What search liked best comes second at the latest. */
function withBestHit(sections: EvidenceSection[]): EvidenceSection[] {
  const [best, ...others] = sections;
  const hit = sections.reduce((one, other) => ((other.score ?? 0) > (one.score ?? 0) ? other : one));
  return hit === best ? sections : [best!, hit, ...others.filter((one) => one !== hit)];
}

type Ranked = { section: EvidenceSection; score: number };

/**
 * Ranks the sections by search score and by the question's terms in title and text.
 */
function bestFirst(
  sections: readonly EvidenceSection[],
  held: ReadonlyMap<EvidenceSection, Held>,
  asked: Asked,
  chosen: string,
): Ranked[] {
  const max = sections[0]?.score ?? 1;
  return sections
    .map((section) => {
      const { title, anywhere, said, named, definition: defined, isQuoted, isAgainst } = held.get(section)!;
      const { text } = section;
      const found = section.score === undefined ? share.ofNeighbour : section.score / max;
      const about = share.title * title + share.text * anywhere + share.said * said + share.named * named;
      const page = pageOf(section) === chosen ? share.chosenPage : 0;
      const past = !asked.aboutPast && tellsPast(pathOf(section)) ? share.past : 0;
      const size = share.length * Math.log1p(text.length);
      const definition = share.definition * defined + (isQuoted ? share.quoted : 0);
      const kind = share.kind * fitOf(text, asked);
      const usage = asked.kind === 'how' && headings.usage.test(headingOf(section)) ? share.usage : 0;
      const details =
        usage + (isDetail(headingOf(section), asked) ? share.details : 0) + (isAgainst ? share.against : 0);
      return { section, score: found + about + size + kind + page + past + definition + details };
    })
    .sort(byScore);
}

/** Whether a heading is of details that a question how to do something does not name. */
function isDetail(heading: string, { kind, letters }: Asked): boolean {
  if (kind !== 'how' || !(headings.details.test(heading) || headings.name.test(heading))) return false;
  return !letters.includes(lettersOf(heading).toLowerCase().replace(/s$/, ''));
}

const byScore = (a: Ranked, b: Ranked) => b.score - a.score;

/** Ranks the best sections anew: those that only lead to other pages come later. */
function withWholeText(ranked: Ranked[], { read }: Evidence): EvidenceSection[] {
  const first = ranked.slice(0, readWhole).map(({ section, score }) => {
    const isShort = section.text.length <= maxLinksOnly;
    const leads = isShort && isLinkList(read?.(section.id) ?? section.text);
    return { section, score: score + (leads ? share.elsewhere : 0) };
  });
  return [...first, ...ranked.slice(readWhole)].sort(byScore).map(({ section }) => section);
}

/** Where the best section only states a problem, its page's solution comes next. */
function withSolution(sections: EvidenceSection[]): EvidenceSection[] {
  const [best, ...others] = sections;
  if (best === undefined || !headings.problem.test(headingOf(best))) return sections;
  const page = pageOf(best);
  const solution = others.find(
    (one) => one.url.startsWith(`${page}#`) && headings.solution.test(headingOf(one)),
  );
  return solution === undefined ? sections : [best, solution, ...others.filter((one) => one !== solution)];
}

/** The heading in `Page › Heading (version)`. */
function headingOf(section: EvidenceSection): string {
  return nameOf(section).split(' › ').at(-1)!;
}

/** When the best section is only its page's short opening, the best other section of that page comes next. */
function afterOpening(sections: EvidenceSection[]): EvidenceSection[] {
  const [best, ...others] = sections;
  if (best === undefined || best.url.includes('#') || best.text.length > shortOpening) return sections;
  const opened = others.find(({ url }) => url.startsWith(`${best.url}#`));
  return opened === undefined ? sections : [best, opened, ...others.filter((one) => one !== opened)];
}

const blocksOf = remembering(200_000, splitBlocks);

/** The best fit of a block with a term of the question. */
function fitOf(text: string, { terms, kind }: Asked): number {
  let best = 0;
  for (const block of blocksOf(text)) {
    const fit = fitsKind(kind, block);
    if (fit > best && matchTerms(terms, block.text) > 0) best = fit;
    if (best === 1) break;
  }
  return best;
}
