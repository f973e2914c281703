import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { rotateSecret } from '../../src/accounts/project-secret.ts';
import { environmentOf, manage, setChannels, settled } from '../helpers/channel-requests.ts';
import { startDiscordServer, startGithubServer } from '../helpers/channel-servers.ts';
import { says } from '../helpers/model-replies.ts';
import { type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

describe('Discord', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicHex = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex');
  let model: ModelServer;
  let text = 'Use apt. [[s1]]';
  let server: TestServer;
  let discord: Awaited<ReturnType<typeof startDiscordServer>>;
  before(async () => {
    model = await startModelServer(() => says(text));
    discord = await startDiscordServer('42', 'bot', publicHex);
    server = await startServer({
      work: ['channel'],
      settings: { ...environmentOf(model), DOCENT_DISCORD_URL: discord.apiUrl },
    });
    await setChannels(server, { discord: { applicationId: '42', publicKey: publicHex, botToken: 'bot' } });
  });
  after(async () => {
    await server.close();
    await model.close();
    await discord.close();
  });
  const interact = async (interaction: object, key = privateKey) => {
    const body = JSON.stringify(interaction);
    const signature = sign(null, Buffer.from(`1700000000${body}`), key).toString('hex');
    return fetch(`${server.url}/channels/discord/${server.projectId}/interactions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature-timestamp': '1700000000',
        'x-signature-ed25519': signature,
      },
      body,
    });
  };
  const command = (id: string, text: string) => ({
    type: 2,
    id,
    token: `t${id}`,
    guild_id: 'G1',
    channel_id: '7',
    member: { user: { id: 'U1' } },
    data: { name: 'ask', options: [{ name: 'question', type: 3, value: text }] },
  });

  test('a ping is answered, and a wrong one refused', async () => {
    assert.deepEqual(await (await interact({ type: 1 })).json(), { type: 1 });
    assert.equal((await interact({ type: 1 }, generateKeyPairSync('ed25519').privateKey)).status, 401);
  });

  test('an answer is deferred, then edited in; the bot posts it when the token has ended', async () => {
    assert.deepEqual(await (await interact(command('1', 'How do I install Harbour?'))).json(), { type: 5 });
    await settled(server);
    assert.match(discord.messages.get('t1')![0]!.content, /Use apt/);
    discord.state.endOfTokens = true;
    await interact(command('2', 'How do I install Harbour?'));
    await settled(server);
    discord.state.endOfTokens = false;
    assert.match(discord.messages.get('7')![0]!.content, /Use apt/);
    assert.deepEqual(discord.violations, []);
  });

  test('a fault in the midst of a long answer repeats none of its parts, and what a person deletes stays so', async () => {
    const lines = Array.from({ length: 150 }, (_, nth) => `Line ${nth} of what there is to install.`);
    text = `${lines.join('\n')}\n\nUse apt. [[s1]]`;
    let added = 0;
    discord.state.breaks = (method) => method === 'POST' && ++added === 2;
    await interact(command('3', 'How do I install all of Harbour?'));
    await settled(server);
    const seen = discord.messages.get('t3')!.map(({ content }) => content);
    assert.deepEqual(seen.join('\n').match(/Line \d+/g), lines.join('\n').match(/Line \d+/g));
    text = 'Use apt. [[s1]]';
    discord.state.isDeleted = true;
    const posted = discord.messages.get('7')!.length;
    await interact(command('4', 'How do I install Harbour?'));
    await settled(server);
    discord.state.isDeleted = false;
    assert.deepEqual([discord.messages.has('t4'), discord.messages.get('7')!.length], [false, posted]);
  });

  test('we register the command, and the test says when it is missing', async () => {
    const problems = async () =>
      (await manage(server, 'POST', '/channels/discord/test')).body.problems as string[];
    assert.match((await problems())[0]!, /\/ask is not registered/);
    assert.equal((await manage(server, 'POST', '/channels/discord/register')).status, 204);
    const [registered] = discord.state.commands;
    assert.deepEqual(
      [registered.name, registered.options[0].name, registered.options[0].required],
      ['ask', 'question', true],
    );
    assert.deepEqual(await problems(), []);
    await setChannels(server, { discord: { applicationId: '42', publicKey: 'b'.repeat(64) } });
    assert.match((await problems())[0]!, /public key is another/);
    await setChannels(server, { discord: { applicationId: '42', publicKey: publicHex, botToken: 'wrong' } });
    assert.match((await problems())[0]!, /refuses the bot token/);
    const refused = await manage(server, 'POST', '/channels/discord/register');
    assert.equal(refused.status, 400);
  });
});

describe('GitHub', () => {
  let model: ModelServer;
  let server: TestServer;
  let github: Awaited<ReturnType<typeof startGithubServer>>;
  let secret: string;
  let nth = 0;
  before(async () => {
    model = await startModelServer(() => says('Use apt, says @octocat. [[s1]]'));
    github = await startGithubServer('ghp_1');
    const accounts = { DOCENT_GITHUB_URL: github.url, DOCENT_GITHUB_TOKEN: 'ghp_1' };
    server = await startServer({ work: ['channel'], settings: { ...environmentOf(model), ...accounts } });
    secret = await rotateSecret(server.app.store, 'webhook', server.projectId);
    await setChannels(server, { github: { repository: 'acme/docs', discussions: ['Q&A'], issues: false } });
  });
  after(async () => {
    await server.close();
    await model.close();
    await github.close();
  });
  const deliver = async (event: string, body: object) => {
    const text = JSON.stringify({
      ...body,
      repository: { full_name: 'Acme/Docs', html_url: 'https://github.com/acme/docs', private: false },
    });
    const response = await fetch(`${server.url}/v1/webhooks/${server.projectId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': event,
        'x-github-delivery': `d${++nth}`,
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
      },
      body: text,
    });
    await settled(server);
    return (await response.json()) as { message: string };
  };
  const discussion = (number: number, name: string) => ({
    action: 'created',
    discussion: {
      number,
      node_id: `D_${number}`,
      title: 'How do I install Harbour?',
      body: 'On Linux.',
      category: { name, slug: name.toLowerCase() },
      user: { login: 'ada', type: 'User' },
    },
  });
  const drafts = async () => (await manage(server, 'GET', '/drafts')).body.items as any[];

  test('a discussion of a chosen category becomes a draft, which the team posts or discards', async () => {
    assert.match((await deliver('discussion', discussion(1, 'Ideas'))).message, /leave this one out/);
    assert.match(
      (await deliver('issues', { action: 'opened', issue: discussion(3, 'x').discussion })).message,
      /leave/,
    );
    await deliver('discussion', discussion(1, 'q&a'));
    await deliver('discussion', discussion(2, 'Q&A'));
    assert.equal(github.comments.size, 0);
    const test = await manage(server, 'POST', '/channels/github/test');
    assert.deepEqual(test.body, { ok: true, problems: [] });
    const [first, second] = await drafts();
    assert.match(first.question, /^How do I install Harbour\?\n\nOn Linux\.$/);
    assert.match(first.answer, /Use apt[^]*\*\*Sources\*\*/);
    assert.equal((await manage(server, 'POST', `/drafts/${encodeURIComponent(first.id)}/post`)).status, 204);
    assert.equal((await manage(server, 'DELETE', `/drafts/${encodeURIComponent(second.id)}`)).status, 204);
    assert.equal((await manage(server, 'DELETE', `/drafts/${encodeURIComponent(second.id)}`)).status, 404);
    await settled(server);
    assert.deepEqual([[...github.comments.keys()], await drafts()], [['D_1'], []]);
    assert.doesNotMatch(github.comments.get('D_1')![0]!.body, /@octocat/);
  });

  test('posted at once by setting, and once although its response was lost', async () => {
    await setChannels(server, { github: { repository: 'acme/docs', issues: true, post: 'now' } });
    github.loseResponses(1);
    const stranger = { id: 0, body: 'Mine. <!-- docent:issue:7 -->' };
    github.comments.set('7', [stranger]);
    await deliver('issues', { action: 'opened', issue: discussion(7, 'x').discussion });
    assert.deepEqual([github.comments.get('7')!.length, stranger.body.slice(0, 5)], [2, 'Mine.']);
    await deliver('issues', { action: 'opened', issue: discussion(7, 'x').discussion });
    assert.equal(github.comments.get('7')!.length, 2);
  });

  test('another organization may answer only where an operator lets it', async () => {
    const { requireOwnChannels } = await import('../../src/channels/require-own.ts');
    const { config } = server.app;
    const github = { repository: 'acme/docs' };
    assert.throws(() => requireOwnChannels(config, { slug: 'other', plan: {} }, { github }), /may not write/);
    const granting = {
      ...config,
      sources: { ...config.sources, repositories: [`${config.forges.github!.url}/acme/`] },
    };
    const plan = { repositories: [`${config.forges.github!.url}/acme/`] };
    requireOwnChannels(granting, { slug: 'other', plan }, { github });
    assert.throws(
      () =>
        requireOwnChannels(granting, { slug: 'other', plan }, { github: { repository: 'acme-evil/docs' } }),
      /may not write/,
    );
  });
});
