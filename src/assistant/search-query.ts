import type { Message, Question } from './question.ts';

/** Words that point back at the conversation; a question made of little else needs the one before it. */
const pointsBack =
  /^(and|but|or|so|what about|how about|also|then|why|same|it|that|this|those|these|they)\b/i;
const shortQuestion = 4;
const maxSelectionLength = 300;

/** The last thing that the user said; the last message can be the assistant's. */
export function askedMessage(messages: readonly Message[]): Message | undefined {
  return messages.findLast(({ role }) => role === 'user');
}

/**
 * What to search for: the question, for a follow-up ("and in Python?") the question before it as well,
 * and the start of what the user selected.
 */
export function searchQuery(question: Question, earlierQuestions: readonly string[]): string {
  const asked = askedMessage(question.messages)?.text.trim() ?? '';
  const parts = [asked];
  const previous = earlierQuestions.findLast((text) => text.trim() !== asked);
  if (previous !== undefined && isFollowUp(asked)) parts.unshift(previous.trim());
  for (const { type, value } of question.context) {
    if (type === 'textSelection') parts.push(value.slice(0, maxSelectionLength));
  }
  return parts.join('\n');
}

function isFollowUp(text: string): boolean {
  const words = text.split(/\s+/).filter(Boolean);
  return words.length <= shortQuestion || (words.length <= 2 * shortQuestion && pointsBack.test(text));
}
