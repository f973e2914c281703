// MCP clients of people who sign in at an identity provider: what its groups open, and what ends it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { discoverAuthorizationServerMetadata, refreshAuthorization } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { closeAskPage } from '../../src/accounts/ask-page-key.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { removeMember } from '../../src/accounts/manage-members.ts';
import { addMember } from '../../src/store/members.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { findUser, updateUser } from '../../src/store/users.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { end, inviteAll, type Served, serveWith } from '../helpers/identity-provider.ts';
import { type OAuthClient, openOAuthClient, pressAllow, readPage } from '../helpers/oauth-client.ts';
import { post } from '../helpers/server.ts';

/** What the identity provider says of everybody; only at userinfo, with the scope `groups`. */
let groups: unknown = ['Engineering', 'All', 42];
let served: Served;
let browser: TestBrowser;
let page: Page;
let client: OAuthClient;
before(async () => {
  served = await serveWith(
    {
      conformIdTokenClaims: true,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: id, groups }),
      }),
    },
    {},
    {
      docs: {
        'index.md': '# Open\n\nFor everybody.\n',
        'member.md': '---\ntitle: Member\ngroups: [members]\n---\n\nFor members.\n',
        'eng.md': '---\ntitle: Eng\ngroups: [eng]\n---\n\nFor engineers.\n',
        'board.md': '---\ntitle: Board\ngroups: [board, All]\n---\n\nFor the board.\n',
      },
    },
  );
  const { app, projectId } = served.server;
  await closeAskPage(app.store, (await findProjectById(app.store, projectId))!);
  await inviteAll(served.server, ['anna']);
  await map({ roles: { admin: ['members'] }, groups: { Engineering: ['eng'], Board: ['board'] } });
  browser = await openChromium();
  page = await (await browser.newContext()).newPage();
  client = await openOAuthClient();
});
after(async () => {
  client.close();
  await browser.close();
  await end(served);
});

async function map(memberGroups: object): Promise<void> {
  const { url, projectId, adminKey } = served.server;
  const answer = await fetch(`${url}/manage/v1/projects/${projectId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { memberGroups } }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

const mcpUrl = () => `${served.server.url}/mcp/${served.server.domain}`;
const status = async () =>
  (await post(mcpUrl(), client.tokens.access_token, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status;

/** Which of the pages the token opens. */
async function opens(): Promise<string[]> {
  const open = [];
  for (const name of ['index', 'member', 'eng', 'board']) {
    const params = { name: 'read', arguments: { page: name } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await post(mcpUrl(), client.tokens.access_token, message);
    assert.equal(answer.status, 200);
    const { result } = (await answer.json()) as { result: { isError?: boolean } };
    if (result.isError !== true) open.push(name);
  }
  return open;
}

/** At the identity provider's own pages. */
async function passProvider(name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('who signs in at the identity provider reads what their role and their groups there open', async () => {
  const connected = await client.connect(mcpUrl(), async (url) => {
    await page.goto(url.href);
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await passProvider('anna');
    await pressAllow(page);
  });
  assert.match((await readPage(connected, 'eng'))!, /For engineers/);
  await connected.close();
  assert.deepEqual(
    await opens(),
    ['index', 'member', 'eng'],
    'a group that the project does not map is none',
  );
});

test('a token sees less as soon as the person, or the project’s map, has less', async () => {
  groups = 'Board';
  page = await (await browser.newContext()).newPage();
  await page.goto(`${served.server.url}/manage/v1/oidc/start?returnTo=/healthz`);
  await passProvider('anna');
  await page.waitForURL(`${served.server.url}/healthz`);
  assert.deepEqual(await opens(), ['index', 'member', 'board']);
  await map({ groups: { Board: ['board'] } });
  assert.deepEqual(await opens(), ['index', 'board']);
  const anna = (await findUser(served.server.app.store, { email: 'anna@example.com' }))!;
  const { store } = served.server.app;
  const now = await store.now();
  await updateUser(store, anna.id, { groupsAt: now - 31 * 86_400_000 });
  assert.deepEqual(await opens(), ['index'], 'what the provider said long ago');
  await updateUser(store, anna.id, { groupsAt: now });
});

test('an access token that has expired is refused, and is renewed', async () => {
  const { store } = served.server.app;
  await store.db
    .updateTable('oauthRecords')
    .set({ expiresAt: 1 })
    .where('model', '=', 'AccessToken')
    .execute();
  const refused = await post(mcpUrl(), client.tokens.access_token, {});
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('www-authenticate')!, /scope="docs:read", error="invalid_token"$/);
  client.tokens = await refresh();
  assert.equal(await status(), 200);
});

test('who leaves the organization has no connection any more, also when they come back', async () => {
  const { store } = served.server.app;
  const { id: organizationId } = await ensureDefaultOrganization(store);
  const { id: userId } = (await findUser(store, { email: 'anna@example.com' }))!;
  await removeMember(store, { organizationId, userId });
  assert.equal(await status(), 401);
  await assert.rejects(refresh());
  const stranger = await openOAuthClient();
  await assert.rejects(
    stranger.connect(mcpUrl(), async (url) => {
      await page.goto(url.href);
      await page.getByRole('heading', { name: 'You have no access' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0);
      const forced = await page.evaluate(
        `fetch('', { method: 'POST', body: 'do=allow' }).then(({ url, status }) => [url, status])`,
      );
      assert.deepEqual(forced, [page.url(), 200], 'the same page again');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('You can close this page.').waitFor();
    }),
  );
  stranger.close();
  await addMember(store, { organizationId, userId, role: 'owner', createdAt: 1 });
  assert.equal(await status(), 401);
});

async function refresh() {
  return refreshAuthorization(served.server.url, {
    metadata: (await discoverAuthorizationServerMetadata(served.server.url))!,
    clientInformation: client.client,
    refreshToken: client.tokens.refresh_token,
    resource: new URL(mcpUrl()),
  });
}
