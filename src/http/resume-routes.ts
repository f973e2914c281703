import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { z } from '@hono/zod-openapi';
import { hashSecret } from '../lib/secrets.ts';
import { lostEnd, v2Writer } from '../protocol/v2/stream.ts';
import type { Call, Route } from './route.ts';
import { groupsQuery, namedGroups } from './named-groups.ts';
import { writeStream } from './write-stream.ts';

const groupsSchema = z.object({ groups: groupsQuery });
const resumeSchema = groupsSchema.extend({
  unread: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .describe('`1` where the client knows that it has not got the end, whatever was sent.'),
});
type Groups = z.infer<typeof groupsSchema>;

const path = '/discovery/v2/assistant/{domain}/message/{chatId}';

/** AI SDK 5+ calls it when a chat is opened; any other status than these puts the chat into its error state. */
const resumeRoute: Route<undefined, 'project', z.infer<typeof resumeSchema>> = {
  method: 'get',
  path: `${path}/stream`,
  summary: 'Resume an answer',
  tag: 'Assistant',
  key: 'assistant',
  filter: resumeSchema,
  groups: (_body, filter) => namedGroups(filter),
  success: {
    status: 200,
    description: 'The stream of the running answer, from its first chunk.',
    content: { 'text/event-stream': { schema: z.string() } },
    nothing: 'There is nothing to resume.',
  },
  errors: ['rate_limited'],
  async handle(call) {
    const { deps, admission, clientIp, reader, response, headers, filter } = call;
    const isUnread = filter.unread === '1' || filter.unread === 'true';
    const texts = await deps.keptAnswers.follow(chatOf(call, call.param('chatId')), isUnread);
    if (texts === null) return new Response(null, { status: 204 });
    using untilRead = new DisposableStack();
    untilRead.use(
      deps.resumeCaps.open({
        clientIp,
        organizationId: admission.organization.id,
        projectId: admission.project.id,
        reader: reader.sub,
      }),
    );
    const writer = v2Writer({ rawReader: false, jsonOnly: false });
    await writeStream(response, headers, { ...writer, write: (text: string) => text }, withEnd(texts));
    return RESPONSE_ALREADY_SENT;
  },
};

const stopRoute: Route<undefined, 'project', Groups> = {
  method: 'post',
  path: `${path}/stop`,
  summary: 'Stop a running answer',
  tag: 'Assistant',
  key: 'assistant',
  filter: groupsSchema,
  groups: (_body, filter) => namedGroups(filter),
  success: { status: 204, description: 'Nothing of the chat runs any more.' },
  async handle(call) {
    await call.deps.keptAnswers.stop(chatOf(call, call.param('chatId')));
    return new Response(null, { status: 204 });
  },
};

export const resumeRoutes = [resumeRoute, stopRoute];

/**
 * Whose chat it is, hashed. A reader's is of this reader with these groups, and another's of its key, so that nobody
 * else reads it who learns its id.
 */
export function chatOf(
  { admission, reader }: Pick<Call<unknown>, 'admission' | 'reader'>,
  id: string,
): string {
  const { project, key, actor } = admission;
  const groups = reader.groups.toSorted();
  return hashSecret(JSON.stringify([project.id, key?.id ?? actor.id, reader.sub, groups, id]));
}

const lost = { done: true, value: { lost: true } } as const;

/** A stream whose server has died, or that cannot be read on, ends like any other. */
async function* withEnd(texts: AsyncGenerator<string, { lost: boolean }>): AsyncGenerator<string> {
  const ending = lostEnd();
  try {
    for (;;) {
      // The database may refuse for a moment.
      const { done, value } = await texts.next().catch(() => lost);
      if (done) {
        if (value.lost) yield ending.end();
        return;
      }
      ending.saw(value);
      yield value;
    }
  } finally {
    await texts.return({ lost: false });
  }
}
