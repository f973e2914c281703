import { asksToStart } from '../lib/definitions.ts';
import { asksForPast } from '../lib/past-pages.ts';
import { smallTalkLanguage } from '../lib/small-talk.ts';
import { stopWordsOf } from '../retrieval/lexical/languages.ts';
import { ordinaryWords } from '../retrieval/lexical/ordinary-words.ts';
import type { Message, Question } from './question.ts';

/** Words that refer to the conversation: a question that begins with one is about what was said before. */
const continues =
  /^[¿¡]?(?:(?:and|but|or|so|what about|how about|also|then|same|und|aber|oder|was ist mit|et|mais|y|pero)(?![\p{L}\p{N}-])|(?:那么|那|还有|以及|では|じゃあ|それでは|そして))/iu;
const pointsBack =
  /\b(?:it|its|that|this|those|these|they|them|their|there|one|diese[rsnm]?|dies|davon|dafür|damit|dabei|darin|darauf|dazu|ihn|ihm|ça|cela|celui|celle|eso|esto|ello)\b|\bes[?.!]?$|[它这其]|それ|その|これ|この|그것|이것/i;
/** The pronouns among them, which stand for a thing that the question need not name. */
const pronoun =
  /\b(?:it|them|they|davon|dafür|damit|darin|ça|cela|ello)\b|\bes[?.!]?$|[它其]|それ|その|그것/i;
/** Of what may be named in the question itself: `a token and its lifetime`. */
const possessive = /\b(?:its|their)\b/i;
const maxSelectionLength = 300;
/** Questions that a follow-up is searched with. */
const maxCarried = 3;
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
  /** What the answer should be about: the question, with earlier ones when it has no subject of its own. */
  meant: string;
  /** The question together with the one before it; null for the first. */
  carried: string | null;
  /** The weight of pages found by `carried`, where those found by `query` have weight 1. */
  carriedWeight: number;
  /** Whether the question may be too vague to be answered by itself. */
  dependsOnCarried: boolean;
  /** Whether a word of it stands for a thing (`it`), which may have been named before. */
  standsForThing: boolean;
  /** The earlier question that it cannot be understood without; null for others. */
  subject: string | null;
};

/** The last user message; the last message can be the assistant's. */
export function askedMessage(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/**
 * The search for a question: the question with the start of the user's selection and the names in their code. For a
 * follow-up the question before it is added at low weight, because users rarely repeat their subject; one without a
 * subject is searched together with it alone.
 */
export function searchTexts(question: Question, earlierQuestions: readonly string[]): SearchTexts {
  const asked = askedMessage(question.messages)?.text.trim() ?? '';
  const parts = [asked];
  for (const { type, value } of question.context)
    parts.push(type === 'code' ? namesIn(value) : value.slice(0, maxSelectionLength));
  const query = parts.filter((part) => part !== '').join('\n');
  const previous = subjectOf(earlierQuestions.filter((text) => text.trim() !== asked));
  if (previous !== null && saysLittle(asked)) {
    const meant = `${previous}\n${query}`;
    return {
      query: meant,
      meant,
      carried: null,
      carriedWeight: 0,
      dependsOnCarried: false,
      standsForThing: false,
      subject: previous,
    };
  }
  const isContinued = continues.test(asked);
  const isOfThing = pronoun.test(asked);
  const standsForThing = !isContinued && (isOfThing || possessive.test(asked));
  const subject = isContinued || isOfThing ? previous : null;
  return {
    query,
    meant: subject === null ? asked : `${subject}\n${asked}`,
    carried: previous === null ? null : `${previous}\n${query}`,
    carriedWeight: isContinued ? 2 : standsForThing ? 1.2 : pointsBack.test(asked) ? 0.7 : 0.3,
    dependsOnCarried: isContinued || pointsBack.test(asked),
    standsForThing,
    subject,
  };
}

/** The last of the earlier questions that has a subject, with those after it; thanks and greetings are left out. */
function subjectOf(earlier: readonly string[]): string | null {
  const asked = earlier.map((text) => text.trim()).filter((text) => smallTalkLanguage(text) === null);
  const from = asked.findLastIndex((text) => !saysLittle(text));
  const recent = asked.slice(Math.max(from, asked.length - maxCarried, 0));
  return recent.length === 0 ? null : recent.join('\n');
}

function namesIn(code: string): string {
  const read = code.slice(0, 20_000);
  const names = [errorName, otherName].flatMap((pattern) => read.match(pattern) ?? []);
  return [...new Set(names)].slice(0, maxIdentifiers).join(' ');
}

/** A few words that only narrow what was asked before: `in v5?`, `only for one domain`, `TypeScript では？`. */
const narrows =
  /^(?:in|on|for|with|without|using|für|mit|ohne|bei|unter|pour|avec|sans|sous|con|sin|en|para)\s+\S+(?:\s+\S+){0,2}$|^(?:only|just|except|even|nur|bloß|außer|seulement|sauf|solo|sólo|excepto|apenas|soltanto|только)\s+\S+(?:\s+\S+){0,4}$|^.{1,24}(?:では|の場合は?|だと|呢|的话)[？?。]?$/iu;
/** The same in other languages: follow-ups without a subject of their own. */
const asksOn =
  /^¿?(?:(?:und |y |et |e )?(?:warum|wieso|weshalb|wie|wann|wo|wozu|por qué|cómo|cuándo|dónde|pourquoi|comment|quand|où|porquê|perché|come|quando|почему|как)|(?:zum |por |par |ad |un |ein |une )?(?:beispiel|ejemplo|exemple|exemplo|esempio)|(?:ein |un )?(?:beispiel|ejemplo|exemple) bitte|например|なぜ|例えば|例は|どうやって|为什么|例子|怎么做|왜|예시)[\s?？!.]*$/iu;

/** Words for what people want, not for a subject. */
const isMore = /^(?:examples?|code|snippets?|steps?)$/;

/** Whether a follow-up has no subject of its own: `why?`, `show me an example`, `only for one domain`. */
function saysLittle(asked: string): boolean {
  return narrows.test(asked) || asksOn.test(asked) || hasNoSubject(asked);
}

function hasNoSubject(asked: string): boolean {
  if (asksToStart(asked) || asksForPast(asked)) return false;
  const words =
    asked
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stopWords = stopWordsOf('en');
  const own = words.filter((word) => !stopWords.has(word) && !ordinaryWords.has(word) && !isMore.test(word));
  // `Can it be async?` is about what was asked before.
  const standsForThing = pronoun.test(asked) || possessive.test(asked);
  return words.length > 0 && own.length <= (standsForThing ? 1 : 0);
}
