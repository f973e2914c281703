import { defines } from '../../lib/definitions.ts';
import type { EvidenceSection } from '../evidence.ts';
import { lettersOf } from '../../lib/letters-of.ts';
import { remembering } from '../../lib/recent.ts';
import { type Asked, directionOf } from './asked.ts';
import { matchFolded, termsIn } from './match-terms.ts';

/**
 * Shares of the weight of a question's terms: of those in a section's title, and of those anywhere in it; and whether it
 * defines what the question asks about; and whether it is what the question quotes: its heading stands there word for word,
 * or it holds the error; and whether its heading goes the other way: `JavaScript from Rust`.
 */
export type Held = {
  title: number;
  anywhere: number;
  /** Of the sentence that has most of them. */
  said: number;
  /** Of its own heading, as a share of the heading's words: what says more is a part of what is asked about. */
  named: number;
  /** Up to 1, when it defines what the question asks about; less when its heading, or its page's title, is just that. */
  definition: number;
  isQuoted: boolean;
  isAgainst: boolean;
};

/** What has a definition's subject as its title tells of it, a page more so than a section. */
const aboutIt = { page: 0.6, section: 0.3 };
/** Letters of `of`, `the`, `und` and the like. */
const smallWord = 3;
/** Rounded. */
const whole = 0.99;

/** A heading that has less of the question is a part of many. */
const minQuoted = { words: 3, terms: 2, share: 0.5 };

/** What each section has of the question's terms. */
export function holdTerms(
  sections: readonly EvidenceSection[],
  { terms, subject, letters, quotes, direction }: Asked,
): ReadonlyMap<EvidenceSection, Held> {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  /** Of a text in lower case. */
  const shareOf = (folded: string) => matchFolded(terms, folded) / total;
  const isAsked = (word: string) => terms.some(({ stem }) => word.startsWith(stem));
  const askedShare = (heading: string) => {
    const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const telling = words.filter((word) => word.length > smallWord || isAsked(word));
    return telling.filter(isAsked).length / Math.max(1, telling.length);
  };
  const isAgainst = (heading: string) => {
    const own = direction && directionOf(heading);
    return (
      own?.word === direction?.word && own?.one === direction?.other && own?.other === direction?.one && !!own
    );
  };
  const isSaid = (heading: string) => {
    if (heading.split(/\s+/).length < minQuoted.words) return false;
    const found = termsIn(terms, heading);
    const share = found.reduce((sum, { weight }) => sum + weight, 0) / total;
    if (found.length < minQuoted.terms || share < minQuoted.share) return false;
    return letters.includes(lettersOf(heading).toLowerCase());
  };
  const holdsQuote = ({ title, text }: EvidenceSection) => {
    const said = lettersOf(`${title}\n${text}`).toLowerCase();
    return quotes.some((quote) => said.includes(quote));
  };
  const heldBy = (section: EvidenceSection): Held => {
    const title = section.title.toLowerCase();
    const { text, sentences } = foldedOf(section.text);
    const heading = section.title.split(' › ').at(-1)!;
    const defined = subject !== null && defines({ heading, text: section.text }, subject);
    const named = shareOf(heading.toLowerCase()) * askedShare(heading);
    const about =
      subject === null || named < whole ? 0 : section.url.includes('#') ? aboutIt.section : aboutIt.page;
    const held = {
      title: 0,
      anywhere: 0,
      said: Math.max(0, ...sentences.map(shareOf)),
      named,
      definition: defined ? 1 : about,
      isQuoted: false,
      isAgainst: isAgainst(heading),
    };
    for (const { stem, weight } of terms) {
      const isTitle = title.includes(stem);
      if (isTitle) held.title += weight / total;
      if (isTitle || text.includes(stem)) held.anywhere += weight / total;
    }
    held.isQuoted = isSaid(heading) || (quotes.length > 0 && holdsQuote(section));
    return held;
  };
  return new Map(sections.map((section) => [section, heldBy(section)]));
}

/** Sentences of a section that are looked at. */
const maxSentences = 60;

/** A section in lower case, as a whole and by sentence. */
const foldedOf = remembering(200_000, (section) => {
  const text = section.toLowerCase();
  return { text, sentences: text.split(/(?<=[.!?:])\s+|\n/, maxSentences) };
});
