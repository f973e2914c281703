import type { FinishReason, Outcome, Usage } from '../../assistant/answer-event.ts';
import type { AnswerSoFar } from '../answer-so-far.ts';
import { annotationsOf, type UrlCitation } from './annotations.ts';

/** The finish reason of an answer, in a completion's choice and in a stream's last chunk. */
type Ending = {
  annotations: UrlCitation[];
  finishReason: 'stop' | 'length' | 'content_filter';
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  /** Our additions to OpenAI's format. */
  docent: { threadId: string; outcome: Outcome | undefined; usedMeaning: boolean | undefined };
};

export function endingOf(
  answer: AnswerSoFar,
  { threadId, reason, usage, outcome, usedMeaning }: NonNullable<AnswerSoFar['finish']>,
): Ending {
  return {
    annotations: annotationsOf(answer),
    finishReason: finishReasonOf(reason),
    usage: usageOf(usage),
    docent: { threadId, outcome, usedMeaning },
  };
}

function finishReasonOf(reason: FinishReason): Ending['finishReason'] {
  if (reason === 'content-filter') return 'content_filter';
  return reason === 'length' ? 'length' : 'stop';
}

function usageOf({ inputTokens, outputTokens }: Usage): Ending['usage'] {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** A whole answer as one `chat.completion`; null with an error message when it failed. */
export function toCompletion(answer: AnswerSoFar, model: string, created: number): object | null {
  if (answer.error !== null || answer.finish === null) return null;
  const { annotations, finishReason, usage, docent } = endingOf(answer, answer.finish);
  const message = { role: 'assistant', content: answer.text, refusal: null, annotations };
  return {
    id: answer.id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
    usage,
    docent,
  };
}
