import type { Message, Question } from './question.ts';

/** Words that refer to the conversation: a question that begins with one is about what was said before. */
const continues =
  /^[¿¡]?(?:(?:and|but|or|so|what about|how about|also|then|same|und|aber|oder|was ist mit|et|mais|y|pero)(?![\p{L}\p{N}-])|(?:那么|那|还有|以及|では|じゃあ|それでは|そして))/iu;
/** A few words that only narrow what was asked before: `in v5?`, `with TypeScript?`, `TypeScript では？`. */
const narrows =
  /^(?:in|on|for|with|without|using|für|mit|ohne|bei|unter|pour|avec|sans|sous|con|sin|en|para)\s+\S+(?:\s+\S+){0,2}$|^.{1,24}(?:では|の場合は?|だと|呢|的话)[？?。]?$/iu;
const pointsBack =
  /\b(?:it|its|that|this|those|these|they|them|their|there|one|diese[rsnm]?|dies|davon|dafür|damit|dabei|darin|darauf|dazu|ihn|ihm|ça|cela|celui|celle|eso|esto|ello)\b|\bes[?.!]?$|[它这其]|それ|その|これ|この|그것|이것/i;
const maxSelectionLength = 300;
const maxIdentifiers = 8;
/** Errors say most about the subject of code: `TypeError`, `ERR_MODULE_NOT_FOUND`, `TS2345`, `E0308`. */
const errorName =
  /\b(?:[A-Z]\w{0,40}(?:Error|Exception|Warning)|E[A-Z]{2,10}(?:_[A-Z]{1,20}){1,5}|[A-Z]{1,6}\d{3,6})\b/g;
/** Other telling names: multi-word identifiers, calls, and command options. */
const otherName =
  /(?<!\S)--[a-z][\w-]{2,40}|\b(?:[a-z]\w{0,40}[A-Z]\w{0,40}|[A-Z][a-z]{1,40}[A-Z]\w{0,40}|[A-Za-z][A-Za-z\d]{1,40}_\w{1,40}|[a-z]\w{2,40}(?=\())/g;

/** The search for a question. */
export type SearchTexts = {
  query: string;
  /** The question together with the one before it; null for the first. */
  carried: string | null;
  /** The weight of pages found by `carried`, where those found by `query` have weight 1. */
  carriedWeight: number;
  /** Whether the question may be too vague to be answered by itself. */
  dependsOnCarried: boolean;
};

/** The last user message; the last message can be the assistant's. */
export function askedMessage(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/**
 * The search for a question: the question with the start of the user's selection and the names in their code. For a
 * follow-up the question before it is added at low weight, because users rarely repeat their subject.
 */
export function searchTexts(question: Question, earlierQuestions: readonly string[]): SearchTexts {
  const asked = askedMessage(question.messages)?.text.trim() ?? '';
  const parts = [asked];
  for (const { type, value } of question.context)
    parts.push(type === 'code' ? namesIn(value) : value.slice(0, maxSelectionLength));
  const query = parts.filter((part) => part !== '').join('\n');
  const previous = earlierQuestions.findLast((text) => text.trim() !== asked)?.trim();
  const isContinued = continues.test(asked) || narrows.test(asked);
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
