import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
export type ApiCall = { method: string; path: string; headers: IncomingHttpHeaders; text: string; body: any };

/** A server that stands in for a channel's API, with every call that it got. */
export async function startChannelServer(answer: (call: ApiCall) => Answer | Promise<Answer>) {
  const calls: ApiCall[] = [];
  const server: Server = createServer(async (request, response) => {
    const body = await text(request);
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const call = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      text: body,
      body: isForm
        ? Object.fromEntries(new URLSearchParams(body))
        : body === ''
          ? undefined
          : JSON.parse(body),
    };
    calls.push(call);
    const { status, body: said, headers } = await answer(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(said === undefined ? '' : JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    calls,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type SlackMessage = {
  channel: string;
  ts: string;
  thread_ts?: string;
  text: string;
  blocks: any[];
  ephemeral?: true;
};

/**
 * Slack's Web API as its reference has it, with the messages that people see. Breaches of its rules are `violations`.
 * https://docs.slack.dev/reference/methods
 */
export async function startSlackServer(token: string, appToken = 'xapp-none') {
  const messages: SlackMessage[] = [];
  const violations: string[] = [];
  /** The texts that the first message has had. */
  const shown: string[] = [];
  const state = {
    privateChannels: [] as string[],
    scopes:
      'app_mentions:read,channels:history,channels:read,chat:write,commands,groups:history,groups:read,im:history',
    notMemberOf: [] as string[],
    replies: [] as object[],
    /** So many calls are refused for being too many. */
    refusals: 0,
    /** So many calls fail on Slack's side. */
    outages: 0,
    /** Which calls fail besides. */
    breaks: (_method: string): boolean => false,
  };
  let clock = 0;
  const check = ({ text: said = '', blocks = [], parse, link_names: names }: any) => {
    if (said.length > 4_000) violations.push(`a text of ${said.length} characters`);
    if (blocks.length > 50) violations.push(`${blocks.length} blocks`);
    for (const { type, text: part } of blocks)
      if (type === 'section' && (part.text.length > 3_000 || part.text === '')) violations.push(`a section of ${part.text.length} characters`); // prettier-ignore
    if (names === true || (parse ?? 'none') !== 'none') violations.push('names are made links');
  };
  const methods: Record<string, (args: any) => object> = {
    'auth.test': () => ({ ok: true, team_id: 'T1', user_id: 'UBOT' }),
    'apps.connections.open': () => ({ ok: true, url: `${api.url.replace('http', 'ws')}/link` }),
    'conversations.info': ({ channel }) => ({ ok: true, channel: { id: channel, is_private: state.privateChannels.includes(channel) } }), // prettier-ignore
    'conversations.replies': () => ({ ok: true, messages: state.replies }),
    'chat.postMessage': (args) => {
      if (state.notMemberOf.includes(args.channel)) return { ok: false, error: 'not_in_channel' };
      check(args);
      const ts = `1700000000.${String(++clock).padStart(6, '0')}`;
      messages.push({ blocks: [], ...args, ts });
      return { ok: true, channel: args.channel, ts };
    },
    'chat.postEphemeral': (args) => {
      check(args);
      messages.push({ blocks: [], ...args, ts: `e${++clock}`, ephemeral: true });
      return { ok: true, message_ts: `e${clock}` };
    },
    'chat.update': (args) => {
      check(args);
      const found = messages.find(({ ts, channel }) => ts === args.ts && channel === args.channel);
      if (found === undefined) return { ok: false, error: 'message_not_found' };
      shown.push(args.text);
      Object.assign(found, args);
      return { ok: true, ts: args.ts, channel: args.channel };
    },
    'chat.delete': (args) => {
      const nth = messages.findIndex(({ ts }) => ts === args.ts);
      if (nth < 0) return { ok: false, error: 'message_not_found' };
      messages.splice(nth, 1);
      return { ok: true };
    },
  };
  const api = await startChannelServer((call): Answer => {
    if (call.path === '/response') {
      messages.push({ blocks: [], ...call.body, channel: 'response', ts: `r${++clock}` });
      return { status: 200 };
    }
    const method = call.path.replace('/api/', '');
    const given = call.headers.authorization;
    const isJson = call.headers['content-type']?.startsWith('application/json') === true;
    if (isJson !== method.startsWith('chat.'))
      violations.push(`${method} as ${call.headers['content-type']}`);
    if (state.outages-- > 0 || state.breaks(method)) return { status: 503 };
    if (state.refusals-- > 0) return { status: 429, headers: { 'retry-after': '0' } };
    if (given !== `Bearer ${method === 'apps.connections.open' ? appToken : token}`)
      return { status: 200, body: { ok: false, error: 'invalid_auth' } };
    const answer = methods[method]?.(call.body ?? {}) ?? { ok: false, error: 'unknown_method' };
    return { status: 200, body: answer, headers: { 'x-oauth-scopes': state.scopes } };
  });
  return { ...api, apiUrl: `${api.url}/api`, messages, violations, shown, state };
}

type DiscordMessage = {
  id: string;
  content: string;
  components?: any[];
  allowed_mentions?: { parse: string[] };
};

/** Discord's API as its reference has it: an interaction has one message, and others follow it. */
export async function startDiscordServer(applicationId: string, botToken: string, publicKey: string) {
  /** By the interaction's token. */
  const messages = new Map<string, DiscordMessage[]>();
  const violations: string[] = [];
  const state = {
    privateChannels: [] as string[],
    commands: [] as any[],
    endOfTokens: false,
    /** Whether a person has deleted the message of the interaction. */
    isDeleted: false,
    /** Which calls fail on Discord's side. */
    breaks: (_method: string): boolean => false,
  };
  const check = ({ content = '', allowed_mentions: mentions }: any) => {
    if (content.length > 2_000 || content === '')
      violations.push(`a message of ${content.length} characters`);
    if (mentions?.parse?.length !== 0) violations.push('mentions are allowed');
  };
  const api = await startChannelServer(({ method, path, headers, body }): Answer => {
    const at = path.replace('/api/v10', '');
    const [, kind, first = '', second = '', , last] = at.split('/');
    if (kind === 'webhooks' && first === applicationId) {
      if (state.endOfTokens) return { status: 404, body: { code: 10015, message: 'Unknown Webhook' } };
      if (state.breaks(method)) return { status: 503 };
      if (state.isDeleted) return { status: 404, body: { code: 10008, message: 'Unknown Message' } };
      const known = messages.get(second) ?? [];
      messages.set(second, known);
      check(body);
      if (method === 'PATCH' && last === '@original') known[0] = { id: '@original', ...body };
      else known.push({ id: String(known.length), ...body });
      return { status: 200, body: { id: '1' } };
    }
    if (headers.authorization !== `Bot ${botToken}`)
      return { status: 401, body: { code: 0, message: '401: Unauthorized' } };
    if (at === '/applications/@me')
      return {
        status: 200,
        body: { id: applicationId, verify_key: publicKey, interactions_endpoint_url: 'https://x' },
      };
    if (at === `/applications/${applicationId}/commands`) {
      if (method === 'POST')
        state.commands = [...state.commands.filter(({ name }) => name !== body.name), body];
      return { status: 200, body: method === 'POST' ? body : state.commands };
    }
    if (kind === 'channels' && method === 'POST') {
      check(body);
      messages.set(first, [...(messages.get(first) ?? []), { id: '1', ...body }]);
      return { status: 200, body: { id: '1' } };
    }
    const deny = state.privateChannels.includes(first) ? '1024' : '0';
    return {
      status: 200,
      body: { id: first, permission_overwrites: [{ id: 'G1', type: 0, allow: '0', deny }] },
    };
  });
  return { ...api, apiUrl: `${api.url}/api/v10`, messages, violations, state };
}

/** GitHub as an Enterprise Server: comments on issues, and discussions by GraphQL. */
export async function startGithubServer(token: string) {
  const comments = new Map<string, { id: number; body: string }[]>();
  let ids = 0;
  let lost = 0;
  const api = await startChannelServer(({ method, path, headers, body }): Answer => {
    if (!headers.authorization?.endsWith(token)) return { status: 401, body: { message: 'Bad credentials' } };
    const at = (key: string) => comments.get(key) ?? comments.set(key, []).get(key)!;
    if (path === '/api/graphql') {
      const { query, variables } = body;
      const key = variables.id as string;
      if (query.includes('addDiscussionComment')) {
        at(key).push({ id: ++ids, body: variables.body });
        return {
          status: 200,
          body: { data: { addDiscussionComment: { comment: { id: `DC_${ids}`, url: 'https://x' } } } },
        };
      }
      if (query.includes('updateDiscussionComment')) {
        const found = [...comments.values()].flat().find(({ id }) => `DC_${id}` === key)!;
        found.body = variables.body;
        return {
          status: 200,
          body: { data: { updateDiscussionComment: { comment: { id: key, url: 'https://x' } } } },
        };
      }
      const nodes = at(key).map((each) => ({ id: `DC_${each.id}`, url: 'https://x', body: each.body }));
      return { status: 200, body: { data: { node: { comments: { nodes } } } } };
    }
    const [, , , , , , kind, number = '', last] = path.split('?')[0]!.split('/');
    if (kind === undefined)
      return { status: 200, body: { default_branch: 'main', permissions: { push: true } } };
    if (number === 'comments') {
      const found = [...comments.values()].flat().find(({ id }) => String(id) === last)!;
      found.body = body.body;
      return { status: 200, body: { id: found.id, html_url: 'https://x', body: found.body } };
    }
    if (method === 'GET') return { status: 200, body: at(number) };
    const made = { id: ++ids, body: body.body as string };
    at(number).push(made);
    if (lost-- > 0) return { status: 502 };
    return { status: 201, body: { ...made, html_url: 'https://x' } };
  });
  /** So many comments are made and their responses lost. */
  const loseResponses = (times: number) => void (lost = times);
  return { ...api, comments, loseResponses };
}
