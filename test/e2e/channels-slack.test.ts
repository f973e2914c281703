import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, manage, setChannels, settled } from '../helpers/channel-requests.ts';
import { startSlackServer } from '../helpers/channel-servers.ts';
import { eventually } from '../helpers/eventually.ts';
import { list } from '../helpers/manage.ts';
import { answered, says } from '../helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { serveWebSockets } from '../helpers/websocket-server.ts';

describe('Slack', () => {
  const [botToken, signingSecret] = ['xoxb-1', 'the signing secret'.replaceAll(' ', '')];
  let model: ModelServer;
  let server: TestServer;
  let slack: Awaited<ReturnType<typeof startSlackServer>>;
  let reply: () => ReturnType<typeof says> = () => says('Use apt. [[s1]]');
  let nth = 0;
  before(async () => {
    model = await startModelServer(() => reply());
    slack = await startSlackServer(botToken, 'xapp-1');
    server = await startServer({
      work: ['channel', 'channel-socket'],
      settings: { ...environmentOf(model), DOCENT_SLACK_URL: slack.apiUrl },
    });
    await setChannels(server, { slack: { botToken, signingSecret } });
  });
  after(async () => {
    await server.close();
    await model.close();
    await slack.close();
  });

  const send = async (endpoint: string, body: string, type = 'application/json') => {
    const at = String(Math.floor((await server.app.store.now()) / 1000));
    const signature = createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex');
    const headers = {
      'content-type': type,
      'x-slack-request-timestamp': at,
      'x-slack-signature': `v0=${signature}`,
    };
    return fetch(`${server.url}/channels/slack/${server.projectId}/${endpoint}`, {
      method: 'POST',
      headers,
      body,
    });
  };
  const form = (endpoint: string, fields: Record<string, string>) =>
    send(endpoint, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded');
  const eventOf = (event: object) => ({
    type: 'event_callback',
    team_id: 'T1',
    authorizations: [{ user_id: 'UBOT' }],
    event,
  });
  const mention = (text: string, more: object = {}) =>
    eventOf({
      type: 'app_mention',
      channel: 'C1',
      user: 'U1',
      ts: `17.${++nth}`,
      text: `<@UBOT> ${text}`,
      ...more,
    });
  const tell = async (event: object) => {
    const response = await send('events', JSON.stringify(event));
    assert.equal(response.status, 200, await response.text());
    await settled(server);
  };

  test('the address is verified by its challenge', async () => {
    const response = await send('events', JSON.stringify({ type: 'url_verification', challenge: 'abc' }));
    assert.deepEqual(await response.json(), { challenge: 'abc' });
  });

  test('a thread is one conversation, whoever asks in it, and no client can join it', async () => {
    await tell(mention('How do I install Harbour on Linux?', { ts: '20.1' }));
    await tell(mention('And on macOS?', { ts: '20.2', thread_ts: '20.1', user: 'U2' }));
    const [conversation] = await list(server, 'conversations');
    assert.deepEqual(
      [conversation!['threadId'], conversation!['turnCount'] ?? conversation!['turns']],
      ['slack:T1:C1:20.1', 2],
    );
    assert.match(JSON.stringify(model.requests.at(-1)!.body), /install Harbour on Linux/);
    assert.ok(slack.messages.slice(-2).every(({ thread_ts }) => thread_ts === '20.1'));
    const joined = await fetch(`${server.url}/discovery/v2/assistant/${server.domain}/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.assistantKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        fp: 'slack:U1',
        threadId: 'slack:T1:C1:20.1',
        messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'What was asked?' }] }],
      }),
    });
    assert.equal(joined.status, 404);
  });

  test('an edit and a deletion of one question leave the others of its thread', async () => {
    const changed = (subtype: string, more: object) =>
      tell(eventOf({ type: 'message', subtype, channel: 'C1', channel_type: 'channel', ...more }));
    const first = { user: 'U1', ts: '25.1', text: '<@UBOT> How do I install Harbour on Windows?' };
    await tell(mention('How do I install Harbour on BSD?', { ts: '25.1' }));
    await tell(mention('And how do I remove it?', { ts: '25.2', thread_ts: '25.1', user: 'U2' }));
    const questions = async () => {
      const { db } = server.app.store;
      const turns = await db.selectFrom('turns').select('question').where('threadId', '=', 'slack:T1:C1:25.1').execute(); // prettier-ignore
      return turns.map(({ question }) => question).toSorted();
    };
    await changed('message_changed', { message: first, previous_message: { ...first, text: 'what it was' } });
    assert.deepEqual(await questions(), ['And how do I remove it?', 'How do I install Harbour on Windows?']);
    await changed('message_deleted', { deleted_ts: '25.1' });
    assert.deepEqual(await questions(), ['And how do I remove it?']);
    await changed('message_deleted', { deleted_ts: '25.2' });
    assert.deepEqual(await questions(), []);
  });

  test('a direct message goes on from what Slack has of it, and is not stored', async () => {
    slack.state.replies = [
      { ts: '30.1', user: 'U1', text: 'Tell me of the proxy' },
      { ts: '30.2', bot_id: 'B1', text: 'It is set with proxyUrl.' },
      { ts: '30.3', user: 'U1', text: 'How is it authorized?' },
      { ts: '30.4', bot_id: 'B1', text: 'Searching the docs…' },
    ];
    const count = (await list(server, 'conversations')).length;
    const said = {
      type: 'message',
      channel_type: 'im',
      channel: 'D1',
      user: 'U1',
      ts: '30.3',
      thread_ts: '30.1',
    };
    await tell(eventOf({ ...said, text: 'How is it authorized?' }));
    assert.equal((await list(server, 'conversations')).length, count);
    const asked = JSON.stringify(model.requests.at(-1)!.body.messages);
    assert.match(asked, /Tell me of the proxy.*It is set with proxyUrl.*How is it authorized/s);
    assert.doesNotMatch(asked, /Searching the docs/);
    assert.equal(slack.messages.at(-1)!.blocks.at(-1).type, 'section', 'what is not stored cannot be rated');
    // Our own messages in the conversation come as events, too.
    const begin = slack.messages.length;
    await tell(eventOf({ ...said, ts: '30.4', user: 'UBOT', bot_id: 'B1', text: 'It is set.' }));
    assert.equal(slack.messages.length, begin);
  });

  test('/ask answers in the channel, or to the person alone where the app is no member', async () => {
    const fields = {
      command: '/ask',
      team_id: 'T1',
      user_id: 'U1',
      channel_id: 'C1',
      channel_name: 'help',
      text: 'How do I &lt;install&gt; Harbour?',
    };
    const response = await form('commands', {
      ...fields,
      trigger_id: '1',
      response_url: `${slack.url}/response`,
    });
    assert.match(JSON.stringify(await response.json()), /ephemeral.*Searching/);
    await settled(server);
    assert.match(slack.messages.at(-1)!.text, /^<@U1>: How do I &lt;install&gt; Harbour\?\n\nUse apt/);
    slack.state.notMemberOf.push('C9');
    await form('commands', {
      ...fields,
      channel_id: 'C9',
      trigger_id: '2',
      response_url: `${slack.url}/response`,
    });
    await settled(server);
    assert.equal(slack.messages.at(-1)!.channel, 'response');
    // An address that is not Slack's is not called: whoever knows the signing secret could name any.
    const begin = slack.messages.length;
    const elsewhere = `${server.url}/healthz`;
    await form('commands', { ...fields, channel_id: 'C9', trigger_id: '3', response_url: elsewhere });
    await settled(server);
    assert.equal(slack.messages.length, begin);
    assert.match(
      JSON.stringify(await (await form('commands', { ...fields, text: ' ', trigger_id: '4' })).json()),
      /Ask the docs/,
    );
  });

  test('a placeholder stands at once, and the text is shown while it comes', async () => {
    slack.shown.length = 0;
    let placeholder: string | undefined;
    async function* text() {
      placeholder = slack.messages.at(-1)?.text;
      for (let part = 0; slack.shown.length < 2 && part < 3_000; part++) {
        yield `Part ${part} of it. `;
        await sleep(20);
      }
      yield 'The end. [[s1]]';
    }
    reply = () => answered({ text: text() });
    await tell(mention('How do I install Harbour slowly?'));
    reply = () => says('Use apt. [[s1]]');
    assert.match(placeholder!, /^Searching the docs/);
    assert.ok(slack.shown.length >= 3);
    assert.match(slack.shown[0]!, /Part 0 of it/);
    assert.doesNotMatch(slack.shown[0]!, /The end/);
    assert.match(slack.messages.at(-1)!.text, /The end/);
  });

  test('a limit and an outage of Slack are waited out, and nothing is said or charged twice', async () => {
    const begin = slack.messages.length;
    const calls = model.requests.length;
    slack.state.refusals = 1;
    await tell(mention('How do I install Harbour today?'));
    slack.state.refusals = 0;
    slack.state.outages = 1;
    await tell(mention('How do I install Harbour now?'));
    slack.state.outages = 0;
    assert.equal(slack.messages.length, begin + 2);
    assert.ok(slack.messages.slice(begin).every((message) => message.text.includes('Use apt')));
    assert.equal(model.requests.length - calls, 2);
  });

  test('a fault in the midst of a long answer repeats none of its parts', async () => {
    const lines = Array.from({ length: 250 }, (_, nth) => `Line ${nth} of what there is to install.`);
    reply = () => says(`${lines.join('\n')}\n\nUse apt. [[s1]]`);
    const begin = slack.messages.length;
    let posts = 0;
    slack.state.breaks = (method) => method === 'chat.postMessage' && ++posts === 3;
    await tell(mention('How do I install all of Harbour?'));
    slack.state.breaks = () => false;
    reply = () => says('Use apt. [[s1]]');
    const texts = slack.messages.slice(begin).map(({ text }) => text);
    assert.equal(new Set(texts).size, texts.length);
    assert.deepEqual(texts.join('\n').match(/Line \d+/g), lines.join('\n').match(/Line \d+/g));
  });

  test('our message that a person deleted stays deleted', async () => {
    reply = () => {
      slack.messages.pop();
      return says('Use apt. [[s1]]');
    };
    const begin = slack.messages.length;
    await tell(mention('How do I install Harbour, or not?'));
    reply = () => says('Use apt. [[s1]]');
    assert.equal(slack.messages.length, begin);
  });

  test('docs for signed-in readers are kept from a channel until its settings name their groups', async () => {
    await manage(server, 'PATCH', '', { settings: { requireReader: true } });
    await tell(mention('How do I install Harbour secretly?'));
    assert.match(slack.messages.at(-1)!.text, /signed-in readers/);
    await setChannels(server, { slack: { groups: ['staff'] } });
    await tell(mention('How do I install Harbour secretly?'));
    assert.match(slack.messages.at(-1)!.text, /Use apt/);
    await manage(server, 'PATCH', '', { settings: { requireReader: false, channels: { slack: {} } } });
  });

  test('the test says what is wrong, and the manifest has our addresses', async () => {
    const address = `${server.url}/channels/slack/${server.projectId}`;
    const found = (await manage(server, 'GET', '/channels')).body.items.find(
      ({ channel }: any) => channel === 'slack',
    );
    assert.deepEqual([found.connected, found.secrets], [true, ['botToken', 'signingSecret']]);
    assert.equal(found.manifest.settings.event_subscriptions.request_url, `${address}/events`);
    assert.equal(found.manifest.features.slash_commands[0].url, `${address}/commands`);
    const run = async () => (await manage(server, 'POST', '/channels/slack/test')).body;
    assert.deepEqual(await run(), { ok: true, problems: [] });
    await setChannels(server, { slack: { signingSecret: 'another' } });
    assert.match((await run()).problems[0], /reaches only a public https address/);
    assert.equal((await send('events', JSON.stringify(mention('How?')))).status, 401);
    assert.deepEqual((await run()).problems, [
      'Requests come with another signature alone. Copy the signing secret to here again, and save.',
    ]);
    await setChannels(server, { slack: { signingSecret } });
    slack.state.scopes = 'chat:write,commands';
    assert.match((await run()).problems[0], /lacks the scopes app_mentions:read, channels:history/);
    await setChannels(server, { slack: { botToken: 'xoxb-wrong' } });
    assert.match((await run()).problems[0], /refuses the bot token \(invalid_auth\)/);
    const none = await setChannels(server, { discord: { applicationId: '1', publicKey: 'a'.repeat(64) } });
    assert.deepEqual(
      [none.status, none.body.error?.message ?? none.body.message],
      [400, 'The channel needs its botToken.'],
    );
    await setChannels(server, { slack: { botToken } });
  });

  test('with an app token, questions come over a WebSocket, also after it ends', async () => {
    const acks: any[] = [];
    let opened = 0;
    let connection: { send(text: string): void; close(): void } | undefined;
    serveWebSockets(slack.server, (open) => {
      opened += 1;
      connection = open;
      open.send(JSON.stringify({ type: 'hello' }));
      return (text) => void acks.push(JSON.parse(text));
    });
    await setChannels(server, { slack: { appToken: 'xapp-1' } });
    await eventually(
      () => opened,
      (count) => count === 1,
    );
    const deliver = async (type: string, payload: object, more: object = {}) => {
      connection!.send(JSON.stringify({ type, envelope_id: `e${++nth}`, payload, ...more }));
      await eventually(
        () => acks,
        () => acks.at(-1)?.envelope_id === `e${nth}`,
      );
      await settled(server);
    };
    const begin = slack.messages.length;
    await deliver('events_api', mention('How do I install Harbour by socket?'));
    assert.match(slack.messages.at(-1)!.text, /Use apt/);
    connection!.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    await eventually(
      () => opened,
      (count) => count === 2,
    );
    const command = {
      command: '/ask',
      team_id: 'T1',
      user_id: 'U1',
      channel_id: 'C1',
      trigger_id: 's1',
      text: 'How do I install it?',
    };
    await deliver('slash_commands', command, { accepts_response_payload: true });
    assert.match(acks.at(-1).payload.text, /Searching/);
    assert.equal(slack.messages.length, begin + 2);
    await setChannels(server, { slack: { appToken: null } });
    await eventually(
      () => server.app.store.db.selectFrom('work').selectAll().where('kind', '=', 'channel-socket').execute(),
      (held) => held.length === 0,
    );
    assert.deepEqual(slack.violations, []);
  });
});
