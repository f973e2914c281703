import type { EvidenceSection } from './evidence.ts';

/** Splits text into the words that matter for matching, in their searched form. */
export type Terms = (text: string) => string[];

export type PickedText = { id: string; text: string };

type Candidate = {
  section: number;
  position: number;
  id: string;
  text: string;
  terms: Set<string>;
  titleTerms: Set<string>;
};

const maxSections = 3;
const maxSentences = 5;
const maxSentenceLength = 500;
/** Characters of code or of a list that an answer has room for. */
const maxBlockLength = 1000;
/** Share of the best sentence's score below which a sentence is left out. */
const relativeFloor = 0.55;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of the sections that say most of what was asked: each question term counts by its rarity among the
 * candidates, once in the sentence and less in the headings above it, but for the first sentence, of which the headings
 * speak; earlier sections count a little more. One text a section, in the order of the sections; code and lists that a
 * chosen sentence introduces come along.
 */
export function pickSentences(
  question: string,
  sections: readonly EvidenceSection[],
  terms: Terms,
): PickedText[] {
  const asked = new Set(terms(question));
  const candidates = sections.flatMap((section, index) => sectionCandidates(section, index, terms));
  if (asked.size === 0 || candidates.length === 0) return [];
  const weight = rarity(asked, candidates);
  const scored = candidates
    .map((candidate) => ({ candidate, score: score(candidate, weight) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const chosen = scored.filter((entry) => entry.score >= relativeFloor * best).slice(0, maxSentences);
  const sectionOrder = [...new Set(chosen.map(({ candidate }) => candidate.section))].slice(0, maxSections);
  return sectionOrder.map((index) => {
    const own = chosen
      .filter(({ candidate }) => candidate.section === index)
      .map(({ candidate }) => candidate);
    own.sort((a, b) => a.position - b.position);
    return { id: own[0]!.id, text: joinSentences(own.map(({ text }) => text)) };
  });
}

function sectionCandidates(section: EvidenceSection, index: number, terms: Terms): Candidate[] {
  const titleTerms = new Set(terms(section.title));
  return splitSentences(section.text).map((text, position) => {
    return { section: index, position, id: section.id, text, terms: new Set(terms(text)), titleTerms };
  });
}

/** Sentences of the prose; code and lists are joined to the sentence before them when that introduces them with a colon. */
function splitSentences(text: string): string[] {
  const found: string[] = [];
  for (const block of splitBlocks(text)) {
    const isCode = block.startsWith('```');
    if ((isCode || isList(block)) && /:\**$/.test(found.at(-1) ?? '')) {
      const introduction = found.pop();
      if (block.length <= maxBlockLength) found.push(`${introduction}\n\n${block}${isCode ? '\n' : ''}`);
    } else if (!isCode) {
      for (const line of isList(block) ? block.split('\n') : [block]) found.push(...sentencesOf(line));
    }
  }
  return found;
}

/** The sentences of a paragraph; a list item counts as one, and keeps its bullet. */
function sentencesOf(text: string): string[] {
  const whole = text.trim().replace(/\s+/g, ' ');
  const found = isList(whole)
    ? [whole]
    : Array.from(sentences.segment(whole), ({ segment }) => segment.trim());
  return found.filter((sentence) => says(sentence) && sentence.length <= maxSentenceLength);
}

/** Whether it has words and is whole: what ends in dots is the title of something elsewhere. */
function says(sentence: string): boolean {
  return /[\p{L}\p{N}]/u.test(sentence) && !/(?:\.\.\.|…)$/.test(sentence);
}

function isList(text: string): boolean {
  return /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(text);
}

/** Sentences follow each other with a blank, list items each on a line, code apart. */
function joinSentences(texts: readonly string[]): string {
  return texts.reduce((joined, text, index) => {
    const before = texts[index - 1];
    if (before === undefined) return text;
    if (hasCode(before) || hasCode(text)) return `${joined}\n\n${text}`;
    if (isList(text)) return `${joined}${isList(before) ? '\n' : '\n\n'}${text}`;
    return `${joined}${isList(before) ? '\n\n' : ' '}${text}`;
  });
}

function splitBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fence = '';
  const close = () => {
    if (block.length > 0) blocks.push(block.join('\n'));
    block = [];
  };
  for (const line of text.split('\n')) {
    const opening = /^(`{3,})/.exec(line)?.[1];
    if (fence === '' && opening !== undefined) {
      close();
      fence = opening;
      block.push(line);
    } else if (fence !== '' && line.startsWith(fence)) {
      block.push(line);
      close();
      fence = '';
    } else if (fence === '' && line.trim() === '') close();
    else block.push(line);
  }
  close();
  return blocks;
}

function rarity(asked: Set<string>, candidates: Candidate[]): Map<string, number> {
  return new Map(
    [...asked].map((term) => {
      const holding = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, holding === 0 ? 0 : Math.log(1 + candidates.length / holding)];
    }),
  );
}

function score({ section, position, terms, titleTerms }: Candidate, weight: Map<string, number>): number {
  const ofTitle = position === 0 ? 1 : 0.4;
  let sum = 0;
  for (const [term, value] of weight)
    sum += terms.has(term) ? value : titleTerms.has(term) ? ofTitle * value : 0;
  const matchesItself = [...weight.keys()].some((term) => terms.has(term));
  return matchesItself ? sum / (1 + 0.08 * section) : 0;
}

function hasCode(text: string): boolean {
  return text.includes('\n');
}
