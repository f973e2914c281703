import type { Message, Question } from './question.ts';

/** Words that point back at the conversation: a question that begins with one is about what was said before. */
const continues = /^(?:and|but|or|so|what about|how about|also|then|same)\b/i;
const pointsBack = /\b(?:it|its|that|this|those|these|they|them|their|there|one)\b/i;
const maxSelectionLength = 300;
const maxIdentifiers = 8;
/** What went wrong says most of what code is about: `TypeError`, `ERR_MODULE_NOT_FOUND`, `TS2345`, `E0308`. */
const errorName =
  /\b(?:[A-Z]\w{0,40}(?:Error|Exception|Warning)|E[A-Z]{2,10}(?:_[A-Z]{1,20}){1,5}|[A-Z]{1,6}\d{3,6})\b/g;
/** Other names that do: those of several words, calls, and options of commands. */
const otherName =
  /(?<!\S)--[a-z][\w-]{2,40}|\b(?:[a-z]\w{0,40}[A-Z]\w{0,40}|[A-Z][a-z]{1,40}[A-Z]\w{0,40}|[A-Za-z][A-Za-z\d]{1,40}_\w{1,40}|[a-z]\w{2,40}(?=\())/g;

/** What to search for. */
export type SearchTexts = {
  query: string;
  /** The question with the one before it; null when it is the first. */
  carried: string | null;
  /** What pages found by `carried` count, where those found by `query` count 1. */
  carriedWeight: number;
  /** Whether the question may say too little to be answered alone. */
  dependsOnCarried: boolean;
};

/** The last thing that the user said; the last message can be the assistant's. */
export function askedMessage(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/**
 * What to search for: the question with the start of what the user selected and the names in their code; and for a
 * follow-up, at low weight, the question before it: what it is about is rarely said twice.
 */
export function searchTexts(question: Question, earlierQuestions: readonly string[]): SearchTexts {
  const asked = askedMessage(question.messages)?.text.trim() ?? '';
  const parts = [asked];
  for (const { type, value } of question.context)
    parts.push(type === 'code' ? namesIn(value) : value.slice(0, maxSelectionLength));
  const query = parts.filter((part) => part !== '').join('\n');
  const previous = earlierQuestions.findLast((text) => text.trim() !== asked)?.trim();
  const isContinued = continues.test(asked);
  return {
    query,
    carried: previous === undefined ? null : `${previous}\n${query}`,
    carriedWeight: isContinued ? 2 : pointsBack.test(asked) ? 0.7 : 0.3,
    dependsOnCarried: isContinued || pointsBack.test(asked),
  };
}

function namesIn(code: string): string {
  const read = code.slice(0, 20_000);
  const names = [errorName, otherName].flatMap((pattern) => read.match(pattern) ?? []);
  return [...new Set(names)].slice(0, maxIdentifiers).join(' ');
}
