import { z } from '@hono/zod-openapi';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Answer } from '../assistant/answer.ts';
import type { AssistantProtocol, ParsedRequest } from '../protocol/protocol.ts';
import { v1 } from '../protocol/v1/v1.ts';
import { v2 } from '../protocol/v2/v2.ts';
import { answerCall, maxQuestionBytes, refuseLargeText, threadHeaders } from './answer-call.ts';
import type { Deps } from './deps.ts';
import type { Call, Route } from './route.ts';
import { chatOf, resumeRoutes } from './resume-routes.ts';
import { writeStream } from './write-stream.ts';

/** Every protocol that the assistant speaks. A new one is a folder in `protocol/` and a line here. */
const protocols = [
  { protocol: v1, stream: 'AI SDK 4 data stream', contentType: 'text/plain' },
  { protocol: v2, stream: 'AI SDK 5+ UI message stream', contentType: 'text/event-stream' },
];

export const assistantRoutes = [...protocols.map(messageRoute), ...resumeRoutes];

function messageRoute({ protocol, stream, contentType }: (typeof protocols)[number]): Route<ParsedRequest> {
  return {
    method: 'post',
    path: `/discovery/${protocol.name}/assistant/{domain}/message`,
    summary: `Ask the assistant (${stream})`,
    tag: 'Assistant',
    key: 'assistant',
    body: {
      schema: protocol.requestSchema,
      maxBytes: maxQuestionBytes,
      parse(body, { request, bytes }) {
        const parsed = protocol.parse(body, { accept: request.headers.accept });
        refuseLargeText(parsed.question, bytes);
        return parsed;
      },
    },
    limit: 'assistant',
    success: {
      status: 200,
      description: `An ${stream}.`,
      content: { [contentType]: { schema: z.string() } },
    },
    groups: ({ question }) => question.filter.groups,
    errors: ['thread_not_found', 'credits_exhausted'],
    handle: (call) => streamAnswer(protocol, call),
  };
}

async function streamAnswer(protocol: AssistantProtocol, call: Call<ParsedRequest>): Promise<Response> {
  const { deps, body, response, headers } = call;
  const { chatId } = body;
  const stop = chatId === undefined ? undefined : new AbortController();
  const use = async (answer: Answer) => {
    // Only now, because a question that is refused leaves the chat's running answer.
    const kept = stop && (await keep(deps, chatOf(call, chatId!), answer, stop));
    try {
      await writeStream(
        response,
        { ...headers, ...threadHeaders(answer) },
        body.writer(),
        answer.events,
        kept,
      );
      return RESPONSE_ALREADY_SENT;
    } finally {
      await kept?.end(!response.destroyed);
    }
  };
  return await answerCall(call, protocol.name, body.question, use, { stop });
}

async function keep({ keptAnswers }: Deps, chat: string, answer: Answer, stop: AbortController) {
  try {
    return await keptAnswers.begin(chat, stop);
  } catch (error) {
    stop.abort();
    // At its end the credit is given back.
    while (!(await answer.events.next()).done);
    throw error;
  }
}
