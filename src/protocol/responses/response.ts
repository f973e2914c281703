import { maskPrivate } from '../../lib/mask-private.ts';
import type { AnswerSoFar } from '../answer-so-far.ts';
import { urlCitationsOf } from '../chat-completions/annotations.ts';
import type { CitedText } from '../citations.ts';
import type { Asked } from './request.ts';

/** The position of the one text in a response's output. */
export const place = { output_index: 0, content_index: 0 };

/** A response's id from its answer's: so neither needs to be stored. */
function responseIdOf(messageId: string): string {
  return messageId.replace('msg_', 'resp_');
}

/** The answer's id; null for what is no response's id. */
export function messageIdOf(responseId: string): string | null {
  return /^resp_[0-9A-Za-z]{1,64}$/.test(responseId) ? responseId.replace('resp_', 'msg_') : null;
}

/** The text as OpenAI's clients read it, with its citations. */
export function outputText(cited: CitedText) {
  const annotations = urlCitationsOf(cited).map((citation) => ({
    type: 'url_citation' as const,
    ...citation,
  }));
  return { type: 'output_text' as const, text: cited.text, annotations, logprobs: [] };
}

export function outputMessage(id: string, status: string, content: ReturnType<typeof outputText>[]) {
  return { type: 'message', id, status, role: 'assistant', content };
}

/**
 * An answer, also an unfinished or failed one, as a `response` of OpenAI's API. What Docent does not have is as where
 * nothing was asked for.
 * https://github.com/openresponses/openresponses/blob/main/schema/responses.tsp
 */
export function toResponse(answer: AnswerSoFar, asked: Asked, createdAt: number) {
  const { id, text, error, finish } = answer;
  const details = error === null ? incompleteDetails(finish?.reason) : null;
  const status = statusOf(answer, details !== null);
  const isShown = text !== '' && status !== 'in_progress';
  const messageStatus = status === 'failed' ? 'incomplete' : status;
  return {
    id: responseIdOf(id),
    object: 'response',
    created_at: createdAt,
    completed_at: status === 'completed' ? Math.floor(Date.now() / 1_000) : null,
    status,
    background: false,
    error: error === null ? null : { code: 'server_error', message: error },
    incomplete_details: details,
    instructions: asked.instructions,
    max_output_tokens: null,
    max_tool_calls: null,
    metadata: asked.metadata ?? {},
    model: asked.model,
    output: isShown ? [outputMessage(id, messageStatus, [outputText(answer)])] : [],
    parallel_tool_calls: false,
    previous_response_id: asked.previousId,
    prompt_cache_key: null,
    reasoning: { effort: null, summary: null },
    safety_identifier: asked.user,
    service_tier: 'default',
    store: asked.stores,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    truncation: 'disabled',
    user: asked.user,
    usage: finish === null ? null : usageOf(finish.usage),
    ...(finish !== null && {
      docent: { threadId: finish.threadId, outcome: finish.outcome, usedMeaning: finish.usedMeaning },
    }),
  };
}

/** As it is stored: with private data masked, and the citations where they then are. */
export function maskAnswer(answer: AnswerSoFar): AnswerSoFar {
  let [text, at] = ['', 0];
  const marks = answer.marks.map((mark) => {
    text += maskPrivate(answer.text.slice(at, mark.start));
    const start = text.length;
    text += answer.text.slice(mark.start, mark.end);
    at = mark.end;
    return { ...mark, start, end: text.length };
  });
  return { ...answer, text: text + maskPrivate(answer.text.slice(at)), marks };
}

function statusOf({ error, finish }: AnswerSoFar, isIncomplete: boolean): string {
  if (error !== null) return 'failed';
  if (finish === null) return 'in_progress';
  return isIncomplete || finish.stopped === true ? 'incomplete' : 'completed';
}

function incompleteDetails(reason: string | undefined): { reason: string } | null {
  if (reason === 'length') return { reason: 'max_output_tokens' };
  return reason === 'content-filter' ? { reason: 'content_filter' } : null;
}

function usageOf({ inputTokens, outputTokens }: NonNullable<AnswerSoFar['finish']>['usage']) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
