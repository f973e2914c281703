import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { z } from '@hono/zod-openapi';
import type { Answer } from '../../assistant/answer.ts';
import type { AnswerEvent } from '../../assistant/answer-event.ts';
import { joinThread } from '../../assistant/join-thread.ts';
import type { Question } from '../../assistant/question.ts';
import { DocentError } from '../../errors.ts';
import { maskPrivate } from '../../lib/mask-private.ts';
import { addEvent, emptyAnswer, readAnswer } from '../../protocol/answer-so-far.ts';
import {
  type Asked,
  parseResponseRequest,
  type ResponseCall,
  ResponseRequest,
  withInstructions,
} from '../../protocol/responses/request.ts';
import { maskAnswer, messageIdOf, toResponse } from '../../protocol/responses/response.ts';
import { responseWriter } from '../../protocol/responses/stream.ts';
import { invalidRequest } from '../../protocol/validate.ts';
import { findResponse, keepResponse, type StoredResponse } from '../../store/responses.ts';
import { eraseTurn, scrubDeleted } from '../../store/retention.ts';
import { answerCall, maxQuestionBytes, refuseLargeText, threadHeaders } from '../answer-call.ts';
import { json } from '../respond.ts';
import type { Call, Route } from '../route.ts';
import { writeStream } from '../write-stream.ts';
import { requireModel } from './models-routes.ts';
import { openAiError } from './openai-error.ts';

const shared = { tag: 'OpenAI', key: 'assistant', errorShape: openAiError } as const;
const responseContent = { 'application/json': { schema: z.looseObject({}) } };

/** `POST /v1/responses`: the assistant for clients of Open Responses, whole or streamed. */
const createRoute: Route<ResponseCall> = {
  ...shared,
  method: 'post',
  path: '/v1/responses',
  summary: 'Ask the assistant (Open Responses)',
  body: {
    schema: ResponseRequest,
    maxBytes: maxQuestionBytes,
    parse(body, { bytes }) {
      const call = parseResponseRequest(body);
      refuseLargeText(call.question, bytes);
      return call;
    },
  },
  limit: 'assistant',
  success: {
    status: 200,
    description: 'A `response`, or with `stream` the server-sent events of one.',
    content: { ...responseContent, 'text/event-stream': { schema: z.string() } },
  },
  errors: ['not_found', 'thread_not_found', 'credits_exhausted', 'model_unavailable'],
  async handle(call) {
    const { asked, streams } = call.body;
    requireModel(call.admission, asked.model);
    const createdAt = Math.floor(Date.now() / 1_000);
    const question = withInstructions(await goingOn(call), asked.instructions);
    const use = async (answer: Answer) => {
      const headers = { ...call.headers, ...threadHeaders(answer) };
      const events = asked.stores ? kept(call, answer.events, createdAt) : answer.events;
      if (streams) {
        await writeStream(call.response, headers, responseWriter(asked, createdAt), events);
        return RESPONSE_ALREADY_SENT;
      }
      const whole = await readAnswer(events);
      if (whole.error !== null) throw new DocentError('model_unavailable', whole.error);
      return json<object>(200, toResponse(whole, asked, createdAt), headers);
    };
    return answerCall(call, 'responses', question, use, { unrecorded: !asked.stores });
  },
};

/** `GET /v1/responses/{id}` */
const readRoute: Route<undefined> = {
  ...shared,
  method: 'get',
  path: '/v1/responses/{id}',
  summary: 'Read a response',
  success: { status: 200, description: 'The response, with private data masked.', content: responseContent },
  errors: ['not_found'],
  async handle(call) {
    if (call.query('stream') === 'true')
      throw invalidRequest([{ path: 'stream', message: 'must be false: streams are not kept' }]);
    const { response } = await findOwn(call, messageIdOf(call.param('id')), 'id');
    return json<object>(200, JSON.parse(response) as object, call.headers);
  },
};

/** `DELETE /v1/responses/{id}` */
const deleteRoute: Route<undefined> = {
  ...shared,
  method: 'delete',
  path: '/v1/responses/{id}',
  summary: 'Forget a response',
  success: {
    status: 200,
    description: 'Its question and answer are deleted.',
    content: {
      'application/json': {
        schema: z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) }),
      },
    },
  },
  errors: ['not_found'],
  async handle(call) {
    const { deps, admission } = call;
    const id = call.param('id');
    const messageId = messageIdOf(id);
    await findOwn(call, messageId, 'id');
    await eraseTurn(deps.store, { projectId: admission.project.id, messageId: messageId! });
    await scrubDeleted(deps.store);
    return json<object>(200, { id, object: 'response', deleted: true }, call.headers);
  },
};

/** The first of a path answers browsers' preflights, which must name DELETE and need not name GET. */
export const responsesRoutes = [createRoute, deleteRoute, readRoute];

/** The events of an answer, which is kept for its client at the end. */
async function* kept(
  { deps: { store, log }, admission, body: { asked }, requestId }: Call<ResponseCall>,
  events: AsyncIterable<AnswerEvent>,
  createdAt: number,
): AsyncGenerator<AnswerEvent> {
  const answer = emptyAnswer();
  for await (const event of events) {
    addEvent(answer, event);
    if (event.type === 'finish') {
      const by = { projectId: admission.project.id, messageId: answer.id };
      const response = toResponse(maskAnswer(answer), masked(asked), createdAt);
      await keepResponse(store, by, JSON.stringify(response)).catch((error: unknown) =>
        log.error({ requestId, error }, 'response not kept'),
      );
    }
    yield event;
  }
}

function masked({ instructions, ...asked }: Asked): Asked {
  return { ...asked, instructions: instructions && maskPrivate(instructions) };
}

/**
 * The question in the thread of the response that it goes on with, or that its items refer to.
 * @throws DocentError `not_found`
 */
async function goingOn(call: Call<ResponseCall>): Promise<Question> {
  const { asked, question, referenced } = call.body;
  const { previousId } = asked;
  const messageId = previousId === null ? referenced : messageIdOf(previousId);
  const found = await findOwn(call, messageId, 'previous_response_id').catch((error: unknown) => {
    if (previousId === null && error instanceof DocentError) return null;
    throw error;
  });
  if (found === null) return question;
  return { ...question, threadId: found.threadId, threadKey: threadKeyOf(call), fp: found.fp };
}

/**
 * The response with the answer of this id, if the caller may go on with its thread.
 * @throws DocentError `not_found`, `thread_not_found`
 */
async function findOwn(
  call: Pick<Call<never>, 'deps' | 'admission' | 'reader' | 'request'>,
  messageId: string | null,
  at: 'id' | 'previous_response_id',
): Promise<StoredResponse> {
  const { store } = call.deps;
  const { id: projectId, settings } = call.admission.project;
  const found = messageId === null ? undefined : await findResponse(store, { projectId, messageId });
  if (found === undefined)
    throw new DocentError('not_found', `There is no response with this ${at}.`, {
      details: [{ path: at, message: 'is not known' }],
    });
  const { threadId, fp } = found;
  const threadKey = threadKeyOf(call);
  const requireKey = settings.requireThreadKey ?? false;
  await joinThread(store, { projectId, threadId, threadKey, fp, reader: call.reader.sub, requireKey });
  return found;
}

/** Where a project requires it; its first answer has it in the same header. */
function threadKeyOf({ request }: Pick<Call<never>, 'request'>): string | null {
  const key = request.headers['x-thread-key'];
  return typeof key === 'string' ? key : null;
}
