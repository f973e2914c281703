import { z } from '@hono/zod-openapi';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { answer } from '../assistant/answer.ts';
import type { AssistantProtocol, ParsedRequest } from '../protocol/protocol.ts';
import { v1 } from '../protocol/v1/v1.ts';
import { v2 } from '../protocol/v2/v2.ts';
import { tooLarge } from './read-body.ts';
import type { Call, Route } from './route.ts';
import { writeStream } from './write-stream.ts';

const maxBytes = 1024 ** 2;
const maxBytesWithAttachments = 12 * 1024 ** 2;

/** Every protocol that the assistant speaks. A new one is a folder in `protocol/` and a line here. */
const protocols = [
  { protocol: v1, stream: 'AI SDK 4 data stream', contentType: 'text/plain' },
  { protocol: v2, stream: 'AI SDK 5+ UI message stream', contentType: 'text/event-stream' },
];

/** `GET …/message/{chatId}/stream`: AI SDK 5+ asks it when a chat is opened; streams are not kept, so nothing resumes. */
const resumeRoute: Route<undefined> = {
  method: 'get',
  path: '/discovery/v2/assistant/{domain}/message/{chatId}/stream',
  summary: 'Resume a stream',
  tag: 'Assistant',
  key: 'assistant',
  success: { status: 204, description: 'There is nothing to resume.' },
  handle: async () => new Response(null, { status: 204 }),
};

export const assistantRoutes = [...protocols.map(messageRoute), resumeRoute];

function messageRoute({ protocol, stream, contentType }: (typeof protocols)[number]): Route<ParsedRequest> {
  return {
    method: 'post',
    path: `/discovery/${protocol.name}/assistant/{domain}/message`,
    summary: `Ask the assistant (${stream})`,
    tag: 'Assistant',
    key: 'assistant',
    body: {
      schema: protocol.requestSchema,
      maxBytes: maxBytesWithAttachments,
      parse(body, { request, bytes }) {
        const parsed = protocol.parse(body, { accept: request.headers.accept });
        const attached = parsed.question.messages.some(({ attachments }) => attachments.length > 0);
        if (!attached && bytes > maxBytes) throw tooLarge(maxBytes);
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
  const { deps, admission, body, response, headers, requestId, clientIp, reader } = call;
  using untilAnswered = new DisposableStack();
  untilAnswered.use(
    deps.streamCaps.open({
      clientIp,
      organizationId: admission.organization.id,
      projectId: admission.project.id,
      reader: reader.sub,
    }),
  );
  await using docs = await deps.indexes.lease(admission.project);
  const left = new AbortController();
  response.once('close', () => left.abort());
  const { threadId, threadKey, events } = await answer(
    deps,
    {
      organization: admission.organization,
      project: admission.project,
      index: docs.index,
      deployment: docs.deployment,
      protocol: protocol.name,
      requestId,
      reader: reader.sub,
      caller: call.request.headers.origin === undefined ? 'api' : 'web',
    },
    {
      ...body.question,
      fp: reader.sub ?? body.question.fp,
      filter: { ...body.question.filter, groups: reader.groups },
    },
    left.signal,
  );
  const threadHeaders = { 'x-thread-id': threadId, ...(threadKey !== null && { 'x-thread-key': threadKey }) };
  await writeStream(response, { ...headers, ...threadHeaders }, body.writer(), events);
  return RESPONSE_ALREADY_SENT;
}
