import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { addEvent, caveatText, emptyAnswer } from '../answer-so-far.ts';
import type { StreamWriter } from '../protocol.ts';
import { endingOf } from './completion.ts';

type Options = {
  model: string;
  /** Seconds since 1970. */
  created: number;
  includeUsage: boolean;
};

/**
 * The stream of OpenAI's chat completions: server-sent events, with the annotations in the last chunk with a choice.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export function chatCompletionWriter({ model, created, includeUsage }: Options): StreamWriter {
  const answer = emptyAnswer();
  let begun = false;
  const data = (fields: object) =>
    `data: ${JSON.stringify({ id: answer.id, object: 'chat.completion.chunk', created, model, ...fields })}\n\n`;
  const delta = (value: object, finishReason: string | null = null, more: object = {}) =>
    data({ choices: [{ index: 0, delta: value, logprobs: null, finish_reason: finishReason }], ...more });

  function write(event: AnswerEvent): string {
    addEvent(answer, event);
    switch (event.type) {
      case 'step-start':
        if (begun) return '';
        begun = true;
        return delta({ role: 'assistant', content: '' });
      case 'text':
        return event.delta === '' ? '' : delta({ content: event.delta });
      case 'error': {
        const error = {
          message: event.message,
          type: 'server_error',
          param: null,
          code: 'model_unavailable',
        };
        return `data: ${JSON.stringify({ error })}\n\n`;
      }
      case 'finish':
        return `${answer.error === null ? end(event) : ''}data: [DONE]\n\n`;
      default:
        return '';
    }
  }

  function end(event: AnswerEvent & { type: 'finish' }): string {
    const { annotations, finishReason, usage, docent } = endingOf(answer, event);
    const caveat = caveatText(event);
    const last =
      (caveat === '' ? '' : delta({ content: caveat })) + delta({ annotations }, finishReason, { docent });
    return includeUsage ? last + data({ choices: [], usage }) : last;
  }

  return {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
    write,
    keepAlive: ': keep-alive\n\n',
  };
}
