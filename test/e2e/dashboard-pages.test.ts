// Every page of the dashboard with hostile texts in it, light and dark, wide and narrow. Pictures of all of them are
// left in docent-screenshots under the system's temporary folder.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { openChromium } from '../helpers/chromium.ts';
import { checkPage, keepScreenshot, openPath, signIn, watchedPage } from '../helpers/dashboard-page.ts';
import { addHostileJob } from '../helpers/hostile-job.ts';
import { hostileText, hostileTexts } from '../helpers/hostile-texts.ts';
import { setUp } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const screens = [
  { name: 'light', colorScheme: 'light', width: 1360 },
  { name: 'dark', colorScheme: 'dark', width: 1360 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const;

describe('every page', () => {
  let server: TestServer;
  let browser: Browser;
  let cookie: string;
  let paths: Record<string, string>;

  before(async () => {
    server = await startServer();
    await server.app.dashboard.prepare();
    const owner = await setUp(server);
    cookie = owner.cookie()!;
    await fillWithHostileTexts(server, owner);
    browser = await openChromium();
    paths = await pagePaths(server, owner);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  for (const screen of screens) {
    test(`is readable on a ${screen.name} screen, and nothing hostile in it comes alive`, async () => {
      const context = await newContext(browser, server, cookie, screen);
      for (const [name, path] of Object.entries(paths)) {
        const { page, problems } = await watchedPage(context, server.url);
        await openPath(page, server.url + path);
        await checkPage(page, `${name} (${screen.name})`);
        await keepScreenshot(page, `${name}-${screen.name}`);
        assert.equal(await page.evaluate('window.pwned'), undefined, name);
        assert.deepEqual(problems, [], name);
        await page.close();
      }
      await context.close();
    });
  }
});

async function newContext(
  browser: Browser,
  server: TestServer,
  cookie: string,
  { colorScheme, width }: (typeof screens)[number],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width, height: width < 500 ? 844 : 900 },
  });
  await signIn(context, server.url, cookie);
  return context;
}

type Owner = Awaited<ReturnType<typeof setUp>>;

async function fillWithHostileTexts(server: TestServer, owner: Owner): Promise<void> {
  const { url, domain, projectId, assistantKey } = server;
  const org = '/manage/v1/organizations/default';
  const name = hostileTexts[0]!;
  const sent = [
    await owner.send('PATCH', '/manage/v1/user', { name }),
    await owner.send('PATCH', org, { name }),
    await owner.send('PATCH', `/manage/v1/projects/${projectId}`, { name }),
    await owner.send('POST', `${org}/keys`, { kind: 'assistant', name, projectId }),
    await owner.send('POST', `${org}/keys`, {
      kind: 'admin',
      name: hostileTexts[2],
      scopes: ['read'],
      ipAllowList: ['192.0.2.1'],
    }),
    await owner.send('POST', `${org}/invitations`, { email: 'vera@example.com', role: 'viewer' }),
  ];
  for (const { status, text } of sent) assert.ok(status < 300, text);
  const ask = (content: string) =>
    post(`${url}/discovery/v2/assistant/${domain}/message`, assistantKey, {
      fp: name,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: content }] }],
    });
  for (const text of ['How do I install Harbour on Linux?', ...hostileTexts, hostileText]) {
    const answer = await (await ask(text)).text();
    const messageId = /"messageId":"(\w+)"/.exec(answer)?.[1];
    await post(`${url}/discovery/v1/feedback/${domain}`, assistantKey, {
      messageId,
      helpful: false,
      comment: text,
    });
    await post(`${url}/discovery/v1/search/${domain}`, assistantKey, { query: text });
  }
  await groupProject(server.app.store, projectId, async () => wordVectors);
  await addHostileJob(server.app.store, projectId);
}

/** Every page, with what was put into the server. */
async function pagePaths(server: TestServer, owner: Owner): Promise<Record<string, string>> {
  const project = `/default/${server.domain}`;
  const of = async (list: string) =>
    (await owner.get(`/manage/v1/projects/${server.projectId}/${list}`)).body.items;
  const [conversation] = await of('conversations');
  const [deployment] = await of('deployments');
  const [gap] = await of('gaps');
  const [job] = (await owner.get(`/v2/agent/${server.projectId}/jobs`)).body.jobs;
  return {
    projects: '/default',
    home: project,
    topics: `${project}/topics`,
    pages: `${project}/pages`,
    'one-page': `${project}/pages?path=`,
    gaps: `${project}/gaps`,
    gap: `${project}/gaps/${gap.id}`,
    plan: '/default/-/plan',
    playground: `${project}/playground`,
    conversations: `${project}/conversations`,
    'conversations-none': `${project}/conversations?text=nobody-said-this`,
    conversation: `${project}/conversations/${conversation.threadId}`,
    searches: `${project}/searches`,
    deployments: `${project}/deployments`,
    deployment: `${project}/deployments/${deployment.id}`,
    jobs: `${project}/jobs`,
    'jobs-none': `${project}/jobs?status=completed`,
    'new-job': `${project}/jobs/new?gap=${gap.id}`,
    job: `${project}/jobs/${job.id}`,
    keys: `${project}/keys`,
    widget: `${project}/widget`,
    settings: `${project}/settings`,
    usage: '/default/-/usage',
    members: '/default/-/members',
    audit: '/default/-/audit',
    organization: '/default/-/organization',
    account: '/-/account',
    'not-found': '/default/none',
    'sign-in': '/sign-in',
    'old-invitation': '/invite#used',
  };
}
