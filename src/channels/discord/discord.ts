import { z } from 'zod';
import { parseJson } from '../../lib/parse-json.ts';
import { callJson, ChannelFault } from '../call-json.ts';
import type { Asked, Channel, ChannelDeps, Finished, Replies, SharedSettings } from '../channel.ts';
import { closingOf, restOf } from '../finish-answer.ts';
import { secretText, sharedSettings } from '../shared-settings.ts';
import { splitText } from '../split-text.ts';
import { toDiscord } from './discord-text.ts';
import { ratingIds, readInteraction } from './read-discord.ts';
import { requireDiscordSignature } from './signature.ts';

type DiscordSettings = SharedSettings & { applicationId: string; publicKey: string; botToken: string };
type Where = { token: string; channel: string; guild: string | null; question: string };

// https://docs.discord.com/developers/resources/message#create-message
const maxContent = 2_000;
const maxMessages = 5;
const suppressEmbeds = 4;
/** Nobody is called, whatever the text says. */
const quiet = { allowed_mentions: { parse: [] }, flags: suppressEmbeds };

const whereOf = (asked: Asked) => asked.where as Where;

/** Discord: the command `/ask` with the option `question`, and buttons below answers. */
export const discord: Channel<DiscordSettings> = {
  name: 'discord',
  schema: z.strictObject({
    applicationId: z.string().regex(/^\w{1,30}$/, 'must be the application’s id'),
    publicKey: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
    botToken: secretText.optional().describe('Never returned; absent: stays as it is.'),
    ...sharedSettings,
  }),
  secrets: { botToken: true },
  endpoints: ['interactions'],
  receive(settings, request) {
    requireDiscordSignature(request, settings.publicKey);
    return readInteraction(parseJson(request.body));
  },
  open: openDiscord,
  test: testDiscord,
  async register(settings, { discordUrl }) {
    const { applicationId } = settings;
    const question = { type: 3, name: 'question', description: 'What you want to know', required: true };
    const body = { name: 'ask', type: 1, description: 'Ask the docs', options: [question] };
    await callDiscord(settings, `${discordUrl}/applications/${applicationId}/commands`, { body });
  },
};

type DiscordCall = { method?: 'GET' | 'POST' | 'PATCH'; body?: object; impatient?: boolean; known?: true };

/** @param call.known authorized by the token in the address, not by the bot's @throws ChannelFault */
async function callDiscord({ botToken }: DiscordSettings, url: string, call: DiscordCall) {
  const { known, ...request } = call;
  const { status, json } = await callJson({
    channel: 'Discord',
    url,
    ...request,
    headers: {
      // https://docs.discord.com/developers/reference#user-agent
      'user-agent': 'DiscordBot (docent, 1)',
      ...(known === undefined && { authorization: `Bot ${botToken}` }),
    },
  });
  if (status >= 300)
    throw new ChannelFault('Discord', { code: String(json['code'] ?? `status ${status}`), status });
  return json;
}

function openDiscord(settings: DiscordSettings, { discordUrl }: ChannelDeps): Replies {
  const webhook = ({ token }: Where) => `${discordUrl}/webhooks/${settings.applicationId}/${token}`;
  const edit = (where: Where, body: object, impatient = false) =>
    callDiscord(settings, `${webhook(where)}/messages/@original`, { method: 'PATCH', body: { ...quiet, ...body }, impatient, known: true }); // prettier-ignore
  const add = (where: Where, body: object) =>
    callDiscord(settings, webhook(where), { body: { ...quiet, ...body }, known: true });
  /** An interaction's token is good for 15 minutes; after that the bot writes by itself. */
  const post = ({ channel }: Where, body: object) =>
    callDiscord(settings, `${discordUrl}/channels/${channel}/messages`, { body: { ...quiet, ...body } });

  return {
    async isPrivate(asked) {
      const { channel, guild } = whereOf(asked);
      const read = (id: string) => callDiscord(settings, `${discordUrl}/channels/${id}`, { method: 'GET' });
      try {
        const place = await read(channel);
        if (place['type'] === privateThread) return true;
        const parent = place['parent_id'];
        const isThread = publicThreads.includes(Number(place['type'])) && typeof parent === 'string';
        return hidesFromEverybody(isThread ? await read(parent) : place, guild);
      } catch (error) {
        if (!(error instanceof ChannelFault)) throw error;
        // Where Discord does not tell us, we have to assume it.
        return true;
      }
    },
    async show(asked, _, markdown) {
      const [content = '…'] = splitText(`${toDiscord(markdown)} …`, maxContent);
      await edit(whereOf(asked), { content }, true);
    },
    async finish(asked, reply, answer, save) {
      const where = whereOf(asked);
      let { sent } = (reply ?? { sent: 0 }) as { sent: number };
      for (const message of messagesOf(answer).slice(sent)) {
        try {
          await (sent === 0 ? edit : add)(where, message);
        } catch (error) {
          // A person has deleted our message: it stays deleted.
          if (isFault(error, unknownMessage)) return;
          if (!isFault(error, ...ended) || isFresh(asked)) throw error;
          await post(where, message);
        }
        await save({ sent: ++sent });
      }
    },
    async refuse(asked, _, reason) {
      await edit(whereOf(asked), { content: reason.slice(0, maxContent), components: [] });
    },
  };
}

const isFault = (error: unknown, ...codes: string[]) =>
  error instanceof ChannelFault && codes.includes(error.code);
// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
const unknownMessage = '10008';
/** An interaction's token is over: the webhook or interaction is unknown, or the token invalid. */
const ended = ['10015', '10062', '50027', 'status 401', 'status 404'];

/** Milliseconds in which an interaction is unknown because Discord has not read our response to it yet. */
const freshMs = 60_000;
const discordEpoch = 1_420_070_400_000;

/** By the time in its id: https://docs.discord.com/developers/reference#snowflakes */
const isFresh = ({ id }: Asked) =>
  /^\d{1,20}$/.test(id) && Date.now() - (Number(BigInt(id) >> 22n) + discordEpoch) < freshMs;

const viewChannel = 0x400n;

// Threads have the permissions of their channel. https://docs.discord.com/developers/resources/channel#channel-object-channel-types
const publicThreads = [10, 11];
const privateThread = 12;

/** Whether a channel's permissions keep out the role of everybody, whose id is the server's. */
function hidesFromEverybody(
  { permission_overwrites: overwrites }: Record<string, unknown>,
  guild: string | null,
): boolean {
  const read = z.array(
    z.looseObject({
      id: z.string(),
      deny: z
        .string()
        .regex(/^\d{1,30}$/)
        .catch('0'),
    }),
  );
  const found = read.safeParse(overwrites).data ?? [];
  return found.some(({ id, deny }) => id === guild && (BigInt(deny) & viewChannel) !== 0n);
}

function messagesOf(answer: Finished): object[] {
  const closing = toDiscord(closingOf(answer));
  const all = splitText(toDiscord(answer.markdown), maxContent);
  const shown = all.length > maxMessages ? [...all.slice(0, maxMessages), restOf(answer)] : all;
  const last = shown.at(-1) ?? '';
  const isShort = last.length + closing.length + 2 <= maxContent;
  const parts = isShort
    ? [...shown.slice(0, -1), `${last}\n\n${closing}`.trim()]
    : [...shown, ...splitText(closing, maxContent)];
  return parts.map((content, nth) => ({
    content,
    components: nth === parts.length - 1 && answer.messageId !== null ? [buttons(answer.messageId)] : [],
  }));
}

function buttons(messageId: string): object {
  const button = (label: string, name: string, begins: string) => ({
    type: 2,
    style: 2,
    label,
    emoji: { name },
    custom_id: `${begins}${messageId}`,
  });
  return {
    type: 1,
    components: [
      button('Helpful', '👍', ratingIds.helpful),
      button('Not helpful', '👎', ratingIds.unhelpful),
    ],
  };
}

async function testDiscord(settings: DiscordSettings, { discordUrl }: ChannelDeps): Promise<string[]> {
  try {
    const found = await callDiscord(settings, `${discordUrl}/applications/@me`, { method: 'GET' });
    const problems: string[] = [];
    if (found['id'] !== settings.applicationId)
      problems.push('The bot token belongs to another application. Copy both from the same one.');
    else if (String(found['verify_key']).toLowerCase() !== settings.publicKey.toLowerCase())
      problems.push('The public key is another one than the application’s. Copy it again from its page.');
    else if (typeof found['interactions_endpoint_url'] !== 'string')
      problems.push('The application has no interactions endpoint. Set it to the address above, at Discord.');
    return [...problems, ...(await testCommand(settings, discordUrl))];
  } catch (error) {
    const status = error instanceof ChannelFault ? error.status : 0;
    if (status === 0) return ['Discord cannot be reached from this server. Check its network and proxy.'];
    if (status === 401)
      return ['Discord refuses the bot token. Copy it again from the application’s page, and save.'];
    return [`Discord answers with status ${status}.`];
  }
}

async function testCommand(settings: DiscordSettings, discordUrl: string): Promise<string[]> {
  const url = `${discordUrl}/applications/${settings.applicationId}/commands`;
  const commands = Object.values(await callDiscord(settings, url, { method: 'GET' }));
  const isThere = commands.some((each) => (each as { name?: unknown } | null)?.name === 'ask');
  return isThere ? [] : ['The command /ask is not registered. Register it here.'];
}
