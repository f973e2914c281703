// The dashboard in a real browser, over a real server: what people do there from the first start on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { newSetupLink } from '../../src/accounts/invitation.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { readQuestions } from '../../src/retrieval/eval/labelled-question.ts';
import { findOrganization, insertOrganization } from '../../src/store/organizations.ts';
import { eventually } from '../helpers/eventually.ts';
import { firstCitedSentence } from '../helpers/cited-sentence.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import {
  checkChartTip,
  checkFigures,
  checkPage,
  hasSaid,
  keepScreenshot,
  openMenu,
  type WatchedPage,
  watchedPage,
} from '../helpers/dashboard-page.ts';
import { password } from '../helpers/people.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

describe('the dashboard', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let context: BrowserContext;
  let watched: WatchedPage;
  /** What the second model waits for in the midst of its answer. */
  let pause: Promise<void> = Promise.resolve();
  const slowModel = scriptedModel(async function* () {
    const lines = Array.from({ length: 80 }, (_, at) => `Line ${at}.\n\n`);
    const [start, ...rest] = textAnswer('See [[s1]].\n\n- [x] Read it\n- [ ] Try it\n\n', ...lines);
    yield start!;
    yield* rest.slice(0, 60);
    await pause;
    yield* rest.slice(60);
  });
  /** What the first source of the first answer supports. */
  let sentence = '';
  const at = (path: string) => `${server.url}/default/${server.domain}${path}`;

  before(async () => {
    server = await startServer({
      otherModels: [slowModel],
      settings: { DOCENT_BASE_URL: 'https://docs.example.com', DOCENT_FOLDERS: '/srv/docs' },
    });
    await server.app.dashboard.prepare();
    browser = await openChromium();
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    watched = await watchedPage(context, server.url);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  test('leads from the set-up link to the first cited answer', async () => {
    const { page } = watched;
    const { store } = server.app;
    const token = await newSetupLink(store, await ensureDefaultOrganization(store));
    await page.goto(`${server.url}/setup#${token}`);
    await page.getByLabel('Your name').fill('Olga Owner');
    await page.getByLabel('E-mail').fill('olga@example.com');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    // Who sets it up lands before the docs themselves, with a question filled in.
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    assert.match(await page.getByLabel('Question').inputValue(), /^How do I get started with /);
    await page.getByLabel('Question').fill('How do I install Harbour on Linux?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article');
    await answer.getByRole('link', { name: /Linux/ }).first().waitFor();
    assert.match(await answer.innerText(), /apt install harbour|package manager/);
    // As in the widget: what is code has its colours.
    await answer.locator('pre .t-kwd', { hasText: 'install' }).waitFor();
    sentence = await firstCitedSentence(answer, '1 Install Harbour');
    await answer.getByText(/sections? retrieved/).click();
    await answer.getByText('guide/install').first().waitFor();
  });

  test('shows the conversation that was had', async () => {
    const { page } = watched;
    await openMenu(page, 'Conversations');
    await page.getByRole('link', { name: /How do I install Harbour on Linux/ }).click();
    await page.getByRole('heading', { name: 'Conversation', exact: true }).waitFor();
    await page.getByText('Answered', { exact: true }).waitFor();
    const turn = page.getByRole('listitem').filter({ hasText: 'first text' });
    assert.equal(await firstCitedSentence(turn, '1 Install Harbour'), sentence);

    assert.match(await turn.innerText(), /first text .*whole [^$]*docent\/extractive/s);
    await page.getByText(/pages? (was|were) found/).click();
    await page.getByText('cited', { exact: true }).first().waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Ask Ada whether this is still so');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await hasSaid(page, 'Note saved.');
    await page.getByRole('button', { name: 'Mark as reviewed' }).click();
    await page.getByRole('heading', { name: /^Reviewed/ }).waitFor();
    await page.getByRole('button', { name: 'Add to the test questions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await hasSaid(page, 'Added to the test questions.');
    await openMenu(page, 'Test questions');
    await page.getByRole('row', { name: /How do I install Harbour on Linux/ }).waitFor();
    const file = await page.request.get(
      `${server.url}/manage/v1/projects/${server.projectId}/eval-questions?format=jsonl`,
    );
    assert.deepEqual(
      readQuestions(await file.text()).map(({ expected }) => expected.length),
      [1],
    );
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    await openMenu(page, 'Pages in answers');
    const row = page.getByRole('row', { name: /install/ });
    await row.getByRole('link', { name: '1', exact: true }).first().click();
    await page.getByText(/^Cites /).waitFor();
    await page.getByRole('link', { name: /How do I install Harbour on Linux/ }).waitFor();
    await page.goto(at('/jobs/new?question=How%20do%20I%20install%20it%3F'));
    // A reader's words are quoted, so that what they name is not taken for what the admin wants.
    const drafted = await page.getByLabel('What should change?').inputValue();
    assert.match(drafted, /<questions>\nHow do I install it\?\n<\/questions>/);
  });

  test('asks as a reader, of two models side by side, says why, and goes on after a reload', async () => {
    const { page, problems } = watched;
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    await page.goto(at('/playground'));
    await page.getByRole('button', { name: 'Reader and comparison' }).click();
    await page.getByLabel('Page', { exact: true }).fill('/guide/proxy');
    await page.getByLabel('Groups', { exact: true }).fill('staff');
    await page.getByLabel('Side by side with').selectOption('model:test/scripted');
    await page
      .getByText('Asks as a reader on /guide/proxy, of staff. Compares with test/scripted.')
      .waitFor();
    await page.getByRole('button', { name: 'Reader and comparison' }).click();
    const question = 'What is the discount code for partners?';
    await page.getByLabel('Question').fill(question);
    await page.keyboard.press('Enter');
    const [first, second] = [page.getByRole('article').first(), page.getByRole('article').last()];
    await second.getByText('Line 58.').waitFor();
    await first.getByText('SEAGULL').first().waitFor();
    await first.getByText('Answered', { exact: true }).waitFor();
    assert.match(await first.innerText(), /whole [^$]*docent\/extractive/s);

    const toEnd = 'document.documentElement.scrollHeight - innerHeight - scrollY';
    const isAtEnd = () =>
      eventually(
        () => page.evaluate<number>(toEnd),
        (left) => left < 100,
      );
    // What grows is followed.
    await isAtEnd();
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    assert.equal(await jump.count(), 0);
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, -900);
    await jump.click();
    await jump.waitFor({ state: 'detached' });
    await isAtEnd();
    await page.getByRole('button', { name: 'Stop' }).click();
    await second.getByText('Stopped', { exact: true }).waitFor();
    await second.getByText('test/scripted').last().waitFor();
    resolve();

    await first.getByRole('button', { name: 'Not helpful' }).click();
    await first.getByRole('button', { name: 'Not helpful', pressed: true }).waitFor();
    await first.getByText(/^Why this answer: 1 section retrieved/).click();
    await first.getByText('cited', { exact: true }).first().waitFor();
    assert.equal(await first.locator('hr').count(), 0, 'the sources that end the text are shown once');
    await first.getByRole('button', { name: 'Copy the answer' }).click();
    await hasSaid(page, 'Copied');
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /SEAGULL.*\n\n1\. \[/s);
    await first.getByText('Nothing more was found.').waitFor();
    await keepScreenshot(page, 'playground-side-by-side');

    await page.reload();
    await page.getByRole('heading', { name: question }).waitFor();
    await first.getByRole('button', { name: 'Not helpful', pressed: true }).waitFor();
    await page.getByLabel('Question').fill('How do I install Harbour on macOS?');
    await page.keyboard.press('Enter');
    await second.getByText('Line 79.').waitFor();
    const tasks = second.getByRole('listitem').filter({ has: page.getByRole('checkbox') });
    assert.deepEqual(await tasks.allInnerTexts(), ['Read it', 'Try it']);
    assert.equal(await second.getByRole('checkbox', { name: 'Done', checked: true }).count(), 1);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByText('Ask your docs something').waitFor();
    assert.doesNotMatch(page.url(), /thread=/);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('link', { name: `${question} 2 questions` }).click();
    await page.getByRole('heading', { name: 'How do I install Harbour on macOS?' }).waitFor();
    assert.match(page.url(), /thread=thr_/);
    assert.deepEqual(problems, []);
  });

  test('makes, renames and deletes another organization', async () => {
    const { page } = watched;
    await openMenu(page, 'Organization');
    await page.getByRole('button', { name: 'New organization' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Metrics');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.locator('input[aria-invalid]:focus').waitFor();
    await dialog.getByLabel('Slug').fill('second');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('No project yet').waitFor();
    await openMenu(page, 'Organization');
    const general = page.locator('form', { has: page.getByLabel('Name', { exact: true }) });
    await general.getByLabel('Name', { exact: true }).fill('Second');
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Delete the organization' }).click();
    await dialog.getByLabel('Type Second to confirm').fill('Second');
    await dialog.getByRole('button', { name: 'Delete the organization' }).click();
    await page.waitForURL(`${server.url}/default`);
    await page.goto(at('/keys'));
  });

  test('invites a person, whose role then decides what they are offered', async () => {
    const { page } = watched;
    await openMenu(page, 'Members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('vera@example.com');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.locator('code').innerText();

    const other = await watchedPage(await browser.newContext(), server.url);
    await other.page.goto(link);
    await other.page.getByLabel('Your name').fill('Vera Viewer');
    await other.page.getByLabel('Password').fill(password);
    await other.page.getByRole('button', { name: 'Join' }).click();
    await other.page.getByRole('heading', { name: 'Projects' }).waitFor();
    await other.page.goto(at('/keys'));
    await other.page.getByText(server.projectId).waitFor();
    assert.equal(await other.page.getByRole('button', { name: 'New key' }).count(), 0);
    assert.deepEqual(other.problems, []);
    await other.page.context().close();
  });

  test('shows questions that the docs do not answer as gaps, and lets them be marked', async () => {
    const { page } = watched;
    await page.goto(at('/playground'));
    await page.getByLabel('Question').fill('Can zeppelins land on my kubernetes cluster?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText(/whole \d/).waitFor();
    const messages = [{ role: 'user', content: 'Can zeppelins land on a kubernetes cluster of mine?' }];
    await post(`${server.url}/v1/chat/completions`, server.assistantKey, { model: server.domain, messages });
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    await openMenu(page, 'Content gaps');
    await page.getByRole('link', { name: /zeppelins/ }).click();
    await page.getByLabel('Mark “Can zeppelins land on a').check();
    await page.getByRole('button', { name: 'Move marked questions to…' }).click();
    await page.getByRole('option', { name: 'A new topic' }).click();
    await hasSaid(page, 'One question was moved.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Questions (2)' }).waitFor();
    await page.getByRole('button', { name: 'Merge into another topic…' }).click();
    await page.getByRole('combobox', { name: 'Merge this topic into…' }).fill('HARBOUR install');
    const others = page.getByRole('option', { name: /install Harbour/ });
    await others.first().click();
    await hasSaid(page, 'The two are one topic now.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: /zeppelins/ }).waitFor();
    await page.getByRole('heading', { name: 'Questions (2)' }).waitFor();
    await page.getByRole('button', { name: 'Mark as solved' }).click();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Mark as solved' }).click();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Zeppelins on Kubernetes');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('h1[dir=auto]', { hasText: 'Zeppelins on Kubernetes' }).waitFor();
    await page.getByRole('link', { name: 'All gaps' }).click();
    await page.getByText('No open gap').waitFor();
  });

  test('goes to a page by its name, and back to it after a session that ended', async () => {
    const { page, problems, isQuiet } = watched;
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    await help.getByText('Show these keys').waitFor();
    // At once, as typed: what closes must not take along what was opened meanwhile.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Control+k')]);
    await page.getByRole('dialog').getByRole('combobox').fill('dark theme');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('topics');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Zeppelins on Kubernetes' }).click();
    await page.getByLabel('Note', { exact: true }).waitFor();
    assert.match(await page.title(), /^Zeppelins on Kubernetes · .+ · Docent$/);
    const place = page.url();
    const cookies = await page.context().cookies();
    /** Only what is asked from now on is asked without one. */
    const endSession = async () => {
      await isQuiet();
      await page.context().clearCookies();
    };
    await endSession();
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByLabel('Password').fill(password);
    await page.getByLabel('E-mail').fill('olga@example.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Zeppelins on Kubernetes' }).waitFor();
    assert.equal(page.url(), place);
    const leadsBackTo = async (path: string) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get('to'), path);
      await page.context().addCookies(cookies);
      await page.goto(server.url + path);
    };
    await endSession();
    // A mouse on its way would have the page loaded before the click, and so be sent to sign in from here.
    await page.getByRole('link', { name: 'Searches', exact: true }).dispatchEvent('click');
    await leadsBackTo(`/default/${server.domain}/searches`);
    await openMenu(page, 'Playground');
    await page.getByLabel('Question').fill('Which port?');
    await endSession();
    await page.keyboard.press('Enter');
    await leadsBackTo(`/default/${server.domain}/playground`);
    await page.getByLabel('Question').waitFor();
    problems.splice(0);
  });

  test('says when the credits are used up, and goes on when there are more', async () => {
    const { page } = watched;
    const setCredits = async (credits: string) => {
      await openMenu(page, 'Credits and limits');
      await page.getByRole('button', { name: 'Change the credits' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Credits per month').fill(credits);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const askInPlayground = async () => {
      await page.goto(at('/playground'));
      await page.getByLabel('Question').fill('How do I install Harbour on macOS?');
      await page.keyboard.press('Enter');
    };
    const isAnswered = async () => {
      await page.getByRole('article').getByRole('link', { name: /macOS/ }).first().waitFor();
      await page.getByText(/whole \d/).waitFor();
    };
    await page.goto(at(''));
    await setCredits('1');
    await page.getByText('The credits are used up').waitFor();
    await page.goto(at(''));
    await page.getByText('The credits are used up').waitFor();
    await checkChartTip(page);
    await checkFigures(page);
    await askInPlayground();
    await page.getByRole('alert').filter({ hasText: 'used up' }).waitFor();
    await openMenu(page, 'Credits and limits');
    const goesOn = page.getByLabel(/keeps answering without credits/);
    await goesOn.click();
    await page.getByText('Answers beyond the plan count as overage.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Answers beyond the plan count as overage.').waitFor({ state: 'detached' });
    await goesOn.click();
    await page.getByText('Answers beyond the plan count as overage.').waitFor();
    await askInPlayground();
    await isAnswered();
    await page.goto(at(''));
    await openMenu(page, 'Credits and limits');
    await page.getByText('1 used above the plan').waitFor();
    await goesOn.click();
    await page.getByText('Answers beyond the plan count as overage.').waitFor({ state: 'detached' });
    await setCredits('1000');
    await askInPlayground();
    await isAnswered();
  });

  test('lets an operator grant an organization what the configuration names, and nothing else', async () => {
    const { page } = watched;
    const tenant = { id: 'org_tenant', slug: 'tenant', name: 'Tenant', plan: {}, createdAt: Date.now() };
    await insertOrganization(server.app.store, tenant);
    await page.goto(`${server.url}/default/-/organization`);
    await page.getByRole('button', { name: 'Grants of Tenant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folders').fill('/etc');
    await keepScreenshot(page, 'grants');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('DOCENT_FOLDERS does not name /etc').waitFor();
    assert.equal(await page.getByText('DOCENT_FOLDERS does not name /etc').count(), 1, 'it is said once');
    await dialog.getByLabel('Folders').fill('/srv/docs/tenant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 folder', { exact: true }).waitFor();
    await checkPage(page, 'organization');
    await keepScreenshot(page, 'organization');
    const { plan } = (await findOrganization(server.app.store, tenant.id))!;
    assert.deepEqual(plan, { folders: ['/srv/docs/tenant'], repositories: [], privateHosts: [] });
  });

  test('sends strangers to sign in, and back to where they wanted to go', async () => {
    const stranger = await browser.newContext();
    const { page } = await watchedPage(stranger, server.url);
    await page.goto(at('/conversations?status=answered'));
    await page.getByLabel('E-mail').fill('olga@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Answered').inputValue(), 'answered');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await stranger.close();
  });

  test('asked no other host, broke no rule of its policy and threw nothing', () => {
    assert.deepEqual(watched.problems, []);
  });
});
