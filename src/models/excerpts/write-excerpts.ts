import { lettersOf } from '../../lib/letters-of.ts';
import type { Evidence, EvidenceSection } from '../evidence.ts';
import { type Asked, cutSection, cutShort } from './cut-excerpt.ts';
import { matchTerms, weighTerms } from './match-terms.ts';
import { fitsKind, kindOfQuestion } from './question-kind.ts';
import { quoteMarkdown } from './quote-markdown.ts';
import { splitBlocks } from './split-blocks.ts';

/** Splits text into search terms. */
export type Terms = (text: string) => string[];

/** Maximum characters of the best section and of the following ones; the second gets the room that the best leaves. */
const roomForBest = 2600;
const roomForOthers = [700, 400, 400];
/** An opening of at most this many characters only introduces the page. */
const shortOpening = 700;
/** Maximum sections to consider. */
const maxSections = 14;
/** Weights besides the search score, which is 1 for the best section; tuned with `bench/answers.ts`. */
const share = { title: 0.15, text: 0.05, kind: 0.05, ofNeighbour: 0.7 };

/**
 * Answers a question with quotes: the best section in full, then the next ones in short, each under its title with its
 * citation.
 */
export function writeExcerpts(question: string, evidence: Evidence, terms: Terms): string[] {
  const sections = evidence.sections.slice(0, maxSections);
  const weighed = weighTerms(
    terms(question),
    sections.map(({ title, text }) => `${title}\n${text}`),
  );
  const asked: Asked = { terms: weighed, kind: kindOfQuestion(question) };
  const [best, ...others] = afterOpening(bestFirst(sections, asked));
  if (best === undefined) return [];
  const parts = [excerpt(best, cutSection(markdownOf(best, evidence), asked, roomForBest))];
  let shown = lettersOf(parts[0]!);
  const names = new Set([nameOf(best)]);
  for (const section of others) {
    const least = roomForOthers[parts.length - 1];
    if (least === undefined) break;
    const room = parts.length === 1 ? Math.max(least, roomForBest - parts[0]!.length) : least;
    const isOtherVersion = section.version !== best.version && names.has(nameOf(section));
    if (isOtherVersion || shown.includes(beginningOf(section.text))) continue;
    const text = cutShort(markdownOf(section, evidence), asked, room);
    if (text === '' || shown.includes(lettersOf(text))) continue;
    parts.push(excerpt(section, text));
    shown += lettersOf(text);
    names.add(nameOf(section));
  }
  return parts;
}

/** A title without a trailing version, to recognize the same section of several versions. */
function nameOf({ title, version }: EvidenceSection): string {
  return version === null ? title : title.replace(` (${version})`, '');
}

function excerpt({ id, title }: EvidenceSection, text: string): string {
  return `**${escapeTitle(title)}** [[${id}]]\n\n${text}`;
}

/** Escapes a title for a line of Markdown. */
export function escapeTitle(title: string): string {
  return title.replaceAll(/[*_\\[\]`<]/g, '\\$&');
}

/** Ranks the sections by search score and by the question's terms in title and text. */
function bestFirst(sections: readonly EvidenceSection[], asked: Asked): EvidenceSection[] {
  const total = asked.terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const most = sections[0]?.score ?? 1;
  const shareOf = (text: string) => matchTerms(asked.terms, text) / total;
  return sections
    .map((section) => {
      const { title, text } = section;
      const found = section.score === undefined ? share.ofNeighbour : section.score / most;
      const held = share.title * shareOf(title) + share.text * shareOf(`${title}\n${text}`);
      return { section, score: found + held + share.kind * fitOf(text, asked) };
    })
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section);
}

/** When the best section is only its page's short opening, the best other section of that page comes next. */
function afterOpening(sections: EvidenceSection[]): EvidenceSection[] {
  const [best, ...others] = sections;
  if (best === undefined || best.url.includes('#') || best.text.length > shortOpening) return sections;
  const opened = others.find(({ url }) => url.startsWith(`${best.url}#`));
  return opened === undefined ? sections : [best, opened, ...others.filter((one) => one !== opened)];
}

function fitOf(text: string, { terms, kind }: Asked): number {
  if (kind === 'any') return 0;
  const fits = splitBlocks(text)
    .filter((block) => matchTerms(terms, block.text) > 0)
    .map((block) => fitsKind(kind, block));
  return Math.max(0, ...fits);
}

function markdownOf({ id, text }: EvidenceSection, { read }: Evidence): string {
  return quoteMarkdown(read?.(id) ?? text);
}

/** The first letters of a text, to recognize duplicates. */
function beginningOf(text: string): string {
  return lettersOf(text.slice(0, 1_000)).slice(0, 80);
}
