import type { AnswerEvent } from '../assistant/answer-event.ts';
import { addCited, type CitedText } from './citations.ts';

/** The text, sources and status of an answer so far, for clients that do not use a stream. */
export type AnswerSoFar = CitedText & {
  id: string;
  /** The error message for people. */
  error: string | null;
  finish: Extract<AnswerEvent, { type: 'finish' }> | null;
};

export function emptyAnswer(): AnswerSoFar {
  return { id: '', text: '', marks: [], sources: [], error: null, finish: null };
}

/** The text after an answer whose evidence is weak; else empty. */
export function caveatText({ caveat }: NonNullable<AnswerSoFar['finish']>): string {
  return caveat === undefined ? '' : `\n\n*${caveat}*`;
}

/** Searches are omitted: they are internal to the assistant. */
export function addEvent(answer: AnswerSoFar, event: AnswerEvent): void {
  if (event.type === 'step-start') answer.id ||= event.messageId;
  addCited(answer, event);
  if (event.type === 'error') answer.error = event.message;
  if (event.type === 'finish') {
    answer.finish = event;
    answer.text += caveatText(event);
  }
}

export async function readAnswer(events: AsyncIterable<AnswerEvent>): Promise<AnswerSoFar> {
  const answer = emptyAnswer();
  for await (const event of events) addEvent(answer, event);
  return answer;
}
