// From sign-in to the outcome that each role comes for, in one browser: administrator, writer, support lead, developer.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openV5Chat } from '../clients/chat-v5.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { groupProject } from '../../src/analytics/group-new-questions.ts';
import { wordVectors } from '../../src/analytics/question-vectors.ts';
import { listKeys } from '../../src/store/keys.ts';
import { addProject, findProjectById } from '../../src/store/projects.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import {
  saidAtFocused,
  copiesWithoutClipboard,
  hasSaid,
  keepScreenshot,
  openMenu,
  signIn,
  watchedPage,
} from '../helpers/dashboard-page.ts';
import { update } from '../helpers/deployments.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { eventually } from '../helpers/eventually.ts';
import { signedInAs } from '../helpers/people.ts';
import { commitFiles } from '../helpers/repository.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';
import { walkByTab } from '../helpers/walk-by-tab.ts';

describe('what people come to the dashboard for', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let folder: Awaited<ReturnType<typeof docsFolder>>;
  let url: string;
  const at = (path: string) => `${server.url}/default/${path}`;
  const ask = (content: string, key = server.assistantKey) =>
    post(`${server.url}/v1/chat/completions`, key, {
      model: server.domain,
      messages: [{ role: 'user', content }],
    });

  before(async () => {
    folder = await docsFolder({});
    const origin = join(folder.path, 'harbour.git');
    await commitFiles(origin, {
      'index.md': '# Harbour\n\nHarbour moors ships. See [the quays](quays.md).\n',
      'quays.md': '# Quays\n\nA quay holds three ships.\n',
    });
    url = `file://${origin}`;
    server = await startServer({ settings: { DOCENT_FOLDERS: folder.path }, work: ['job', 'deployment'] });
    await writeFile(join(server.docs, 'lost.md'), '# Lost\n\nSee [the quays](quayz.md).\n');
    assert.equal((await update(server)).status, 'success');
    await server.app.dashboard.prepare();
    browser = await openChromium();
  });
  after(async () => {
    await browser.close();
    await server.close();
    await folder.remove();
  });

  /** A person's own browser. What it asked of other hosts or broke of its policy fails the journey. */
  async function as(role: 'owner' | 'admin' | 'viewer', journey: (page: Page) => Promise<void>) {
    const { id } = await ensureDefaultOrganization(server.app.store);
    const person = await signedInAs(server, id, role);
    const context = await browser.newContext();
    await signIn(context, server.url, `__Host-docent=${person.secret}`);
    const { page, problems } = await watchedPage(context, server.url);
    await page.goto(server.url);
    await journey(page);
    assert.deepEqual(problems, []);
    await context.close();
  }

  test('the administrator connects a repository, sees it read, asks it and says how it answers', () =>
    as('owner', async (page) => {
      await page.getByRole('button', { name: 'New project' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Harbour');
      await dialog.getByLabel('Docs come from').selectOption('git');
      await dialog.getByLabel('Address of the repository').fill(url);
      await dialog.getByLabel('Branch or tag').fill('mian');
      await dialog.getByRole('button', { name: 'Test this source' }).click();
      await dialog.getByText(/has no branch or tag mian/).waitFor();
      await dialog.getByLabel('Branch or tag').fill('');
      await dialog.getByRole('button', { name: 'Test this source' }).click();
      await dialog.getByText(/^The repository answers/).waitFor();
      await dialog.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
      await page.getByText('The docs are indexed.').waitFor();
      await page.getByRole('button', { name: 'Create a key that never expires' }).click();
      await page.getByLabel('the key', { exact: true }).getByText('svc_dsc_').waitFor();
      const { id: organizationId } = await ensureDefaultOrganization(server.app.store);
      const keys = await listKeys(server.app.store, organizationId);
      assert.equal(keys.find(({ name }) => name === 'First key')?.expiresAt, null);
      await page.getByRole('link', { name: 'Ask a question' }).click();
      assert.equal(await page.getByLabel('Question').inputValue(), 'How do I get started with Harbour?');
      await page.getByLabel('Question').fill('How many ships does a quay hold?');
      await page.keyboard.press('Enter');
      await page.getByRole('article').getByText('three ships').first().waitFor();

      await openMenu(page, 'Settings');
      await page.getByText('No language model is connected').waitFor();
      await page.getByLabel('Instructions').fill('Call ships vessels.');
      const address = page.getByLabel('Address of the docs site');
      await address.fill('ftp://docs.example.com');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').waitFor();
      assert.match(await saidAtFocused(page), /^A web address begins with https:\/\/ or http:\/\/\./);
      await address.fill('https://docs.example.com');
      assert.doesNotMatch(await saidAtFocused(page), /begins with/);
      const most = page.getByLabel('Maximum jobs in 24 hours');
      await most.fill('-1');
      await page.getByRole('button', { name: 'Save changes' }).click();
      assert.match(await saidAtFocused(page), /^Enter 0 or more\./);
      await page.getByLabel('Maximum jobs in 24 hours').fill('3');
      await page.getByRole('button', { name: 'Add a code repository' }).click();
      const code = page.getByRole('group', { name: 'Code repository 1' });
      await code.getByLabel('Address of the code').fill('https://git.example.com/acme/app');
      await code.getByLabel('Branch').fill('next');
      await code.getByLabel('Files that affect').fill('src/api/**, CHANGELOG.md');
      const mayAdd = page.getByLabel('Components and hosts that jobs may add to pages');
      await mayAdd.fill('Card, player.vimeo.com');
      await page.getByRole('button', { name: 'Add a schedule' }).click();
      const schedule = page.getByRole('group', { name: 'Schedule 1' });
      await schedule.getByLabel('Name of the schedule').fill('links');
      await schedule.getByLabel('Every').selectOption('month');
      await schedule.getByLabel('What the job should do').fill('Mend broken links.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await hasSaid(page, 'Saved.');
      await page.reload();
      assert.equal(await page.getByLabel('Instructions').inputValue(), 'Call ships vessels.');
      assert.equal(await schedule.getByLabel('Every').inputValue(), 'month');
      assert.equal(await page.getByLabel('Maximum jobs in 24 hours').inputValue(), '3');
      assert.equal(
        await code.getByLabel('Address of the code').inputValue(),
        'https://git.example.com/acme/app',
      );
      assert.equal(await code.getByLabel('Branch').inputValue(), 'next');
      assert.equal(await code.getByLabel('Files that affect').inputValue(), 'src/api/**, CHANGELOG.md');
      assert.equal(await mayAdd.inputValue(), 'Card, player.vimeo.com');
      await keepScreenshot(page, 'settings-schedule');
    }));

  test('the writer finds a broken link in the docs, and starts a job that knows the place', () =>
    as('admin', async (page) => {
      await page.goto(at(`${server.domain}/health`));
      const finding = page.getByRole('listitem').filter({ hasText: 'quayz.md' });
      await finding.getByText('Broken link').waitFor();
      await finding.getByText('lost.md:3').waitFor();
      await keepScreenshot(page, 'docs-health-findings');
      await finding.getByRole('link', { name: 'Start a job' }).click();
      const prompt = await page.getByLabel('What should change?').inputValue();
      assert.match(prompt, /^In lost\.md:3: This link leads nowhere\..*\n\nquayz\.md$/s);
      await page.getByRole('button', { name: 'Start the job' }).click();
      await page.waitForURL(/\/jobs\/(?!new)/);
      await page.getByText(/quayz/).first().waitFor();
    }));

  test('the support lead reads what did not help, marks it and follows it to its topic', async () => {
    assert.equal((await ask('How do I install Harbour on macOS?')).status, 200);
    await groupProject(server.app.store, server.projectId, async () => wordVectors);
    await as('admin', async (page) => {
      await page.goto(at(`${server.domain}/conversations`));
      await page
        .getByRole('main')
        .getByRole('link', { name: /install Harbour on macOS/ })
        .click();
      await page.getByRole('button', { name: 'Mark as reviewed' }).click();
      await page.getByText(/^Reviewed /).waitFor();
      await page.getByLabel('Note', { exact: true }).fill('Ask the harbour master.');
      await page.getByRole('button', { name: 'Save the note' }).click();
      await hasSaid(page, 'Note saved.');
      await openMenu(page, 'Topics');
      await page
        .getByRole('main')
        .getByRole('link', { name: /install Harbour on macOS/ })
        .first()
        .waitFor();
      const row = page.getByRole('row').filter({ hasText: 'install Harbour on macOS' });
      await row.getByRole('link', { name: '1', exact: true }).first().click();
      await page.waitForURL(/\/conversations\?.*topicId=/);
      await page.getByText('1 conversation', { exact: false }).first().waitFor();
      await page
        .getByRole('main')
        .getByRole('link', { name: /install Harbour on macOS/ })
        .waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Rise' }).click();
      await page.locator('th[aria-sort=descending]', { hasText: 'Rise' }).waitFor();
      assert.match(page.url(), /sort=growth/);

      await openMenu(page, 'Conversations');
      await page.getByLabel('Order').selectOption('turns');
      await page.waitForURL(/sort=turns/);
      await page.getByLabel('Reviewed', { exact: true }).selectOption('true');
      await page.waitForURL(/reviewed=/);
      await page.goBack();
      await page.waitForURL(/sort=turns$/);
      await eventually(
        () => page.getByLabel('Reviewed', { exact: true }).inputValue(),
        (value) => value === '',
      );
      await page.goForward();
      await page.waitForURL(/reviewed=/);
      await page.getByRole('button', { name: 'Save this view' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name of the view').fill('Read by us');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      const view = page.getByRole('button', { name: 'Read by us', exact: true });
      await view.waitFor();
      await page.goto(at(`${server.domain}/conversations`));
      await view.click();
      await page.waitForURL(/reviewed=/);
      await page.getByRole('button', { name: 'Delete the view Read by us' }).click();
      await hasSaid(page, 'was deleted.');
      await page.getByRole('button', { name: 'Undo' }).click();
      await view.waitFor();
    });
  });

  test('a view is saved for all in the project, replaced by one of its name, and deleted', async () => {
    const { id } = await ensureDefaultOrganization(server.app.store);
    const owner = await signedInAs(server, id, 'owner');
    const project = `/manage/v1/projects/${server.projectId}`;
    const view = { list: 'conversations', name: ' To review ', filters: { reviewed: 'false', days: 7 } };
    const { status, body: saved } = await owner.send('POST', `${project}/views`, view);
    assert.deepEqual(
      [status, saved.list, saved.name, saved.filters],
      [201, 'conversations', 'To review', view.filters],
    );
    await owner.send('POST', `${project}/views`, { ...view, filters: { reviewed: 'true' } });
    await owner.send('POST', `${project}/views`, { ...view, list: 'topics', filters: {} });
    const all: (typeof view & { id: string })[] = (await owner.get(`${project}/views`)).body.items;
    const items = all.filter(({ name }) => name === 'To review');
    assert.deepEqual(items.map(({ list, filters }) => [list, filters]).sort(), [
      ['conversations', { reviewed: 'true' }],
      ['topics', {}],
    ]);
    assert.equal(items.find(({ list }) => list === view.list)?.id, saved.id);
    const wrong = await owner.send('POST', `${project}/views`, { ...view, filters: { from: ['a'] } });
    assert.equal(wrong.body.code, 'invalid_request');
    assert.equal((await owner.send('DELETE', `${project}/views/${saved.id}`)).status, 204);
    assert.equal((await owner.send('DELETE', `${project}/views/${saved.id}`)).status, 404);
  });

  test('the developer makes a key, asks with it from a program, and sees the question arrive', () =>
    as('admin', async (page) => {
      assert.equal((await ask('Which port does Harbour use?')).status, 200);
      await page.goto(at(`${server.domain}/keys`));
      await page.getByRole('button', { name: 'New key' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('My program');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const key = await dialog.locator('code').innerText();
      await copiesWithoutClipboard(page, key);
      await dialog.getByRole('button', { name: 'Done' }).click();
      const answer = await ask('How do I install Harbour on Linux?', key);
      assert.equal(answer.status, 200, await answer.clone().text());
      await openMenu(page, 'Conversations');
      await page
        .getByRole('main')
        .getByRole('link', { name: /install Harbour on Linux/ })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Conversation', exact: true }).waitFor();
      await page.getByText('How do I install Harbour on Linux?').first().waitFor();
      await page.getByRole('link', { name: 'Older', exact: true }).click();
      await page
        .getByRole('main')
        .getByText('Which port does Harbour use?', { exact: true })
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Newer', exact: true }).click();
      await page
        .getByRole('main')
        .getByText('How do I install Harbour on Linux?', { exact: true })
        .first()
        .waitFor();
    }));

  test('the developer makes a key that the AI SDK can use, and revokes it at once', () =>
    as('admin', async (page) => {
      await page.goto(at(`${server.domain}/keys`));
      await page.getByText(server.projectId).waitFor();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'New key' }).first().click();
      await dialog.getByLabel('Name', { exact: true }).fill('Docs site');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const key = await dialog.locator('code').innerText();
      assert.match(key, /^svc_dsc_/);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'New key' }).first().click();
      await dialog.getByLabel('Name', { exact: true }).fill('For reviewers');
      await dialog.getByLabel('Opens previews').click();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('opens the project’s previews').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Assistant, with previews').waitFor();

      const url = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
      const chat = openV5Chat({ version: '7.0.173', url, key });
      await chat.send('How do I install Harbour on macOS?');
      assert.match(chat.messages.at(-1)!.text, /brew/i);

      const row = page.getByRole('row', { name: /Docs site/ });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      // Its dialog has the word in a sentence.
      await row.getByText('revoked', { exact: true }).waitFor();
      assert.equal((await post(url, key, { fp: 'x', messages: [] })).status, 401);
    }));

  test('the owner of a site gets a tag with a key in it, changes its site, and sees the widget as it will look', () =>
    as('admin', async (page) => {
      await page.goto(at(`${server.domain}/widget`));
      await page.getByLabel('Address of your site').fill('https://docs.example.com/start');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText(/data-key="svc_dsc_\w{20,}"/).waitFor();
      await page.getByLabel('Greeting').fill('Ask the harbour master');
      await page.locator('docent-assistant').getByText('Ask the harbour master').waitFor();
      await page.getByRole('textbox', { name: 'Suggested questions' }).fill('Which berth is free?');
      await page.locator('docent-assistant').getByText('Which berth is free?').waitFor();
      await page.getByLabel('Colour').fill('#0a6640');
      await page.getByLabel('Support contact').fill('help@example.com');
      await page.getByRole('button', { name: 'Save' }).click();
      await hasSaid(page, 'Saved');
      await page.reload();
      assert.equal(await page.getByLabel('Support contact').inputValue(), 'help@example.com');

      await openMenu(page, 'API keys');
      const row = page.getByRole('row', { name: /docs\.example\.com/ });
      await row.getByText('never', { exact: true }).nth(1).waitFor();
      await row.getByRole('button', { name: 'Origins and budget' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Allowed origins').fill('https://docs.example.org\nhttps://www.example.org');
      await dialog.getByLabel('Answers per day', { exact: true }).fill('500');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('2 origins').waitFor();
    }));

  test('the owner changes a role, and takes it back', async () => {
    await signedInAs(server, (await ensureDefaultOrganization(server.app.store)).id, 'viewer');
    await as('owner', async (page) => {
      await openMenu(page, 'Members');
      const role = page.getByLabel('Role of A viewer');
      await role.selectOption('admin');
      await hasSaid(page, 'A viewer is admin now.');
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(
        () => role.inputValue(),
        (value) => value === 'viewer',
      );
    });
  });

  test('the dashboard is used by keyboard alone', () =>
    as('owner', async (page) => {
      await page.goto(at(`${server.domain}/keys`));
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(':focus').innerText(), 'Skip to the page');
      await page.getByRole('button', { name: 'New key' }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await page.locator(':focus').innerText(), 'New key');
      await page.getByRole('button', { name: 'Revoke' }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Keep' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(await page.locator(':focus').innerText(), 'Revoke');
      for (const path of ['keys', 'settings', 'conversations', 'topics'])
        await walkByTab(page, at(`${server.domain}/${path}`));

      const size = page.viewportSize()!;
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole('button', { name: 'Open the menu' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Searches' }).focus();
      await page.keyboard.press('Enter');
      await eventually(
        () => page.evaluate<string>('document.activeElement.outerHTML'),
        (focused) => /^<h1.*Searches/.test(focused),
      );
      const menu = page.getByRole('dialog', { name: 'Menu' });
      // The page that is shown already.
      for (const leave of [menu.getByRole('link', { name: 'Searches' }), menu.getByLabel('Close the menu')]) {
        await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
        await leave.press('Enter');
        await menu.waitFor({ state: 'hidden' });
        await page.locator('button:focus[aria-label="Open the menu"]').waitFor();
      }
      await page.setViewportSize(size);

      const { store } = server.app;
      const one = (await findProjectById(store, server.projectId))!;
      for (let nth = 0; nth < 101; nth++)
        await addProject(store, { ...one, id: `prj_${nth}`, domain: `zulu-${nth}`, name: `Zulu ${nth}` });
      await page.reload();
      await page.getByRole('button', { name: /^Change the project/ }).click();
      await page.getByRole('combobox', { name: 'Find a project' }).fill('zulu');
      await page.getByRole('option').nth(11).waitFor();
      for (const name of ['Zulu 0', 'Zulu 100']) {
        await page.getByRole('combobox', { name: 'Find a project' }).fill(name);
        await page.getByRole('option', { name }).first().waitFor();
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(/zulu-100$/);

      await page.keyboard.press('Control+k');
      const last = page.getByRole('option').nth(11);
      await last.waitFor();
      await page.keyboard.press('ArrowUp');
      assert.equal(await last.getAttribute('aria-selected'), 'true');
      const isInView = `(({ bottom }, list) => bottom <= list.bottom + 1 && list.bottom < innerHeight)(
        document.querySelector('[role=option][aria-selected=true]').getBoundingClientRect(),
        document.querySelector('[role=listbox]').getBoundingClientRect())`;
      assert.equal(await page.evaluate(isInView), true, 'what the keys choose is scrolled to');
    }));
});
