import { z } from 'zod';
import type { Message } from '../../assistant/question.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { callJson, ChannelFault } from '../call-json.ts';
import type { Asked, Channel, ChannelDeps, Replies, SharedSettings } from '../channel.ts';
import { secretText, sharedSettings } from '../shared-settings.ts';
import { callSlack } from './call-slack.ts';
import { slackManifest, slackScopes } from './manifest.ts';
import { escapeText } from './escape-text.ts';
import { plainText, readSlackAction, readSlackCommand, readSlackEvent } from './read-slack.ts';
import { requireSlackSignature } from './signature.ts';

export type SlackSettings = SharedSettings & {
  botToken: string;
  signingSecret: string;
  appToken?: string | undefined;
};

type Where = {
  channel: string;
  threadTs?: string;
  ts?: string;
  user: string;
  question?: string;
  responseUrl?: string;
};
/** Our messages: the first one, and what did not fit into it; or how many went to the address of a command. */
type Reply = { channel: string; ts: string; more?: string[] } | { responded: number };

const isMessage = (reply: unknown): reply is Extract<Reply, { ts: string }> =>
  (reply as { ts?: string } | null)?.ts !== undefined;
/** An address that came with a command may be used five times. */
const maxResponses = 4;

const whereOf = (asked: Asked) => asked.where as Where;
/** Loaded with the first answer: it brings a Markdown parser. */
const loadMessages = () => import('./slack-message.ts');

const messageAnswer = z.looseObject({ ts: z.string(), channel: z.string().optional() });

/** Slack: mentions, direct messages, `/ask`, and buttons below answers. */
export const slack: Channel<SlackSettings> = {
  name: 'slack',
  schema: z.strictObject({
    botToken: secretText.optional().describe('`xoxb-…`. Never returned; absent: stays as it is.'),
    signingSecret: secretText.optional().describe('Never returned; absent: stays as it is.'),
    appToken: secretText
      .nullish()
      .describe(
        '`xapp-…`: Slack is asked over a WebSocket (socket mode), for servers without a public address.',
      ),
    ...sharedSettings,
  }),
  secrets: { botToken: true, signingSecret: true, appToken: false },
  endpoints: ['events', 'commands', 'interactivity'],
  receive(settings, request) {
    requireSlackSignature(request, settings.signingSecret);
    if (request.endpoint === 'commands') return readSlackCommand(readForm(request.body));
    if (request.endpoint === 'events') return readSlackEvent(parseJson(request.body));
    const { payload = '' } = readForm(request.body);
    return readSlackAction(parseJson(Buffer.from(payload)));
  },
  open: openSlack,
  test: testSlack,
  manifest: slackManifest,
};

/** A verified body as the fields of a form. */
const readForm = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString('utf8')));

function openSlack({ botToken }: SlackSettings, { slackUrl }: ChannelDeps): Replies {
  const call = (method: string, args: Record<string, unknown>, impatient = false) =>
    callSlack({ slackUrl, token: botToken, method, args, impatient });
  const quiet = { unfurl_links: false, unfurl_media: false, parse: 'none', link_names: false };
  const post = async (at: { channel: string; threadTs?: string | undefined }, message: object) => {
    const sent = await call('chat.postMessage', { channel: at.channel, thread_ts: at.threadTs, ...quiet, ...message }); // prettier-ignore
    return messageAnswer.parse(sent);
  };
  const askingOf = ({ user, question }: Where) =>
    question === undefined ? '' : `<@${user}>: ${escapeText(question.slice(0, 500))}\n\n`;

  return {
    async isPrivate(asked) {
      try {
        const { channel } = await call('conversations.info', { channel: whereOf(asked).channel });
        const found = z.looseObject({ is_private: z.boolean().catch(false), is_im: z.boolean().catch(false) }).safeParse(channel); // prettier-ignore
        return found.data === undefined || found.data.is_private || found.data.is_im;
      } catch (error) {
        if (!(error instanceof ChannelFault)) throw error;
        // Where Slack does not tell us, we have to assume it.
        return true;
      }
    },
    async history(asked) {
      const { channel, threadTs, ts } = whereOf(asked);
      if (threadTs === undefined || threadTs === ts) return [];
      const before = { latest: ts, inclusive: false, limit: 200 };
      const { messages } = await call('conversations.replies', { channel, ts: threadTs, ...before });
      return readHistory(messages, Number(ts));
    },
    async begin(asked) {
      const where = whereOf(asked);
      const text = `${askingOf(where)}Searching the docs…`;
      try {
        const { ts, channel } = await post(where, { text });
        return { channel: channel ?? where.channel, ts } satisfies Reply;
      } catch (error) {
        // `/ask` works where the app is no member; then only the person sees the answer.
        if (where.responseUrl !== undefined && isRefusal(error)) return null;
        throw error;
      }
    },
    async show(_, reply, markdown) {
      if (!isMessage(reply)) return;
      const { channel, ts } = reply;
      const { messageSoFar } = await loadMessages();
      await call('chat.update', { channel, ts, ...quiet, ...messageSoFar(markdown) }, true);
    },
    async finish(asked, reply, answer, save) {
      const where = whereOf(asked);
      const { messagesOf } = await loadMessages();
      const messages = messagesOf(answer, askingOf(where));
      if (!isMessage(reply)) {
        let { responded } = (reply ?? { responded: 0 }) as { responded: number };
        for (const message of messages.slice(responded, maxResponses)) {
          await respond(slackUrl, where, message);
          await save({ responded: ++responded } satisfies Reply);
        }
        return;
      }
      const { channel, ts, more = [] } = reply;
      const [first, ...rest] = messages;
      if (!(await updated({ channel, ts, ...quiet, ...first }))) return;
      const sent = [...more];
      for (const [nth, message] of rest.entries()) {
        const known = more[nth];
        if (known !== undefined) await updated({ channel, ts: known, ...quiet, ...message });
        else {
          sent.push((await post({ channel, threadTs: where.threadTs ?? ts }, message)).ts);
          await save({ channel, ts, more: sent } satisfies Reply);
        }
      }
      for (const old of sent.splice(rest.length)) await removed({ channel, ts: old });
      await save({ channel, ts, more: sent } satisfies Reply);
    },
    async refuse(asked, reply, reason) {
      const where = whereOf(asked);
      const text = escapeText(reason);
      if (isMessage(reply)) {
        const { channel, ts } = reply;
        await updated({ channel, ts, ...quiet, text, blocks: [] });
      } else if (where.responseUrl !== undefined) await respond(slackUrl, where, { text });
      else {
        const { channel, threadTs, user } = where;
        await call('chat.postEphemeral', { channel, user, thread_ts: threadTs, text });
      }
    },
    async remove(reply) {
      if (!isMessage(reply)) return;
      const { channel, ts, more = [] } = reply;
      for (const each of [ts, ...more]) await removed({ channel, ts: each });
    },
  };

  /** False when a person has deleted our message: it stays deleted. */
  async function updated(args: Record<string, unknown>): Promise<boolean> {
    return orGone(call('chat.update', args));
  }

  async function removed(args: Record<string, unknown>): Promise<boolean> {
    return orGone(call('chat.delete', args));
  }
}

async function orGone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ChannelFault && gone.includes(error.code)) return false;
    throw error;
  }
}

const gone = ['message_not_found', 'cant_update_message', 'cant_delete_message', 'channel_not_found'];
const isRefusal = (error: unknown) =>
  error instanceof ChannelFault && error.status >= 200 && error.status < 500;

/** Sends to the address that came with a command, which only Slack's own host can be: the project's owner could sign another. */
async function respond(slackUrl: string, { responseUrl }: Where, message: object): Promise<void> {
  if (responseUrl === undefined) return;
  const { origin, hostname, protocol } = new URL(responseUrl);
  const isSlacks = protocol === 'https:' && hostname === 'hooks.slack.com';
  if (!isSlacks && origin !== new URL(slackUrl).origin) return;
  const body = { response_type: 'ephemeral', replace_original: false, ...message };
  await callJson({ channel: 'Slack', url: responseUrl, body });
}

/** What was said before a time: ours for the question itself comes after it. */
function readHistory(messages: unknown, until: number): Message[] {
  const said = z.array(
    z.looseObject({ ts: z.string(), text: z.string().catch(''), bot_id: z.string().optional() }),
  );
  const found = said.safeParse(messages).data ?? [];
  return found
    .filter(({ ts, text }) => Number(ts) < until && text !== '')
    .slice(-20)
    .map(({ text, bot_id: bot }) => ({
      role: bot === undefined ? 'user' : 'assistant',
      text: plainText(text).slice(0, 4_000),
      attachments: [],
    }));
}

async function testSlack(
  { botToken, appToken }: SlackSettings,
  { slackUrl }: ChannelDeps,
): Promise<string[]> {
  const problems: string[] = [];
  try {
    const { scopes } = await callSlack({ slackUrl, token: botToken, method: 'auth.test' });
    const granted = scopes?.split(',').map((scope) => scope.trim());
    const missing = granted === undefined ? [] : slackScopes.filter((scope) => !granted.includes(scope));
    if (missing.length > 0)
      problems.push(`The app lacks the scopes ${missing.join(', ')}. Add them at Slack and install it anew.`);
  } catch (error) {
    problems.push(slackProblem('bot token', error));
  }
  if (typeof appToken !== 'string') return problems;
  try {
    await callSlack({ slackUrl, token: appToken, method: 'apps.connections.open' });
  } catch (error) {
    problems.push(slackProblem('app token', error));
  }
  return problems;
}

function slackProblem(token: string, error: unknown): string {
  const code = error instanceof ChannelFault ? error.code : 'unreachable';
  if (code === 'unreachable') return 'Slack cannot be reached from this server. Check its network and proxy.';
  if (['invalid_auth', 'not_authed', 'token_revoked', 'account_inactive', 'token_expired'].includes(code))
    return `Slack refuses the ${token} (${code}). Copy it again from the app’s page, and save.`;
  return `Slack answers to the ${token}: ${code}.`;
}
