import type { Evidence, EvidenceSection } from '../evidence.ts';
import { type Asked, cutSection, cutShort } from './cut-excerpt.ts';
import { matchTerms, weighTerms } from './match-terms.ts';
import { fitsKind, kindOfQuestion } from './question-kind.ts';
import { quoteMarkdown } from './quote-markdown.ts';
import { splitBlocks } from './split-blocks.ts';

/** Splits text into the words that matter for matching, in their searched form. */
export type Terms = (text: string) => string[];

/** Characters of the best section, and of those that follow it. */
const roomForBest = 2600;
const roomForOthers = [900, 500];
/** Sections that are looked at, and how much being what was asked for may move one up. */
const mostSections = 8;
const kindBonus = 0.08;

/**
 * What the docs say to a question, in their own words: the best section whole, then the next ones in short, each under
 * its title with its citation.
 */
export function writeExcerpts(question: string, evidence: Evidence, terms: Terms): string[] {
  const sections = evidence.sections.slice(0, mostSections);
  const weighed = weighTerms(terms(question), sections.map(({ title, text }) => `${title}\n${text}`));
  const asked: Asked = { terms: weighed, kind: kindOfQuestion(question) };
  const [best, ...others] = bestFirst(sections, asked);
  if (best === undefined) return [];
  const parts = [excerpt(best, cutSection(markdownOf(best, evidence), asked, roomForBest))];
  let shown = lettersOf(parts[0]!);
  for (const section of others) {
    const room = roomForOthers[parts.length - 1];
    if (room === undefined) break;
    if (shown.includes(lettersOf(section.text).slice(0, 80))) continue;
    const text = cutShort(markdownOf(section, evidence), asked, room);
    if (text === '' || shown.includes(lettersOf(text))) continue;
    parts.push(excerpt(section, text));
    shown += lettersOf(text);
  }
  return parts;
}

function excerpt({ id, title }: EvidenceSection, text: string): string {
  return `**${title.replaceAll(/[*\\[\]`<]/g, '\\$&')}** [[${id}]]\n\n${text}`;
}

/** The sections in the order in which they were found, those first that are nearly as good and of the kind asked for. */
function bestFirst(sections: readonly EvidenceSection[], asked: Asked): EvidenceSection[] {
  return sections
    .map((section, at) => {
      const blocks = splitBlocks(section.text);
      const fits = Math.max(0, ...blocks.map((block) => (matchTerms(asked.terms, block.text) > 0 ? fitsKind(asked.kind, block) : 0)));
      return { section, score: (section.score ?? 1 / (1 + at)) * (1 + kindBonus * fits) };
    })
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section);
}

function markdownOf({ id, text }: EvidenceSection, { read }: Evidence): string {
  return quoteMarkdown(read?.(id) ?? text);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
