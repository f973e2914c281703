import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { z } from '@hono/zod-openapi';
import type { Answer } from '../../assistant/answer.ts';
import { DocentError } from '../../errors.ts';
import { readAnswer } from '../../protocol/answer-so-far.ts';
import { toCompletion } from '../../protocol/chat-completions/completion.ts';
import {
  type ChatCompletionCall,
  ChatCompletionRequest,
  parseChatCompletion,
} from '../../protocol/chat-completions/request.ts';
import { chatCompletionWriter } from '../../protocol/chat-completions/stream.ts';
import { answerCall, maxQuestionBytes, refuseLargeText, threadHeaders } from '../answer-call.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { writeStream } from '../write-stream.ts';
import { requireModel } from './models-routes.ts';
import { openAiError } from './openai-error.ts';

/** `POST /v1/chat/completions`: the assistant for clients of OpenAI's API, whole or streamed. */
export const chatCompletionsRoute: Route<ChatCompletionCall> = {
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Ask the assistant (OpenAI chat completions)',
  tag: 'OpenAI',
  key: 'assistant',
  errorShape: openAiError,
  body: {
    schema: ChatCompletionRequest,
    maxBytes: maxQuestionBytes,
    parse(body, { bytes }) {
      const call = parseChatCompletion(body);
      refuseLargeText(call.question, bytes);
      return call;
    },
  },
  limit: 'assistant',
  success: {
    status: 200,
    description: 'A `chat.completion`, or with `stream` server-sent `chat.completion.chunk`s.',
    content: {
      'application/json': { schema: z.looseObject({}) },
      'text/event-stream': { schema: z.string() },
    },
  },
  errors: ['thread_not_found', 'credits_exhausted', 'model_unavailable'],
  async handle(call) {
    const { admission, body, response } = call;
    const { model, question, streams, includeUsage } = body;
    requireModel(admission, model);
    const created = Math.floor(Date.now() / 1_000);
    return answerCall(call, 'chat-completions', question, async (answer) => {
      const headers = { ...call.headers, ...threadHeaders(answer) };
      if (!streams) return json<object>(200, await wholeAnswer(answer, model, created), headers);
      const writer = chatCompletionWriter({ model, created, includeUsage });
      await writeStream(response, headers, writer, answer.events);
      return RESPONSE_ALREADY_SENT;
    });
  },
};

/** @throws DocentError `model_unavailable` when the answer failed */
async function wholeAnswer({ events }: Answer, model: string, created: number): Promise<object> {
  const answer = await readAnswer(events);
  const completion = toCompletion(answer, model, created);
  if (completion !== null) return completion;
  throw new DocentError('model_unavailable', answer.error ?? 'The answer could not be finished.');
}
