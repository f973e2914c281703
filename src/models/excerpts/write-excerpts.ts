import { lettersOf } from '../../lib/letters-of.ts';
import { remembering } from '../../lib/recent.ts';
import type { Evidence, EvidenceSection } from '../evidence.ts';
import { understand } from './asked.ts';
import { cutSection, cutShort } from './cut-excerpt.ts';
import { inOneLanguage } from './one-language.ts';
import { matchTerms, termsIn, weighTerms, type WeighedTerms } from './match-terms.ts';
import { createTextScore } from './score-text.ts';
import { quoteMarkdown } from './quote-markdown.ts';
import { nameOf, rankSections } from './rank-sections.ts';
import { type Block, splitBlocks } from './split-blocks.ts';

/** Splits text into search terms. */
export type Terms = (text: string) => string[];

/** Maximum characters of the best section and of the following ones, which get the room that the best leaves. */
const roomForBest = 2000;
const roomForOthers = [500, 400, 300, 300];
/** Of the same, where a short excerpt of what search likes best, or of what the question names, has most of it by weight. */
const roomIfClear = { all: 1650, best: 1200, others: [400, 300] };
const mostOfIt = 0.65;
/** Of the question, in the title of what is as clear although search likes another section better. */
const enoughOfIt = 0.35;
/** Of each side of a comparison. */
const roomForSide = 1100;
/** Of sections without a word of the question. */
const minLikeness = 0.6;
/** Maximum sections to consider. */
const maxSections = 14;

/**
 * Answers a question with quotes: the best section in full, then the next ones in short, each under its title with its
 * citation.
 */
export function writeExcerpts(question: string, evidence: Evidence, terms: Terms): string[] {
  const sections = evidence.sections.filter(saysMore).slice(0, maxSections);
  const stems = terms(question);
  const weighed = weighTerms(
    stems,
    sections.map(({ title, text }) => `${title}\n${text}`),
  );
  const asked = understand(question, weighed);
  // Within a section, a word that is all over it tells its parts apart no more.
  const wantedOf = ({ text: found }: EvidenceSection, blocks: readonly Block[]) => {
    const own = weighTerms(
      stems,
      blocks.map(({ text }) => text),
    );
    // Where search found it by its meaning alone, it is read from its beginning.
    const hasTerm = blocks.some(({ text }) => matchTerms(own, text) > 0);
    return { kind: asked.kind, terms: own, scoreText: createTextScore(own, hasTerm ? found : '') };
  };
  const ranked = rankSections(sections, asked, evidence);
  const blocksOf = ({ id, text }: EvidenceSection) =>
    inOneLanguage(quotedBlocks(evidence.read?.(id) ?? text), question);
  // A section may be all comments, pictures or loops.
  let blocksOfBest: Block[] = [];
  const at = ranked.findIndex((section) => (blocksOfBest = blocksOf(section)).length > 0);
  const [best, ...others] = ranked.slice(at < 0 ? ranked.length : at);
  if (best === undefined) return [];
  const { sides = [] } = evidence;
  const wanted = wantedOf(best, blocksOfBest);
  const cut = (room: number) => cutSection(blocksOfBest, wanted, room);
  const brief = cut(roomIfClear.best);
  const isBestHit = sections.every(({ score = 0 }) => score <= (best.score ?? 0));
  const isNamed = saysMost(best.title, weighed, enoughOfIt);
  const isClear =
    sides.length === 0 && (isBestHit || isNamed) && saysMost(excerpt(best, brief), weighed, mostOfIt);
  const texts = new Map([[best, isClear ? brief : cut(sides.length > 0 ? roomForSide : roomForBest)]]);
  let shown = lettersOf(texts.get(best)!);
  let unused = (isClear ? roomIfClear.all : roomForBest) - excerpt(best, texts.get(best)!).length;
  let place = 0;
  for (const section of others) {
    const minLength = (isClear ? roomIfClear.others : roomForOthers)[place];
    if (minLength === undefined) break;
    const isSide = section.version !== null && sides.includes(section.version);
    const quoted = [...texts.keys()];
    const isOtherVersion =
      section.version !== best.version && quoted.some((one) => nameOf(one) === nameOf(section));
    if ((isOtherVersion && !isSide) || shown.includes(beginningOf(section.text))) continue;
    const blocks = blocksOf(section);
    const text = cutShort(blocks, wantedOf(section, blocks), Math.max(minLength, unused), shown);
    const letters = lettersOf(text);
    if (text === '' || shown.includes(letters)) continue;
    place++;
    // Another one in its place would hardly be better.
    if (!isRelated(section, text, weighed)) continue;
    // Search finds a long section in several parts.
    const same = quoted.find(({ url, title }) => url === section.url && title === section.title);
    if (same === undefined) texts.set(section, text);
    else texts.set(same, `${texts.get(same)!.replace(/\n\n…$/, '')}\n\n…\n\n${text}`);
    unused -= text.length;
    shown += letters;
  }
  let { version } = best;
  // A version is named where it changes, not behind each title.
  return [...texts].flatMap(([section, text]) => {
    // Nothing of it may fit.
    if (text === '') return [];
    const isNew = section === best || section.version !== version;
    version = section.version;
    return excerpt(section, text, isNew ? section.title : nameOf(section));
  });
}

/** Whether a section says more than its heading: markers of some formats leave sections that do not. */
function saysMore({ title, text }: EvidenceSection): boolean {
  return text.length > title.length || !lettersOf(title).endsWith(lettersOf(text));
}

/** A section's Markdown as it is quoted. */
const quotedBlocks = remembering(200_000, (markdown) => splitBlocks(quoteMarkdown(markdown)));

function saysMost(text: string, terms: WeighedTerms, share: number): boolean {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return matchTerms(terms, text) > share * total;
}

/** Whether an excerpt has a word of the question in it or its title, or is near it in meaning. */
function isRelated({ title, likeness = 0 }: EvidenceSection, text: string, terms: WeighedTerms): boolean {
  return likeness >= minLikeness || termsIn(terms, `${title}\n${text}`).length > 0;
}

function excerpt({ id, title: whole }: EvidenceSection, text: string, title = whole): string {
  return `**${escapeTitle(title)}** [[${id}]]\n\n${text}`;
}

/** Escapes a title for a line of Markdown. */
export function escapeTitle(title: string): string {
  return title.replaceAll(/[*\\[\]`<]|\((?=s\d)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
}

/** The first letters of a text, to recognize duplicates. */
function beginningOf(text: string): string {
  return lettersOf(text.slice(0, 1_000)).slice(0, 80);
}
