import { z } from 'zod';
import type { Asked, ChannelEvent, Received } from '../channel.ts';

const id = z.string().min(1).max(100);
const text = z.string().max(100_000).catch('');

const message = z.looseObject({
  ts: id.optional(),
  user: id.optional(),
  text,
  thread_ts: id.optional(),
  bot_id: z.string().nullish(),
  subtype: z.string().optional(),
});
type Message = z.output<typeof message>;

/** https://docs.slack.dev/reference/events/app_mention , …/message , …/message.im */
const event = message.extend({
  type: z.string(),
  channel: id.optional(),
  channel_type: z.string().optional(),
  message: message.optional(),
  previous_message: message.optional(),
  deleted_ts: id.optional(),
});
type Event = z.output<typeof event>;

const envelope = z.looseObject({
  type: z.string(),
  challenge: z.string().max(1_000).optional(),
  team_id: id.optional(),
  event: event.optional(),
  authorizations: z.array(z.looseObject({ user_id: z.string().optional() })).optional(),
});

/** What the Events API sends: https://docs.slack.dev/apis/events-api/ */
export function readSlackEvent(body: unknown): Received {
  const read = envelope.safeParse(body);
  if (!read.success) return { events: [] };
  const { type, challenge, event: told } = read.data;
  if (type === 'url_verification') return { events: [], response: { challenge } };
  if (told?.channel === undefined) return { events: [] };
  const own = read.data.authorizations?.[0]?.user_id;
  const team = read.data.team_id ?? 'T0';
  const found = eventOf(told, { channel: told.channel, team, own });
  return { events: found === null ? [] : [found] };
}

type At = { channel: string; team: string; own: string | undefined };

function eventOf(told: Event, at: At): ChannelEvent | null {
  const { type, subtype, channel_type: kind } = told;
  if (subtype === 'message_deleted' || told.message?.subtype === 'tombstone') {
    const ts = told.deleted_ts ?? told.message?.ts ?? told.previous_message?.ts;
    return ts === undefined ? null : { kind: 'deleted', id: `${at.channel}:${ts}` };
  }
  if (subtype === 'message_changed') {
    const { message: now, previous_message: before } = told;
    // Our own updates, and links that Slack unfolds, come as changes too.
    if (now === undefined || now.text === before?.text) return null;
    const asked = askedIn(now, kind, at);
    return asked && { kind: 'edited', asked };
  }
  const isAsked = type === 'app_mention' || (type === 'message' && kind === 'im');
  if (!isAsked || (subtype !== undefined && !['file_share', 'thread_broadcast'].includes(subtype)))
    return null;
  const asked = askedIn(told, kind, at);
  return asked && { kind: 'asked', asked };
}

function askedIn(said: Message, kind: string | undefined, { channel, team, own }: At): Asked | null {
  const { ts, user, bot_id: bot, subtype } = said;
  if (ts === undefined || user === undefined || user === own || user === 'USLACKBOT') return null;
  if (bot != null || subtype === 'bot_message') return null;
  const threadTs = said.thread_ts ?? ts;
  return {
    id: `${channel}:${ts}`,
    text: plainText(said.text),
    person: user,
    workspace: team,
    places: [channel, team, user],
    thread: `${team}:${channel}:${threadTs}`,
    isPrivate: isPrivateKind(kind, channel),
    where: { channel, threadTs, ts, user },
  };
}

/** Conversations whose id begins with D or G are private ones; one with C may be. */
function isPrivateKind(kind: string | undefined, channel: string): boolean | null {
  if (kind === 'im' || kind === 'mpim' || kind === 'group' || /^[DG]/.test(channel)) return true;
  return kind === 'channel' ? false : null;
}

/** What a person wrote, without Slack's markup: https://docs.slack.dev/messaging/formatting-message-text#retrieving-messages */
export function plainText(written: string): string {
  return written
    .replaceAll(/<[@!][^<>]{1,3000}>/g, '')
    .replaceAll(
      /<(#|https?:|mailto:|tel:)([^<>|]{1,3000})(?:\|([^<>]{0,1000}))?>/g,
      (_, begins: string, rest: string, label?: string) =>
        begins === '#' ? `#${label ?? rest}` : (label ?? begins + rest),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
}

const command = z.object({
  command: z.string().max(100).catch('/ask'),
  text,
  user_id: id,
  team_id: id.catch('T0'),
  channel_id: id,
  channel_name: z.string().max(200).optional(),
  trigger_id: z.string().min(1).max(200),
  response_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .catch(undefined),
});

const privately = (said: string) => ({ response_type: 'ephemeral', text: said });

/** A slash command: https://docs.slack.dev/interactivity/implementing-slash-commands */
export function readSlackCommand(fields: unknown): Received {
  const read = command.safeParse(fields);
  if (!read.success) return { events: [] };
  const { text: written, user_id: user, team_id: team, channel_id: channel, trigger_id: trigger } = read.data;
  const question = plainText(written);
  if (question === '' || question === 'help')
    return {
      events: [],
      response: privately(`Ask the docs a question: \`${read.data.command} how do I …\``),
    };
  const isPrivate =
    ['directmessage', 'privategroup'].includes(read.data.channel_name ?? '') || /^[DG]/.test(channel);
  const asked: Asked = {
    id: `command:${trigger}`,
    text: question,
    person: user,
    workspace: team,
    places: [channel, team, user],
    thread: `${team}:${channel}:${trigger}`.slice(0, 110),
    isPrivate: isPrivate ? true : null,
    where: { channel, user, question, responseUrl: read.data.response_url },
  };
  return { events: [{ kind: 'asked', asked }], response: privately('Searching the docs…') };
}

/** The `action_id` of the buttons below an answer. */
export const ratings: Record<string, boolean> = { docent_helpful: true, docent_unhelpful: false };

const actions = z.looseObject({
  type: z.literal('block_actions'),
  actions: z.array(z.looseObject({ action_id: z.string(), value: z.string().max(200).optional() })).max(20),
});

/** A button: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export function readSlackAction(payload: unknown): Received {
  const read = actions.safeParse(payload);
  const events = (read.data?.actions ?? []).flatMap(({ action_id: action, value }): ChannelEvent[] =>
    value !== undefined && Object.hasOwn(ratings, action)
      ? [{ kind: 'rated', messageId: value, helpful: ratings[action]! }]
      : [],
  );
  return { events };
}
