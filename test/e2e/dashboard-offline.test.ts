// The dashboard when the network goes away while it is used, and comes back.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { openMenu, openPath, signIn, type WatchedPage, watchedPage } from '../helpers/dashboard-page.ts';
import { setUp } from '../helpers/people.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

describe('the dashboard without a network', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let context: BrowserContext;
  let watched: WatchedPage;

  before(async () => {
    server = await startServer();
    await server.app.dashboard.prepare();
    const owner = await setUp(server);
    browser = await openChromium();
    context = await browser.newContext();
    await signIn(context, server.url, owner.cookie()!);
    watched = await watchedPage(context, server.url);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  test('says that a page cannot be loaded, whose code was never there, and loads it when asked again', async () => {
    const { page } = watched;
    await openPath(page, `${server.url}/default/${server.domain}/conversations`);
    await context.setOffline(true);
    const menu = page.getByRole('navigation', { name: 'Main' });
    const refusal = page.getByRole('alert').filter({ hasText: 'The server could not be reached.' });
    for (const name of ['Searches', 'Jobs']) {
      await menu.getByRole('link', { name, exact: true }).click();
      await refusal.waitFor();
    }
    await context.setOffline(false);
    await refusal.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs', exact: true }).waitFor();
    await openMenu(page, 'Searches');
  });

  test('keeps what was typed, and saves it when there is one again', async () => {
    const { page } = watched;
    await openMenu(page, 'Settings');
    const instructions = page.getByLabel('Instructions');
    await instructions.fill('Call ships vessels.');
    await context.setOffline(true);
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The server could not be reached.').first().waitFor();
    await context.setOffline(false);
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.reload();
    await instructions.waitFor();
    assert.equal(await instructions.inputValue(), 'Call ships vessels.');
  });

  test('broke no rule of its policy and threw nothing', () => {
    assert.deepEqual(watched.problems, []);
  });
});
