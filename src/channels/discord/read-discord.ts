import { z } from 'zod';
import type { Asked, Received } from '../channel.ts';

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
const ping = 1;
const command = 2;
const component = 3;
const pong = { type: 1 };
/** The answer comes later, by the interaction's token. */
const deferred = { type: 5 };
const privately = (content: string) => ({
  type: 4,
  data: { content, flags: 64, allowed_mentions: { parse: [] } },
});
const threads = [10, 11, 12];

// Ids and tokens become parts of addresses.
const id = z.string().regex(/^[\w-]{1,30}$/);
const user = z.looseObject({ id, bot: z.boolean().optional() });
const interaction = z.looseObject({
  type: z.number(),
  id: id.optional(),
  token: z
    .string()
    .regex(/^[\w-]{1,1000}$/)
    .optional(),
  guild_id: id.optional(),
  channel_id: id.optional(),
  channel: z.looseObject({ type: z.number().optional() }).optional().catch(undefined),
  member: z.looseObject({ user: user.optional() }).optional(),
  user: user.optional(),
  data: z
    .looseObject({
      custom_id: z.string().max(100).optional(),
      options: z
        .array(z.looseObject({ name: z.string(), value: z.unknown().optional() }))
        .max(25)
        .optional(),
    })
    .optional(),
});
type Interaction = z.output<typeof interaction>;

/** The `custom_id` of the buttons below an answer. */
export const ratingIds = { helpful: 'docent:helpful:', unhelpful: 'docent:unhelpful:' };

export function readInteraction(body: unknown): Received {
  const read = interaction.safeParse(body);
  if (!read.success) return { events: [] };
  const { type } = read.data;
  if (type === ping) return { events: [], response: pong };
  if (type === component) return readRating(read.data);
  return type === command ? readQuestion(read.data) : { events: [] };
}

function readRating({ data }: Interaction): Received {
  const customId = data?.custom_id ?? '';
  for (const [name, begins] of Object.entries(ratingIds)) {
    if (!customId.startsWith(begins)) continue;
    const messageId = customId.slice(begins.length);
    return {
      events: [{ kind: 'rated', messageId, helpful: name === 'helpful' }],
      response: privately('Thank you.'),
    };
  }
  return { events: [], response: privately('This button is no longer in use.') };
}

function readQuestion({ id: nth, token, guild_id, channel_id, channel, data, ...by }: Interaction): Received {
  const person = by.member?.user ?? by.user;
  const written = data?.options?.find(({ name }) => name === 'question')?.value;
  const question = typeof written === 'string' ? written.trim() : '';
  if (nth === undefined || token === undefined || person === undefined || person.bot === true)
    return { events: [] };
  if (question === '')
    return { events: [], response: privately('Ask the docs a question: `/ask question:`') };
  const place = channel_id ?? `@${person.id}`;
  const isThread = threads.includes(channel?.type ?? -1);
  const asked: Asked = {
    id: nth,
    text: question,
    person: person.id,
    workspace: guild_id ?? `@${person.id}`,
    places: [place, person.id, ...(guild_id === undefined ? [] : [guild_id])],
    thread: isThread ? place : `${place}:${nth}`,
    isPrivate: guild_id === undefined ? true : null,
    where: { token, channel: place, guild: guild_id ?? null, question },
  };
  return { events: [{ kind: 'asked', asked }], response: deferred };
}
