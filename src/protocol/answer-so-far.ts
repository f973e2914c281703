import type { AnswerEvent } from '../assistant/answer-event.ts';

/** What of an answer a client without our streams is told, as far as it has come. */
export type AnswerSoFar = {
  id: string;
  text: string;
  sources: { url: string; title: string }[];
  /** What went wrong, for people. */
  error: string | null;
  finish: Extract<AnswerEvent, { type: 'finish' }> | null;
};

export function emptyAnswer(): AnswerSoFar {
  return { id: '', text: '', sources: [], error: null, finish: null };
}

/** Searches are not shown: they are the assistant's own. */
export function addEvent(answer: AnswerSoFar, event: AnswerEvent): void {
  if (event.type === 'step-start') answer.id ||= event.messageId;
  if (event.type === 'text') answer.text += event.delta;
  if (event.type === 'source') answer.sources.push({ url: event.url, title: event.title });
  if (event.type === 'error') answer.error = event.message;
  if (event.type === 'finish') answer.finish = event;
}

export async function readAnswer(events: AsyncIterable<AnswerEvent>): Promise<AnswerSoFar> {
  const answer = emptyAnswer();
  for await (const event of events) addEvent(answer, event);
  return answer;
}
