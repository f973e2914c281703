// Deployments in the dashboard: deploy, roll back, stay there, and let pages go.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { eventually } from '../helpers/eventually.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { found } from '../helpers/deployments.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import {
  checkPage,
  hasSaid,
  keepScreenshot,
  openMenu,
  signIn,
  type WatchedPage,
  watchedPage,
} from '../helpers/dashboard-page.ts';
import { setUp } from '../helpers/people.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const pages = Array.from({ length: 12 }, (_, nth) => `page-${nth}.md`);
const docs = Object.fromEntries(
  pages.map((name, nth) => [name, `# Page ${nth}\n\nAbout anchors, part ${nth}.\n`]),
);

describe('deployments in the dashboard', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let watched: WatchedPage;
  let more: Awaited<ReturnType<typeof docsFolder>>;

  before(async () => {
    more = await docsFolder({ 'users.md': '# Users\n\nList every zeppelin pilot.\n' });
    server = await startServer({ docs, settings: { DOCENT_FOLDERS: more.path } });
    await server.app.dashboard.prepare();
    const owner = await setUp(server);
    browser = await openChromium();
    const context = await browser.newContext();
    await signIn(context, server.url, owner.cookie()!);
    watched = await watchedPage(context, server.url);
  });
  after(async () => {
    await browser.close();
    await server.close();
    await more.remove();
  });

  const openDeployments = () => openMenu(watched.page, 'Deployments');

  const deployNow = async () => {
    const { page } = watched;
    await page.getByRole('button', { name: 'Deploy now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deployment', exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  };

  test('an earlier one answers again, and stays when it is pinned', async () => {
    const { page } = watched;
    await writeFile(join(server.docs, 'page-0.md'), '# Page 0\n\nAbout zeppelins.\n');
    await page.goto(`${server.url}/default/${server.domain}/deployments`);
    await deployNow();
    assert.deepEqual(await found(server, 'zeppelins'), ['page-0']);
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByText('Parsing pages 1 files').waitFor();
    await steps.getByText('Going live').waitFor();
    assert.match(await page.getByLabel('Log').innerText(), /1 files to parse, 11 as they were, 0 gone\./);

    await page.getByRole('link', { name: 'All deployments' }).click();
    await page.getByRole('listitem').filter({ hasText: 'when the server started' }).last().waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /Success/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Roll back to this' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pin it').check();
    await dialog.getByRole('button', { name: 'Roll back to this' }).click();
    await page.getByText(/^rolled back/).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.deepEqual(await found(server, 'zeppelins'), []);

    await openDeployments();
    await page.getByText('Pinned: the docs stay as they are').waitFor();
    await checkPage(page, 'deployments');
    await keepScreenshot(page, 'deployments-pinned');
    await page.getByRole('button', { name: 'Deploy now' }).click();
    await page
      .getByRole('alert')
      .getByText(/pinned/)
      .waitFor();
    await page.getByRole('button', { name: 'Unpin' }).click();
    await page.getByText('Pinned: the docs stay as they are').waitFor({ state: 'detached' });
    await deployNow();
    assert.deepEqual(await found(server, 'zeppelins'), ['page-0']);
  });

  test('most pages vanish only when a person says so', async () => {
    const { page } = watched;
    await Promise.all(pages.slice(1).map((name) => rm(join(server.docs, name))));
    await openDeployments();
    await page.getByRole('button', { name: 'Deploy now' }).click();
    await page.getByText('11 of 12 pages would vanish').first().waitFor();
    await page.getByRole('button', { name: 'Deploy anyway' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy anyway' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.deepEqual(await found(server, 'anchors'), []);
  });

  test('a second source and a webhook are set up in the settings', async () => {
    const { page } = watched;
    await openMenu(page, 'Settings');
    await page.getByRole('button', { name: 'Add a source' }).click();
    const second = page.getByRole('group', { name: 'Source 2' });
    await second.getByText(`Allowed: ${more.path}.`).waitFor();
    await second.getByLabel('Folder of docs').fill(more.path);
    await second.getByLabel('Path prefix of its pages').fill('people');
    await second.getByText('Addresses of its pages').click();
    await second.getByLabel('Path prefix of every page').fill('team');
    await second.getByRole('button', { name: 'Test this source' }).click();
    await second.getByText('The folder is there').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await hasSaid(page, 'Saved.');
    await page.getByRole('button', { name: 'New webhook secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The secret is shown only now.').waitFor();
    const [url, secret] = await dialog.locator('code').allInnerTexts();
    assert.equal(url, `${server.url}/v1/webhooks/${server.projectId}`);
    assert.match(secret!, /^whsec_\w{32}$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await openDeployments();
    await deployNow();
    assert.deepEqual(await found(server, 'pilot'), ['people/team/users']);
  });

  test('another branch of a repository answers as a preview, and a source that is kept needs no new leave', async (t) => {
    const { page } = watched;
    const folder = await temporaryFolder(t);
    const origin = join(folder, 'harbour.git');
    await commitFiles(origin, { 'index.md': '# Harbour\n\nAbout ships.\n' });
    await commitFiles(origin, { 'index.md': '# Harbour\n\nAbout submarines.\n' }, 'next');
    const { id: organizationId } = await ensureDefaultOrganization(server.app.store);
    // As the operator names it on the command line: no person far away may.
    const url = `file://${origin}`;
    const sources = [{ kind: 'git', url, trusted: true } as const];
    const { domain } = await createProject(server.app.store, { organizationId, name: 'harbour', sources });
    await page.goto(`${server.url}/default/${domain}/deployments`);
    await deployNow();
    await openDeployments();
    await page.getByLabel('Branch', { exact: true }).fill('next');
    await page.getByRole('button', { name: 'Deploy the branch' }).click();
    await page.getByText('answers', { exact: true }).waitFor();
    await page.getByText(`${domain}--next`).waitFor();
    assert.equal(await page.getByLabel('Branch', { exact: true }).inputValue(), '');
    await checkPage(page, 'previews');
    await keepScreenshot(page, 'deployments-previews');
    await page.getByRole('link', { name: 'next', exact: true }).click();
    await page.getByText('A preview of the branch next.').waitFor();
    await openMenu(page, 'Playground');
    await page.getByLabel('Question').fill('What is said about submarines?');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('About submarines').first().waitFor();
    await page.goto(`${server.url}/default/${domain}/playground`);
    await page.getByRole('button', { name: 'Reader and comparison' }).click();
    await page.getByLabel('Side by side with').selectOption({ label: 'Preview of next' });
    await page.getByLabel('Question').fill('What is said about submarines?');
    await page.keyboard.press('Enter');
    await page.getByRole('article').nth(1).getByText('About submarines').first().waitFor();
    const own = page.getByRole('article').first();
    await own.getByText(/whole \d/).waitFor();
    assert.doesNotMatch(await own.innerText(), /About submarines/);

    await page.goto(`${server.url}/default/${domain}/settings`);
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sources' }) });
    assert.equal(await card.getByLabel('Address of the repository').inputValue(), url);
    await card.getByRole('button', { name: 'Test this source' }).click();
    await card.getByText(/^The repository answers, with what this server has for it: main is at/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Harbour docs');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await hasSaid(page, 'Saved.');
    await card.getByLabel('Branch or tag').fill('next');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await bar.getByRole('alert').waitFor();
    const asked = new Promise<void>((resolve) =>
      page.once('dialog', (dialog) => void dialog.dismiss().then(resolve)),
    );
    await page.getByRole('link', { name: 'Deployments', exact: true }).click();
    await asked;
    assert.match(page.url(), /settings$/, 'who leaves is asked first');
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await card.getByLabel('Branch or tag').inputValue(), '');
  });

  test('what is saved in one tab is seen in the other, which keeps what is not saved yet', async () => {
    const { page } = watched;
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${server.url}/default/${server.domain}/settings`);
      await tab.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    }
    const save = async (tab: Page) => {
      await tab.getByRole('button', { name: 'Save changes' }).click();
      await tab.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    };
    const shows = (tab: Page, label: string, value: string) =>
      eventually(
        () => tab.getByLabel(label, { exact: true }).inputValue(),
        (now) => now === value,
      );
    await page.getByLabel('Instructions').fill('Call ships vessels.');
    await other.getByLabel('Name', { exact: true }).fill('Harbour docs');
    await save(other);
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await save(page);
    assert.deepEqual((await saved).postDataJSON(), {
      settings: { instructions: 'Call ships vessels.' },
      evenIfUnreachable: false,
    });
    await shows(page, 'Name', 'Harbour docs');
    // As when the tab is looked at again.
    await other.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await shows(other, 'Instructions', 'Call ships vessels.');
    await other.close();
  });

  test('asked no other host, broke no rule of its policy and threw nothing', () => {
    assert.deepEqual(watched.problems, []);
  });
});
