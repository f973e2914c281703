import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { post, startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer({
    docs: {
      'proxy.md': '# Proxy\n\nAbout proxies.\n\n## Set it\n\nSet the proxy by `HTTPS_PROXY`.\n',
      'staff.md': '---\ntitle: Staff\ngroups: [staff]\n---\n\nThe proxy of the staff is secret-proxy.\n',
    },
  });
});
after(() => server.close());

async function connect(query = '', key = server.assistantKey): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${server.url}/mcp/${server.domain}${query}`);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

type Found = { results: { id: string; title: string; url: string; text: string }[] };

/** What a tool says, which is the same as JSON text and as structured content. */
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<unknown> {
  const { content, structuredContent } = await client.callTool({ name, arguments: args });
  const [part] = content as { type: string; text: string }[];
  assert.deepEqual(JSON.parse(part!.text), structuredContent);
  return structuredContent;
}

describe('the docs as an MCP server', () => {
  test('an MCP client finds a page and reads it', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
      [
        ['search', true],
        ['fetch', true],
      ],
    );
    const { results } = (await call(client, 'search', { query: 'How do I set the proxy?' })) as Found;
    assert.equal(results[0]?.id, 'proxy#set-it');
    assert.match(results[0].url, /\/proxy#set-it$/);
    for (const id of [results[0].id, results[0].url, '/proxy.md']) {
      const page = (await call(client, 'fetch', { id })) as { id: string; title: string; text: string };
      assert.deepEqual([page.id, page.title], ['proxy', 'Proxy']);
      assert.match(page.text, /HTTPS_PROXY/);
    }
    await client.close();
  });

  test('pages of access groups are there for those groups only', async () => {
    const query = { query: 'proxy of the staff' };
    const stranger = await connect();
    assert.doesNotMatch(JSON.stringify(await call(stranger, 'search', query)), /staff/i);
    const refused = await stranger.callTool({ name: 'fetch', arguments: { id: 'staff' } });
    assert.equal(refused.isError, true);
    await stranger.close();
    const guesser = await connect('?groups=staff');
    assert.doesNotMatch(JSON.stringify(await call(guesser, 'search', query)), /staff/i);
    await guesser.close();
    const member = await connect('?groups=staff,others', server.adminKey);
    assert.match(JSON.stringify(await call(member, 'search', query)), /secret-proxy/);
    assert.match(JSON.stringify(await call(member, 'fetch', { id: 'staff' })), /secret-proxy/);
    await member.close();
  });

  test('clients of the revisions before MCP became stateless are served too', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    const answer = await post(
      `${server.url}/mcp/${server.domain}`,
      server.assistantKey,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { accept: 'application/json, text/event-stream' },
    );
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /"protocolVersion":"2025-06-18"/);
  });

  test('nobody can keep a stream of changes open', async () => {
    const client = await connect();
    await assert.rejects(client.listen({ toolsListChanged: true }));
    await client.close();
  });

  test('a key is needed, and what is not a message is refused in words', async () => {
    const url = `${server.url}/mcp/${server.domain}`;
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    assert.equal((await post(url, 'svc_dsc_wrong', message)).status, 401);
    assert.equal((await post(url, server.assistantKey, { hello: 'there' })).status, 400);
    // Many calls in one request would count as one.
    assert.equal((await post(url, server.assistantKey, [message, message])).status, 400);
    assert.equal((await fetch(url)).status, 405);
  });
});
