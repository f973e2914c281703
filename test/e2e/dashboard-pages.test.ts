// Every page of the dashboard with hostile texts in it, light and dark, wide and narrow. Pictures of all of them are
// left in docent-screenshots under the system's temporary folder.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import {
  checkPage,
  keepScreenshot,
  openPath,
  showPath,
  signIn,
  watchedPage,
} from '../helpers/dashboard-page.ts';
import { changeGapLoop, startGapLoop } from '../../src/store/gap-loops.ts';
import { addTrigger, endTrigger, noteWaiting } from '../../src/store/triggers.ts';
import { dashboardPaths } from '../helpers/dashboard-paths.ts';
import { addHostileJob } from '../helpers/hostile-job.ts';
import { hostileText, hostileTexts } from '../helpers/hostile-texts.ts';
import { setUp } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

/** All rules once; then those that other colours or another width can break. */
const screens = [
  { name: 'light', colorScheme: 'light', width: 1360, rules: undefined },
  {
    // The narrowest width without scrolling sideways: https://www.w3.org/TR/WCAG22/#reflow
    name: 'phone',
    colorScheme: 'light',
    width: 320,
    rules: ['target-size', 'scrollable-region-focusable'],
  },
  { name: 'zoomed', colorScheme: 'light', width: 640, rules: [] },
  { name: 'dark', colorScheme: 'dark', width: 1360, rules: ['color-contrast'] },
] as const;

describe('every page', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let cookie: string;
  let paths: Record<string, string>;

  before(async () => {
    server = await startServer();
    await server.app.dashboard.prepare();
    const owner = await setUp(server);
    cookie = owner.cookie()!;
    const provenGap = await fillWithHostileTexts(server, owner);
    browser = await openChromium();
    paths = {
      ...(await dashboardPaths(server, owner)),
      'gap-proven': `/default/${server.domain}/gaps/${provenGap}`,
    };
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  test('is readable, light and dark, wide and narrow, and nothing hostile in it comes alive', async () => {
    const context = await browser.newContext();
    await signIn(context, server.url, cookie);
    const { page, problems } = await watchedPage(context, server.url);
    await openPath(page, server.url);
    for (const [name, path] of Object.entries(paths)) {
      await page.setViewportSize({ width: screens[0].width, height: 900 });
      await showPath(page, path);
      for (const { name: screen, colorScheme, width, rules } of screens) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        // Colours change slowly, and are looked at when they have.
        await page.evaluate(
          'for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()',
        );
        // The frame around all pages is another one on a phone.
        const isFirst = path === Object.values(paths)[0];
        await checkPage(page, `${name} (${screen})`, isFirst ? undefined : rules);
        await keepScreenshot(page, `${name}-${screen}`);
      }
      assert.equal(await page.evaluate('window.pwned'), undefined, name);
      assert.deepEqual(problems, [], name);
    }
    await context.close();
  });
});

type Owner = Awaited<ReturnType<typeof setUp>>;

async function fillWithHostileTexts(server: TestServer, owner: Owner): Promise<string> {
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
  return addHostileProof(server, owner);
}

/** A trigger, and a gap that its job has closed with an answer full of such texts. */
async function addHostileProof({ app: { store }, projectId }: TestServer, owner: Owner): Promise<string> {
  const trigger = { id: 'trg_hostile', projectId, kind: 'code', subject: hostileText, about: {} } as const;
  await addTrigger(store, trigger);
  await endTrigger(store, trigger.id, { outcome: 'ignored', reason: hostileText });
  for (const nth of [1, 2]) {
    const waiting = { id: `trg_waits${nth}`, subject: `${hostileText}${nth}` };
    await addTrigger(store, { ...trigger, ...waiting });
    await noteWaiting(store, waiting.id, hostileText);
  }
  const gapId: string = (await owner.get(`/manage/v1/projects/${projectId}/gaps`)).body.items.at(-1).id;
  const [job] = (await owner.get(`/v2/agent/${projectId}/jobs`)).body.jobs;
  const solved = await owner.send('PATCH', `/manage/v1/projects/${projectId}/gaps/${gapId}`, {
    status: 'solved',
  });
  assert.equal(solved.status, 200);
  await startGapLoop(store, { gapId, projectId, jobId: job.id });
  const citations = hostileTexts.map((title) => ({ url: `javascript:alert('${title}')`, title }));
  const proof = { answer: hostileTexts.join('\n\n'), citations, deploymentId: 'dep_1', checkedAt: 0 };
  await changeGapLoop(store, { gapId, jobId: job.id }, { state: 'solved', proof });
  return gapId;
}
