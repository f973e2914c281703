import { phrasesIn } from '../../src/models/excerpts/phrases.ts';
import type { AnswerOutcome } from '../../src/retrieval/eval/evaluate-answers.ts';
import { gradeAnswer } from '../../src/retrieval/eval/grade-answer.ts';
import { spokenLanguages } from '../../src/retrieval/lexical/languages.ts';

/** Characters that a reader sees without scrolling on a phone. */
const seen = 600;

/** What a reader meets: answers whose facts come early, their lengths, and how often they say that they have none. */
export function readingOf(outcomes: readonly AnswerOutcome[]) {
  const answers = outcomes.filter(({ grade, expect = [] }) => grade !== 'refused' && expect.length > 0);
  const lengths = answers.map(({ text }) => shown(text).length).sort((a, b) => a - b);
  return {
    answers: answers.length,
    early: answers.filter(isEarly).length,
    median: lengths[lengths.length >> 1] ?? 0,
    refusedInWords: outcomes.filter(({ text }) => refusesInWords(text)).length,
  };
}

export function describeReading({
  answers,
  early,
  median,
  refusedInWords,
}: ReturnType<typeof readingOf>): string {
  return `facts within ${seen} characters ${early} of ${answers}, median length ${median}, refused in words ${refusedInWords}`;
}

function isEarly(outcome: AnswerOutcome): boolean {
  const start = { text: shown(outcome.text).slice(0, seen), cited: [], refused: false };
  return gradeAnswer(start, outcome, new Set()).missing.length === 0;
}

/** Without the addresses of links. */
function shown(text: string): string {
  return text.replaceAll(/\]\([^()\s]*\)/g, ']');
}

const own = spokenLanguages.map((language) => phrasesIn(language).nothing);
const not = String.raw`\b(?:not|no|nothing|cannot|unable)\b|n['’]t\b`;
const inEnglish = [
  String.raw`\b(?:docs|documentation|sources?|context|pages|sections|results)\b[^.!?\n]{0,60}(?:${not})[^.!?\n]{0,30}\b(?:answer|cover|mention|contain|describe|include|hold|say|state|document|provide|specify|have)`,
  String.raw`\b(?:I|we)\b[^.!?\n]{0,20}(?:${not})[^.!?\n]{0,20}\b(?:find|found|answer|have|see|know|sure)\b`,
  String.raw`\b(?:no|not enough|any) (?:information|mention|answer|documentation|results?)\b[^.!?\n]{0,60}\b(?:about|for|in|on|of|found|was|is)\b`,
  String.raw`\b(?:is|are) not (?:documented|covered|mentioned|described)\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/**
 * Whether an answer begins by saying that the docs do not hold it: Docent's own sentences in any language, or what
 * models usually write in English. The same rule for everybody; statuses on the wire differ.
 */
export function refusesInWords(text: string): boolean {
  const start = shown(text).replaceAll(/\s+/g, ' ').trim().slice(0, 240);
  return own.some((phrase) => start.startsWith(phrase)) || inEnglish.some((pattern) => pattern.test(start));
}
