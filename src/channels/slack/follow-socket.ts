import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openSocket } from '../../lib/outgoing.ts';
import type { Received } from '../channel.ts';
import { callSlack } from './call-slack.ts';
import { readSlackAction, readSlackCommand, readSlackEvent } from './read-slack.ts';

const readers: Record<string, (payload: unknown) => Received> = {
  events_api: readSlackEvent,
  slash_commands: readSlackCommand,
  interactive: readSlackAction,
};

const envelope = z.looseObject({
  type: z.string(),
  envelope_id: z.string().optional(),
  payload: z.unknown().optional(),
  accepts_response_payload: z.boolean().optional(),
});

type Socket = {
  slackUrl: string;
  appToken: string;
  /** Called with what Slack sends; Slack sends it again unless this resolves. */
  onReceived(received: Received): Promise<void>;
  onFault(error: unknown): void;
};

const longestWaitMs = 60_000;

/**
 * Takes Slack's events over a WebSocket until the signal aborts, and connects again whenever one ends.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export async function followSocket(
  socket: Socket,
  signal: AbortSignal,
  wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal }),
): Promise<never> {
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    const begun = performance.now();
    try {
      await useOneSocket(socket, signal);
    } catch (error) {
      signal.throwIfAborted();
      socket.onFault(error);
    }
    // Slack also ends connections at once, as those of an app whose socket mode is off.
    failures = performance.now() - begun > longestWaitMs ? 0 : failures + 1;
    await wait(failures === 0 ? 0 : Math.min(longestWaitMs, 250 * 2 ** failures));
  }
}

/** Resolves when Slack ends the connection, as it does every few hours. */
async function useOneSocket(
  { slackUrl, appToken, onReceived, onFault }: Socket,
  signal: AbortSignal,
): Promise<void> {
  const { url } = await callSlack({ slackUrl, token: appToken, method: 'apps.connections.open' });
  const socket = await openSocket(new URL(String(url)));
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // Nobody waits for the other side's farewell.
  const stop = () => resolve();
  const acknowledge = async (id: string, received: Received, takesPayload: boolean) => {
    await onReceived(received);
    const payload = takesPayload ? received.response : undefined;
    socket.send(JSON.stringify({ envelope_id: id, ...(payload && { payload }) }));
  };
  signal.addEventListener('abort', stop, { once: true });
  socket.addEventListener('close', () => resolve());
  socket.addEventListener('error', () => reject(new Error('The connection to Slack failed.')));
  socket.addEventListener('message', ({ data }) => {
    const told = envelope.safeParse(parse(data)).data;
    if (told?.type === 'disconnect') return stop();
    const { envelope_id: id } = told ?? {};
    const read = readers[told?.type ?? ''];
    if (told === undefined || id === undefined || read === undefined) return;
    const received = read(told.payload);
    acknowledge(id, received, told.accepts_response_payload === true).catch(onFault);
  });
  try {
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    socket.close();
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
