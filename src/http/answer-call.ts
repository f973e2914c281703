import { addAbortListener } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Answer, answer } from '../assistant/answer.ts';
import { interruption } from '../assistant/interruption.ts';
import type { Question } from '../assistant/question.ts';
import { chosenModels } from './chosen-model.ts';
import { tooLarge } from './read-body.ts';
import type { Call } from './route.ts';

const maxTextBytes = 1024 ** 2;
/** Bytes of a request with a question and its attachments; without a reader token one 5 MB file, 6.7 MB in base64. */
export const maxQuestionBytes = { public: 8 * 1024 ** 2, known: 12 * 1024 ** 2 };

/** @throws DocentError `body_too_large` for a body that is large without attachments */
export function refuseLargeText({ messages }: Question, bytes: number): void {
  if (bytes <= maxTextBytes || messages.some(({ attachments }) => attachments.length > 0)) return;
  throw tooLarge(maxTextBytes, 'Without attachments, send the last messages only: the thread is known here.');
}

/**
 * Answers a request's question with its reader's rights. The answer counts against the stream caps of its address and
 * organization, uses one state of the docs to the end, and stops when the client disconnects, or when a stopping server
 * waits no longer.
 * @param how.stop what stops it in place of the client’s leave
 * @param how.unrecorded whether nothing of it is stored
 * @throws DocentError as `answer` and `chosenModels`, and `rate_limited` for too many concurrent answers
 */
export async function answerCall<Result>(
  { deps, admission, request, response, requestId, clientIp, reader }: Omit<Call<never>, 'body'>,
  protocol: string,
  question: Question,
  use: (answer: Answer) => Promise<Result>,
  {
    stop = whenLeft(response),
    unrecorded = false,
  }: { stop?: AbortController | undefined; unrecorded?: boolean } = {},
): Promise<Result> {
  const { organization, project } = admission;
  const models = chosenModels(deps.models, admission, request);
  using untilAnswered = new DisposableStack();
  untilAnswered.use(
    deps.streamCaps.open({
      clientIp,
      organizationId: organization.id,
      projectId: project.id,
      reader: reader.sub,
    }),
  );
  untilAnswered.use(addAbortListener(deps.interrupted, () => stop.abort(interruption)));
  await using docs = await deps.indexes.lease(project);
  const scope = {
    organization,
    project,
    index: docs.index,
    deployment: docs.deployment,
    protocol,
    requestId,
    unrecorded,
    reader: reader.sub,
    caller: request.headers.origin === undefined ? ('api' as const) : ('web' as const),
  };
  const asked = {
    ...question,
    fp: reader.sub ?? question.fp,
    filter: { ...question.filter, groups: reader.groups },
  };
  // Awaited here, because the index is returned when this function ends.
  return await use(await answer({ ...deps, models }, scope, asked, stop.signal));
}

function whenLeft(response: ServerResponse): AbortController {
  const left = new AbortController();
  // Aborting is expensive, because it creates an error with its stack, and nearly every answer is read to its end.
  response.once('close', () => response.writableFinished || left.abort());
  // The client may have left while the request was being admitted.
  if (response.destroyed) left.abort();
  return left;
}

/** Headers that tell a client its thread; the thread's key on the first answer only. */
export function threadHeaders({ threadId, threadKey }: Answer): Record<string, string> {
  return { 'x-thread-id': threadId, ...(threadKey !== null && { 'x-thread-key': threadKey }) };
}
