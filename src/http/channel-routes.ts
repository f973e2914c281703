import { z } from '@hono/zod-openapi';
import { acceptEvents } from '../channels/accept-events.ts';
import type { Received } from '../channels/channel.ts';
import { openChannel } from '../channels/open-channel.ts';
import { channels } from '../channels/registry.ts';
import { wrongSignature } from '../channels/verify.ts';
import { DocentError } from '../errors.ts';
import { noteChannelRequest } from '../store/channel-secrets.ts';
import { readBytes } from './read-body.ts';
import { json } from './respond.ts';
import type { Route } from './route.ts';

const maxBytes = 1024 ** 2;

/** What channels send: events, commands and buttons. The signature is the only credential. */
export const channelRoutes = channels.flatMap(({ name, endpoints, receive }) =>
  receive === undefined ? [] : endpoints.map((endpoint) => routeOf(name, endpoint)),
);

/** Notes whether a request has a right signature, so that the channel's test can say so. */
async function received(
  receive: () => Received,
  note: (what: 'receivedAt' | 'refusedAt') => Promise<void>,
): Promise<Received> {
  try {
    const result = receive();
    await note('receivedAt');
    return result;
  } catch (error) {
    if (error instanceof DocentError && error.code === 'invalid_signature') await note('refusedAt');
    throw error;
  }
}

function routeOf(name: string, endpoint: string): Route<undefined, 'anyone'> {
  return {
    method: 'post',
    path: `/channels/${name}/{projectId}/${endpoint}`,
    summary: `Receive ${endpoint} of ${name}`,
    tag: 'Channels',
    scope: 'anyone',
    key: 'none',
    limit: 'webhook',
    success: {
      status: 200,
      description: 'Taken. The body is what the channel expects.',
      content: { 'application/json': { schema: z.looseObject({}) } },
    },
    errors: ['invalid_signature', 'invalid_json', 'invalid_request', 'body_too_large', 'rate_limited'],
    async handle({ deps, param, request, headers, clientIp }) {
      const body = await readBytes(request, maxBytes);
      const wanted = { projectId: param('projectId'), name, clientIp };
      const opened = await openChannel(deps, wanted);
      if (opened === undefined) throw wrongSignature(name);
      const { channel, project, settings } = opened;
      const now = await deps.store.now();
      const of = { projectId: project.id, channel: name };
      const note = (what: 'receivedAt' | 'refusedAt') =>
        noteChannelRequest(deps.store, of, { what, at: now });
      const { events, response } = await received(() => channel.receive!(settings as never, { endpoint, headers: request.headers, body, now }), note); // prettier-ignore
      await acceptEvents(deps.store, project, name, events);
      return response === undefined
        ? new Response(null, { status: 200, headers })
        : json<object>(200, response, headers);
    },
  };
}
