// What MCP clients and registries learn of the servers before they connect.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { docent } from '../helpers/run-docent.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Card = {
  name: string;
  title: string;
  description: string;
  version: string;
  remotes: { type: string; url: string; headers?: object[]; supportedProtocolVersions?: string[] }[];
};
type Catalog = { entries: { identifier: string; displayName: string; type: string; url: string }[] };

const cardType = 'application/mcp-server-card+json';
let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const manage = (method: string, path: string) =>
  fetch(`${server.url}/manage/v1/projects/${path}/ask-page`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}` },
  });
const catalog = async () => {
  const answer = await fetch(`${server.url}/.well-known/mcp/catalog.json`);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  return (await answer.json()) as Catalog;
};

test('the catalog leads to the card, and the card to the server, in each of its revisions', async () => {
  const { entries } = await catalog();
  assert.deepEqual(entries, [
    {
      identifier: `urn:air:${new URL(server.url).hostname}:${server.domain}`,
      displayName: entries[0]!.displayName,
      type: cardType,
      url: `${server.url}/mcp/${server.domain}/server-card`,
    },
  ]);
  const answer = await fetch(entries[0]!.url, { headers: { accept: cardType } });
  assert.equal(answer.headers.get('content-type'), cardType);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.match(answer.headers.get('cache-control')!, /^public/);
  const card = (await answer.json()) as Card;
  assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  const [{ url, supportedProtocolVersions = [], headers }] = card.remotes as [Card['remotes'][0]];
  assert.equal(headers, undefined, 'no key is needed');
  assert.ok(supportedProtocolVersions.includes('2026-07-28'));
  assert.ok(supportedProtocolVersions.includes('2025-06-18'));
  for (const revision of supportedProtocolVersions) {
    const client = new Client(
      { name: 'test', version: '1' },
      revision > '2026'
        ? { versionNegotiation: { mode: { pin: revision } } }
        : { supportedProtocolVersions: [revision] },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    const { name, version } = client.getServerVersion()!;
    assert.deepEqual([name, version], [card.title, card.version]);
    await client.close();
  }
});

test('only public projects are listed, and a card of another needs a key and says so', async () => {
  const atRoot = () => fetch(`${server.url}/.well-known/mcp/server-card.json`);
  assert.equal(
    ((await (await atRoot()).json()) as Card).remotes[0]!.url,
    `${server.url}/mcp/${server.domain}`,
  );
  const { organizationId } = (await server.app.store.db
    .selectFrom('projects')
    .select('organizationId')
    .executeTakeFirst())!;
  const other = await createProject(server.app.store, {
    organizationId,
    name: 'A very long name, '.repeat(9),
    sources: [{ kind: 'folder', path: server.docs }],
  });
  assert.equal((await catalog()).entries.length, 1);
  assert.equal((await atRoot()).status, 401, 'there are two');
  const address = `${server.url}/mcp/${other.domain}/server-card`;
  assert.equal((await fetch(address)).status, 401);
  assert.equal((await manage('POST', other.id)).ok, true);
  assert.equal((await catalog()).entries.length, 2);
  const card = (await (await fetch(address)).json()) as Card;
  assert.ok(card.title.length <= 100 && card.description.length <= 100);
  assert.equal((await manage('DELETE', other.id)).status, 204);
  assert.equal((await catalog()).entries.length, 1);

  await manage('DELETE', server.projectId);
  const asked = await fetch(`${server.url}/mcp/${server.domain}/server-card`, {
    headers: { authorization: `Bearer ${server.assistantKey}` },
  });
  assert.equal(asked.headers.get('cache-control'), 'no-store');
  assert.equal(((await asked.json()) as Card).remotes[0]!.headers!.length, 1);
  assert.deepEqual((await catalog()).entries, []);
});

test('docent mcp says where the server is, and what the registry takes', async () => {
  const data = server.app.config.dataFolder;
  const env = { DOCENT_PUBLIC_URL: 'https://ask.example.com/docs' };
  const words = ['mcp', server.domain, '--data', data];
  const said = await docent(words, { env });
  assert.equal(said.stdout.trim(), `https://ask.example.com/docs/mcp/${server.domain}`);
  assert.match(said.stderr, /key is needed/);
  const printed = JSON.parse((await docent([...words, '--registry'], { env })).stdout) as Card;
  assert.equal(printed.name, `com.example.ask/${server.domain}`);
  assert.equal(printed.version, '1.0.0');
  assert.deepEqual(
    printed.remotes.map(({ type, url }) => [type, url]),
    [['streamable-http', `https://ask.example.com/docs/mcp/${server.domain}`]],
  );
  const local = await docent([...words, '--registry']);
  assert.equal(local.code, 4);
  assert.match(local.stderr, /DOCENT_PUBLIC_URL/);
});
