import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  startChannelServer,
  startDiscordServer,
  startGithubServer,
  startSlackServer,
} from './channel-servers.ts';
import { rotateSecret } from '../../src/accounts/project-secret.ts';
import type { ChannelScene, Said } from '../contract/channel.ts';
import type { TestServer } from './server.ts';

const json = 'application/json';
const now = (signed: Said['signed']) =>
  String(Math.floor(Date.now() / 1000) - (signed === 'long ago' ? 301 : 0));

function send(
  server: TestServer,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': json, ...headers },
  });
}

export async function slackScene(): Promise<ChannelScene> {
  const [botToken, signingSecret] = ['xoxb-1-secret', randomBytes(16).toString('hex')];
  const slack = await startSlackServer(botToken);
  slack.state.privateChannels.push('CSECRET');
  const signed = (body: string, how: Said['signed']) => {
    const at = now(how);
    const secret = how === 'otherwise' ? 'another' : signingSecret;
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`;
    return { 'x-slack-request-timestamp': at, 'x-slack-signature': signature };
  };
  const event = (server: TestServer, told: object, how?: Said['signed']) => {
    const body = JSON.stringify({
      type: 'event_callback',
      team_id: 'T1',
      event_id: `Ev${randomBytes(6).toString('hex')}`,
      authorizations: [{ team_id: 'T1', user_id: 'UBOT', is_bot: true }],
      event: told,
    });
    const retry = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
    return send(server, `/channels/slack/${server.projectId}/events`, body, {
      ...signed(body, how),
      ...retry,
    });
  };
  const message = ({ id, text, person = 'P1', isBot, isPrivate }: Said) => ({
    channel: isPrivate === true ? 'CSECRET' : 'C1',
    user: person,
    ts: `${id}.000001`,
    text: `<@UBOT> ${text}`,
    ...(isBot === true && { bot_id: 'B7' }),
  });
  return {
    name: 'slack',
    calls: slack.calls,
    environment: { DOCENT_SLACK_URL: slack.apiUrl },
    settings: { botToken, signingSecret },
    secrets: [botToken, signingSecret],
    seen: () => slack.messages.map(({ text }) => text),
    violations: () => [...slack.violations, ...slack.messages.flatMap(({ text }) => text.match(/<!channel>|@channel|@everyone|<@U123>|<b>/g) ?? [])], // prettier-ignore
    ask: (server, said) => event(server, { type: 'app_mention', ...message(said) }, said.signed),
    edit: (server, said) =>
      event(server, {
        type: 'message',
        subtype: 'message_changed',
        channel: 'C1',
        channel_type: 'channel',
        message: message(said),
        previous_message: { ...message(said), text: 'what it was' },
      }),
    remove: (server, said) =>
      event(server, {
        type: 'message',
        subtype: 'message_deleted',
        channel: 'C1',
        channel_type: 'channel',
        deleted_ts: message(said).ts,
      }),
    fail: () => void (slack.state.outages = 1_000),
    rate(server) {
      const { blocks } = slack.messages.at(-1)!;
      const [, button] = blocks.at(-1).elements;
      const payload = JSON.stringify({ type: 'block_actions', user: { id: 'P1' }, actions: [button] });
      const body = new URLSearchParams({ payload }).toString();
      return send(server, `/channels/slack/${server.projectId}/interactivity`, body, {
        ...signed(body, undefined),
        'content-type': 'application/x-www-form-urlencoded',
      });
    },
    refusesOldTimes: true,
    refuses: true,
    source: /\*Sources\*[^]*1\. <https:\/\/docs\.harbour\.example\/guide\/install[^|>]*\|[^>]+>/,
    isFinished: (text) => !text.startsWith('Searching'),
    close: slack.close,
  };
}

export async function discordScene(): Promise<ChannelScene> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicHex = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex');
  const discord = await startDiscordServer('4242', 'discord-bot-token', publicHex);
  discord.state.privateChannels.push('999');
  const interact = (server: TestServer, interaction: object, how?: Said['signed']) => {
    const body = JSON.stringify(interaction);
    const at = now(how);
    const key = how === 'otherwise' ? generateKeyPairSync('ed25519').privateKey : privateKey;
    return send(server, `/channels/discord/${server.projectId}/interactions`, body, {
      'x-signature-timestamp': at,
      'x-signature-ed25519': sign(null, Buffer.from(at + body), key).toString('hex'),
    });
  };
  const seen = () => [...discord.messages.values()].flat();
  return {
    name: 'discord',
    calls: discord.calls,
    environment: { DOCENT_DISCORD_URL: discord.apiUrl },
    settings: { applicationId: '4242', publicKey: publicHex, botToken: 'discord-bot-token' },
    secrets: ['discord-bot-token'],
    seen: () => seen().map(({ content }) => content),
    violations: () => discord.violations,
    ask: (server, { id, text, person = 'P1', isBot, isPrivate, signed }) =>
      interact(
        server,
        {
          type: 2,
          id,
          token: `token-${id}`,
          application_id: '4242',
          guild_id: 'G1',
          channel_id: isPrivate === true ? '999' : '777',
          channel: { id: '777', type: 0 },
          member: { user: { id: person, bot: isBot === true } },
          data: { id: '1', name: 'ask', type: 1, options: [{ name: 'question', type: 3, value: text }] },
        },
        signed,
      ),
    rate(server) {
      const [row] = seen().at(-1)!.components!;
      const { custom_id } = row.components[1];
      return interact(server, { type: 3, id: '1', token: 'x', data: { custom_id, component_type: 2 } });
    },
    refusesOldTimes: false,
    refuses: true,
    source: /\*\*Sources\*\*\n1\. \[[^\]]+\]\(https:\/\/docs\.harbour\.example\/guide\/install/,
    isFinished: (text) => !text.endsWith('…'),
    close: discord.close,
  };
}

export async function githubScene(): Promise<ChannelScene> {
  const github = await startGithubServer('ghp_token');
  let secret: Promise<string> | undefined;
  let deliveries = 0;
  const deliver = async (
    server: TestServer,
    { id, text, person = 'P1', isBot, isPrivate, signed }: Said,
    action: string,
  ) => {
    const own = await (secret ??= rotateSecret(server.app.store, 'webhook', server.projectId));
    const body = JSON.stringify({
      action,
      issue: {
        number: Number(id),
        node_id: `I_${id}`,
        title: text,
        body: '',
        user: { login: person, type: isBot === true ? 'Bot' : 'User' },
      },
      repository: {
        full_name: 'acme/docs',
        html_url: 'https://github.com/acme/docs',
        private: isPrivate === true,
      },
    });
    const key = signed === 'otherwise' ? 'another' : own;
    return send(server, `/v1/webhooks/${server.projectId}`, body, {
      'x-github-event': 'issues',
      'x-github-delivery': `d${++deliveries}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
    });
  };
  return {
    name: 'github',
    calls: github.calls,
    environment: { DOCENT_GITHUB_URL: github.url, DOCENT_GITHUB_TOKEN: 'ghp_token' },
    settings: { repository: 'acme/docs', issues: true, post: 'now' },
    secrets: [],
    seen: () => [...github.comments.values()].flat().map(({ body }) => body),
    violations: () =>
      [...github.comments.values()].flat().flatMap(({ body }) => body.match(/@octocat|@channel/g) ?? []),
    ask: (server, said) => deliver(server, said, 'opened'),
    edit: (server, said) => deliver(server, said, 'edited'),
    remove: (server, said) => deliver(server, said, 'deleted'),
    refusesOldTimes: false,
    refuses: false,
    source: /\*\*Sources\*\*\n1\. \[[^\]]+\]\(https:\/\/docs\.harbour\.example\/guide\/install/,
    isFinished: (text) => text.includes('<!-- docent:a_'),
    close: github.close,
  };
}

export async function webhookScene(): Promise<ChannelScene> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const receiver = await startChannelServer(() => ({ status: 200 }));
  const tell = (server: TestServer, type: string, data: object, how?: Said['signed']) => {
    const body = JSON.stringify({ type, data });
    const at = now(how);
    const key = how === 'otherwise' ? randomBytes(24) : Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
    return send(server, `/channels/webhook/${server.projectId}/events`, body, {
      'webhook-id': 'msg_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    });
  };
  const dataOf = ({ id, text, person, isPrivate }: Said) => ({ id, text, person, private: isPrivate });
  const told = () => receiver.calls.map(({ body }) => body);
  return {
    name: 'webhook',
    calls: receiver.calls,
    environment: {},
    settings: { url: `${receiver.url}/answers`, secret },
    secrets: [secret],
    seen: () => told().map(({ data }) => data.reason ?? `${data.text}\n\n${data.sources}\n\n${data.support}`),
    violations: () => [],
    ask: (server, said) =>
      said.isBot === true
        ? tell(server, 'question.edited', dataOf(said), said.signed)
        : tell(server, 'question', dataOf(said), said.signed),
    edit: (server, said) => tell(server, 'question.edited', dataOf(said)),
    remove: (server, { id }) => tell(server, 'question.deleted', { id }),
    rate: (server) => tell(server, 'feedback', { messageId: told().at(-1).data.messageId, helpful: false }),
    refusesOldTimes: true,
    refuses: true,
    source: /1\. \[[^\]]+\]\(https:\/\/docs\.harbour\.example\/guide\/install/,
    isFinished: () => true,
    close: receiver.close,
  };
}
