import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Where pictures of the run are left to look at, if anywhere. */
const screenshotFolder = process.env['DOCENT_TEST_SCREENSHOTS'];

export type WatchedPage = { page: Page; problems: string[] };

/** A page whose complaints are kept: script errors, refusals by the policy, and anything asked of another host. */
export async function watchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) problems.push(`asked ${request.url()}`);
  });
  return { page, problems };
}

/** Gives a browser context a session: its `name=value`. The cookie is for secure origins, which localhost is. */
export async function signIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: origin.replace('http:', 'https:'), secure: true }]);
}

/** Opens a page and waits until it shows what it has. */
export async function openPath(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hasLoaded(page);
}

/** Goes from an open page to another as a link would, and waits until it shows what it has. */
export async function showPath(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
  await hasLoaded(page);
}

async function hasLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/**
 * @param rules of axe; all when they are left out
 * @throws AssertionError for anything that axe finds serious or critical, or a page wider than its screen
 */
export async function checkPage(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // What passes is not described: that is most of the work.
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const findings =
    (await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`)) as string[];
  assert.deepEqual(findings, [], name);
  const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than the screen`);
}

export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotFolder) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}
