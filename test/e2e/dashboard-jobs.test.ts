// Jobs of the docs agent in the dashboard: a real browser, server and git, and a model server that plays a script.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { findProjectById } from '../../src/store/projects.ts';
import { addTrigger, endTrigger, noteWaiting } from '../../src/store/triggers.ts';
import { edit, finish, textOf } from '../helpers/agent-script.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { exampleDocs } from '../helpers/docs-folder.ts';
import {
  checkPage,
  keepScreenshot,
  openMenu,
  signIn,
  type WatchedPage,
  watchedPage,
} from '../helpers/dashboard-page.ts';
import { addHostileJob } from '../helpers/hostile-job.ts';
import { largeDiff } from '../helpers/large-diff.ts';
import { answered, type Reply } from '../helpers/model-replies.ts';
import { type ModelRequest, type ModelServer, startModelServer } from '../helpers/model-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { setUp, signedInAs } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const question = 'Which zeppelins can Harbour dock?';

const first = 'Harbour keeps container images close to the machines that run them.';
const docs = {
  ...exampleDocs,
  'index.md': `# Harbour\n\n${first}\n\n<img src="http://elsewhere.test/x" onerror="window.pwned=1">\n\n${Array.from({ length: 60 }, (_, nth) => `Pier ${nth + 1} is open.\n\n`).join('')}`,
};

describe('a job in the dashboard', () => {
  let server: TestServer;
  let model: ModelServer;
  let browser: TestBrowser;
  let watched: WatchedPage;
  /** The model waits for this before it says more. */
  let gate = Promise.withResolvers<void>();

  before(async () => {
    model = await startModelServer(script(() => gate.promise));
    const settings = { DOCENT_AGENT_MODEL: 'compatible/m', DOCENT_MODEL_URL: `${model.url}/v1` };
    server = await startServer({ docs, settings, work: ['job', 'deployment'] });
    await server.app.dashboard.prepare();
    const owner = await setUp(server);
    browser = await openChromium();
    const context = await browser.newContext();
    await signIn(context, server.url, owner.cookie()!);
    watched = await watchedPage(context, server.url);
  });
  after(async () => {
    gate.resolve();
    await browser.close();
    await server.close();
    await model.close();
  });

  const openGate = () => {
    gate.resolve();
    gate = Promise.withResolvers();
  };
  const at = (path: string) => `${server.url}/default/${server.domain}${path}`;

  test('is started from a content gap, with the drafted prompt changed before', async () => {
    const { page } = watched;
    const message = { id: '1', role: 'user', parts: [{ type: 'text', text: question }] };
    const path = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
    await (await post(path, server.assistantKey, { fp: 'x', messages: [message] })).text();
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    await page.goto(at('/gaps'));
    await page.getByRole('link', { name: /zeppelins/ }).click();
    await page.getByRole('link', { name: 'Start a job' }).click();
    const box = page.getByLabel('What should change?');
    assert.match(await box.inputValue(), /Readers ask this.*Which zeppelins can Harbour dock/s);
    await box.fill(`${await box.inputValue()}\n\nSay it on the index page.`);
    await page.getByRole('button', { name: 'Start the job' }).click();
    await page.getByRole('heading', { level: 1, name: `Answer “${question}”` }).waitFor();
  });

  test('is watched while it works: to-do list, steps, files', async () => {
    const { page } = watched;
    await page.getByText('I look for a place.').waitFor();
    await page.getByText('Find the page').waitFor();
    await page.getByText('index.md').first().waitFor();
    await page.getByText('1 of 2', { exact: true }).waitFor();
    await page.getByRole('status').getByText('Editing').waitFor();
    await checkPage(page, 'job at work');
    await keepScreenshot(page, 'job-at-work');
    assert.match(textOf(model.requests[0]!), /Say it on the index page\./);
    openGate();
    await page.getByRole('status').getByText('Done').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Say which zeppelins can dock' }).waitFor();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.getByText('Checks passed').waitFor();
    assert.match(await page.getByRole('main').innerText(), /Tokens\s+\d+ in, \d+ out/);
  });

  test('shows its change file by file: hidden lines, both sides, the page as readers get it', async () => {
    const { page } = watched;
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByText('Harbour docks rigid zeppelins.').waitFor();
    await checkPage(page, 'job done');
    await keepScreenshot(page, 'job-done');
    assert.match(
      await files(page).innerText(),
      /0 of 2 viewed[^]*guide[^]*proxy\.mdx\s+\+1 −1[^]*index\.md\s+\+2/,
    );

    const index = changes.getByRole('region', { name: 'index.md' });
    assert.equal(await index.getByText('Pier 20 is open.').count(), 0);
    await index.getByRole('button', { name: 'Show 20 lines below' }).click();
    await index.getByText('Pier 10 is open.').waitFor();
    await index.getByRole('button', { name: /^Show all/ }).click();
    await index.getByText('Pier 60 is open.').waitFor();
    await index.getByRole('button', { name: 'Show 1 hidden line' }).click();
    await index.getByRole('button', { name: 'Comment on line 1', exact: true }).waitFor();
    assert.equal(await index.getByRole('button', { name: /^Show/ }).count(), 0, 'nothing is hidden any more');

    await changes.getByText('Split', { exact: true }).click();
    await changes.locator('table.diff-split').first().waitFor();
    await checkPage(page, 'split change');
    await keepScreenshot(page, 'review-split');

    const proxy = changes.getByRole('region', { name: 'guide/proxy.mdx' });
    await proxy.getByText('Page', { exact: true }).click();
    await proxy.getByText('Configure a proxy').waitFor();
    await proxy.getByText('The proxy must accept CONNECT.').waitFor();
    assert.ok(!(await proxy.innerText()).includes('<Note>'), 'a component is a plain block');
    await index.getByText('Page', { exact: true }).click();
    await index.getByText('Harbour docks rigid zeppelins.').waitFor();
    assert.equal(await index.locator('img').count(), 0);
    assert.equal(await page.evaluate('window.pwned'), undefined);
    await keepScreenshot(page, 'review-page');
    await index.getByText('Change', { exact: true }).click();
    await proxy.getByRole('checkbox', { name: 'Viewed' }).check();
    await files(page).getByText('1 of 2 viewed').waitFor();
    assert.equal(await proxy.locator('article').count(), 0, 'what one is done with is folded');
  });

  test('is commented line by line with the keyboard; the comments are the next round', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.locator('table.diff-unified').first().waitFor();
    await files(page).getByText('1 of 2 viewed').waitFor();
    const index = changes.getByRole('region', { name: 'index.md' });
    await index.getByRole('button', { name: 'Comment on line 4', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await index.getByRole('textbox', { name: 'Comment on line 5' }).fill('Say how many, too.');
    await page.keyboard.press('Control+Enter');
    await index.getByText('not sent yet').waitFor();
    await checkPage(page, 'review on a phone');
    await keepScreenshot(page, 'review-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    await index.getByText('Say how many, too.').waitFor();
    const review = page.getByRole('region', { name: 'Your review' });
    await review.getByText('1 comment, not sent yet').waitFor();
    const draft = 'Object.entries(localStorage).find(([key]) => key.startsWith("docent.review.job"))';
    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/healthz`);
    const [key, kept] = await tab.evaluate<[string, string]>(draft);
    await tab.evaluate(`localStorage.removeItem(${JSON.stringify(key)})`);
    await review.waitFor({ state: 'detached' });
    await tab.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(kept)})`);
    await tab.close();
    await review.getByText('1 comment, not sent yet').waitFor();
    await review.getByRole('button', { name: /^Send/ }).dblclick();
    await page.getByRole('status').getByText('Done').waitFor();
    await page.getByText('Whole change').waitFor();
    assert.equal(await review.count(), 0);
    const asked = textOf(model.requests[2]!);
    assert.match(
      asked,
      /index\.md, line 5:\n<diff>\nHarbour docks rigid zeppelins\.\n<\/diff>\nSay how many, too\./,
    );
    assert.equal(asked.split('Say how many, too.').length, 2, 'it was sent once');
    await changes.getByText('Harbour docks three rigid zeppelins.').waitFor();
    await page.getByText('Round 2', { exact: true }).click();
    await changes.getByText('Answers a comment').waitFor();
    await changes.getByText('Harbour docks rigid zeppelins.').nth(1).waitFor();
    await page.getByText('Round 1', { exact: true }).click();
    await changes.getByText('for round 2').waitFor();
    await checkPage(page, 'answered review');
    await keepScreenshot(page, 'review-answered');
  });

  test('has its conflict with the base resolved by the agent', async () => {
    const { page } = watched;
    const path = join(server.docs, 'index.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace(first, `${first}\n\nIt is free.`));
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('this change conflicts with it').waitFor();
    await checkPage(page, 'job with conflicts');
    await page.getByRole('button', { name: 'Resolve conflicts' }).click();
    await page.getByText('Round 3', { exact: true }).waitFor();
    await page.getByRole('status').getByText('Done').waitFor();
    await page.getByText('this change conflicts with it').waitFor({ state: 'detached' });
  });

  test('is merged into the docs', async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.match(
      await readFile(join(server.docs, 'index.md'), 'utf8'),
      /three rigid zeppelins\.\n+It is free\./,
    );
    assert.equal(await page.getByRole('button', { name: 'Merge' }).count(), 0);
  });

  test('is known to answers after the docs are deployed by the button', async () => {
    const { page } = watched;
    await page.getByRole('link', { name: 'deployment', exact: true }).click();
    await page.getByRole('button', { name: 'Deploy now' }).click();
    await page.getByRole('heading', { name: 'Deployment', exact: true }).waitFor();
    await page.getByText('Success').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const search = `${server.url}/discovery/v1/search/${server.domain}`;
    const [best] = (await (await post(search, server.assistantKey, { query: 'rigid zeppelins' })).json()) as {
      content: string;
    }[];
    assert.match(best!.content, /Harbour docks three rigid zeppelins/);
  });

  test('takes a follow-up, is cancelled at work, and put away', async () => {
    const { page } = watched;
    await openMenu(page, 'Jobs');
    await page.getByRole('link', { name: /Say which zeppelins can dock/ }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('Also say how many.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Followed up').waitFor();
    await page.getByText('I count them.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').getByText('Cancelled').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').getByText('Cancelled').waitFor();
    await page.getByText('Send it a message to go on').waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('status').getByText('Archived').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).count(), 0);

    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.getByText('Failed', { exact: true }).click();
    await page.getByText('No job has failed').waitFor();
    await page.getByText('Archived', { exact: true }).first().click();
    await page.getByRole('link', { name: /Say which zeppelins can dock/ }).waitFor();
    assert.equal(new URL(page.url()).search, '?status=archived');
  });

  test('has its pull requests made as the settings say', async () => {
    const { page } = watched;
    await openMenu(page, 'Settings');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Pull requests' }) });
    await card.getByLabel('Labels').fill('docs, by a bot');
    await card.getByLabel('Reviewers').fill('ada acme/writers');
    await card.getByLabel('E-mail address in commits').fill('bot@example.com');
    await card.getByLabel('Signed commits').selectOption('forge');
    await card.getByLabel('Sign off commits').check();
    await keepScreenshot(page, 'pull-request-settings');
    await card.getByLabel('Close untouched pull requests').fill('14');
    await page.getByLabel('Open pull requests, at most').fill('3');
    await page.getByLabel('Combine merges within').fill('0');
    await card.getByLabel('Labels').press('Enter');
    const saved = async () => (await findProjectById(server.app.store, server.projectId))!.settings;
    await eventually(saved, ({ pullRequests }) => pullRequests?.signing === 'forge');
    assert.deepEqual((await saved()).pullRequests, {
      labels: ['docs', 'by a bot'],
      reviewers: ['ada', 'acme/writers'],
      commitEmail: 'bot@example.com',
      askOwners: true,
      signOff: true,
      signing: 'forge',
    });
    const { archiveAfterDays, batchMinutes, maxOpenPullRequests } = await saved();
    assert.deepEqual([archiveAfterDays, batchMinutes, maxOpenPullRequests], [14, 0, 3]);
    await page.reload();
    assert.equal(await page.getByLabel('Open pull requests, at most').inputValue(), '3');
    assert.equal(await page.getByLabel('Reviewers').inputValue(), 'ada, acme/writers');
  });

  test('is one of those that wait, which people put in order with the keyboard, drop and try again', async () => {
    const { page } = watched;
    const { app, projectId } = server;
    const subjects = ['acme#1', 'acme#2', 'acme#3'];
    for (const subject of subjects)
      await addTrigger(app.store, {
        id: `trg_${subject.at(-1)}`,
        projectId,
        kind: 'release',
        subject,
        about: {},
      });
    await noteWaiting(app.store, 'trg_1', 'It waits: 5 pull requests are open.');
    await openMenu(page, 'Triggers');
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Waiting' }) });
    const row = (subject: string) => card.getByRole('listitem').filter({ hasText: subject });
    const button = (subject: string, name: string) => row(subject).getByRole('button', { name });
    const order = async () =>
      (await card.getByRole('listitem').allInnerTexts()).map((text) => /acme#\d/.exec(text)![0]);
    await eventually(order, (now) => now.join() === subjects.join());
    await row('acme#1').getByText('It waits: 5 pull requests are open.').waitFor();
    await button('acme#3', 'Move to the front').focus();
    await page.keyboard.press('Enter');
    await eventually(order, (now) => now.join() === 'acme#3,acme#1,acme#2');
    await page.getByText('Now number 1 of 3 that wait.').waitFor();
    assert.equal(await button('acme#3', 'Move up').getAttribute('aria-disabled'), 'true');
    await button('acme#1', 'Move down').focus();
    await page.keyboard.press('Enter');
    await eventually(order, (now) => now.join() === 'acme#3,acme#2,acme#1');
    // The same button again, though its row has moved.
    await card.locator('button[aria-label="Move down"]:focus').waitFor();
    await button('acme#1', 'Move up').focus();
    await page.keyboard.press('Enter');
    await button('acme#2', 'Drop').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await eventually(order, (now) => now.join() === 'acme#3,acme#1');
    await endTrigger(app.store, 'trg_3', { outcome: 'failed', reason: 'It was tried for a week.' });
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(order, (now) => now.join() === 'acme#3,acme#1');
  });

  test('is only looked at by a viewer', async () => {
    const { organizationId } = (await server.app.store.db
      .selectFrom('projects')
      .select('organizationId')
      .executeTakeFirstOrThrow())!;
    const viewer = await signedInAs(server, organizationId, 'viewer');
    const context = await browser.newContext();
    await signIn(context, server.url, `__Host-docent=${viewer.secret}`);
    const other = await watchedPage(context, server.url);
    await other.page.goto(at('/jobs'));
    await other.page.getByRole('link', { name: /Say which zeppelins can dock/ }).click();
    await other.page.getByText('I look for a place.').waitFor();
    assert.equal(
      await other.page.getByRole('button', { name: /Archive|Merge|Close|Cancel|Send/ }).count(),
      0,
    );
    const { store } = server.app;
    const picture =
      'diff --git a/docs/ship.png b/docs/ship.png\nBinary files a/docs/ship.png and b/docs/ship.png differ\n';
    const diff = largeDiff([250, ...Array.from({ length: 55 }, () => 1)]) + picture;
    await other.page.goto(at(`/jobs/${await addHostileJob(store, server.projectId, diff)}`));
    const large = other.page.getByRole('region', { name: 'docs/page-0.md' });
    await large.getByRole('button', { name: 'Show 500 changed lines' }).click();
    await large.getByText('100 lines of this file are not shown yet').waitFor();
    await large.getByRole('button', { name: 'Show 100 more lines' }).click();
    await large.getByText('It is free.').nth(249).waitFor();
    // Pressed in one go: the file is listed by then, and not rendered yet.
    await other.page.evaluate(`(async () => {
      [...document.querySelectorAll('button')].find(({ innerText }) => innerText === 'Show 7 more of 57 files').click();
      await null;
      document.querySelector('nav button[title="docs/page-55.md"]').click();
    })()`);
    await other.page.locator('[aria-label="docs/page-55.md"] h3:focus').waitFor();
    const binary = other.page.getByRole('region', { name: 'docs/ship.png' });
    await binary.getByRole('button', { name: 'docs/ship.png' }).click();
    await binary.getByRole('button', { name: 'Show the file' }).click();
    await binary.getByText('Nothing to show as text.').waitFor();
    await other.page.goto(at('/jobs/new'));
    await other.page.getByText('Only admins and owners can start jobs.').waitFor();
    await other.page.goto(at('/triggers'));
    await other.page.getByRole('heading', { name: 'Waiting' }).waitFor();
    assert.equal(await other.page.getByRole('button', { name: /Move|Drop/ }).count(), 0);
    assert.deepEqual(other.problems, []);
    await context.close();
  });

  test('asked no other host, broke no rule of its policy and threw nothing', () => {
    assert.deepEqual(watched.problems, []);
  });
});

const markers = ['<<<<<<< pull-request', '=======', '>>>>>>> base'];

const files = (page: Page) => page.getByRole('navigation', { name: 'Changed files' });

/** Edits at once, then says and does nothing more until the gate opens; a follow-up begins again. */
function script(gate: () => Promise<void>) {
  async function* afterGate() {
    await gate();
    yield 'That is all.';
  }
  const todo = (...done: boolean[]) => ({
    name: 'plan',
    input: { items: ['Find the page', 'Write it'].map((text, nth) => ({ text, done: done[nth]! })) },
  });
  const replies: Reply[] = [
    answered({
      text: ['I look for a place.'],
      tools: [
        todo(true, false),
        edit(first, `${first}\n\nHarbour docks rigid zeppelins.`, 'index.md'),
        edit(
          'The proxy must accept the CONNECT method.',
          'The proxy must accept CONNECT.',
          'guide/proxy.mdx',
        ),
      ],
    }),
    answered({ text: afterGate(), tools: [todo(true, true), finish('Say which zeppelins can dock')] }),
    answered({ tools: [edit('docks rigid', 'docks three rigid', 'index.md')] }),
    answered({ tools: [finish('Say which zeppelins can dock')] }),
    answered({ tools: markers.map((marker) => edit(`${marker}\n`, '', 'index.md')) }),
    answered({ tools: [finish('Say which zeppelins can dock')] }),
    answered({ text: ['I count them.'], tools: [todo(false, false)] }),
    answered({ text: afterGate(), tools: [finish()] }),
  ];
  return (_: ModelRequest, call: number) => replies[Math.min(call, replies.length) - 1]!;
}
