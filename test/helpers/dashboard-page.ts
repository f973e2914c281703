import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { screenshotFolder } from './chromium.ts';
import { eventually } from './eventually.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Keeps what live regions say, since messages go away by themselves. */
const listen = `globalThis.said = '';
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    if ((target.closest ? target : target.parentElement)?.closest('[role=status]'))
      said += (target.data ?? [...addedNodes].map(({ textContent }) => textContent).join(' ')) + '\\n';
}).observe(document, { subtree: true, childList: true, characterData: true })`;

export type WatchedPage = {
  page: Page;
  problems: string[];
  /** Waits until everything that the page has asked for has come. */
  isQuiet(): Promise<unknown>;
};

/** A page whose complaints are kept: script errors, refusals by the policy, and anything asked of another host. */
export async function watchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  await page.addInitScript(listen);
  const problems: string[] = [];
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) problems.push(`asked ${request.url()}`);
  });
  const isQuiet = () =>
    eventually(
      async () => {
        // What is on the screen may ask for more in the next moment.
        await page.evaluate('new Promise((done) => requestIdleCallback(done))');
        return [...waiting].map((request) => request.url());
      },
      ({ length }) => length === 0,
    );
  return { page, problems, isQuiet };
}

/** Waits until the page has told its reader this, which may be gone from the screen by now. What was said before it is forgotten. */
export async function hasSaid(page: Page, text: string): Promise<void> {
  const heard = await eventually(
    () => page.evaluate<string>('said'),
    (said) => said.includes(text),
  );
  await page.evaluate(`said = said.slice(${heard.indexOf(text) + text.length})`);
}

/** Follows a link of the main menu, and waits until its page is there in place of the one before. */
export async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
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
  // Its promise ends when the page has its data, and the one before may be shown for a moment more.
  await eventually(
    () =>
      page.evaluate(
        '(({ location, resolvedLocation }) => [location.href, resolvedLocation?.href])(__TSR_ROUTER__.state)',
      ),
    (at) => Array.isArray(at) && at[0] === at[1],
  );
  await hasLoaded(page);
}

async function hasLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/**
 * @param rules of axe; all when they are left out, none when there are none
 * @throws AssertionError for anything that axe finds and does not call minor, or a page wider than its screen
 */
export async function checkPage(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  if (rules?.length !== 0) assert.deepEqual(await findFaults(page, rules), [], name);
  const overflow = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
  assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than the screen`);
}

async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // What passes is not described: that is most of the work.
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  return await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}

export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshotFolder) return;
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage: true });
}

/** Points at the last bar of the page's chart: its parts are named from top to bottom, then their sum. */
export async function checkChartTip(page: Page): Promise<void> {
  await page.locator('.recharts-bar-rectangle path').last().hover();
  const rows = page.locator('.recharts-tooltip-wrapper').getByRole('listitem');
  await rows.filter({ hasText: 'Together' }).waitFor();
  const tip = (await rows.allInnerTexts()).map((row) => row.split('\n'));
  assert.deepEqual(
    tip.map(([name]) => name),
    ['Failed', 'Not in the docs', 'Partly answered', 'Answered', 'Together'],
  );
  const [total, ...parts] = tip.map(([, count]) => Number(count)).toReversed();
  assert.equal(
    total,
    parts.reduce((sum, count) => sum + count),
  );
}

const filledShare = `(({ children, clientWidth, clientHeight }) =>
  [...children].reduce((sum, one) => sum + one.clientWidth * one.clientHeight, 0) / (clientWidth * clientHeight))(
  document.querySelector('main dl'))`;

/** @throws AssertionError when the page's key figures leave a part of their frame empty, at any width */
export async function checkFigures(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of [1024, 640, 390]) {
    await page.setViewportSize({ ...size, width });
    assert.ok((await page.evaluate<number>(filledShare)) > 0.97, `at ${width} pixels`);
  }
  await page.setViewportSize(size);
}

/** As on http: a page has no clipboard there, and a browser may refuse the older way, too. */
export async function copiesWithoutClipboard(page: Page, key: string): Promise<void> {
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.evaluate(
    "addEventListener('copy', (e) => (window.copied = e.clipboardData.getData('text/plain')))",
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await hasSaid(page, 'Copied');
  assert.equal(await page.evaluate('copied'), key);
  await page.evaluate('document.execCommand = () => false');
  await dialog.getByRole('button', { name: 'Copy the key' }).click();
  await dialog.getByText('The text is selected: copy it').waitFor();
  assert.equal(await page.evaluate('getSelection().toString().trim()'), key);
}

/** What is said of the field with the focus: what is wrong with it, and its hint. The browser itself says nothing. */
export async function saidAtFocused(page: Page): Promise<string> {
  const [bubble, said] = await page.evaluate<[string, string]>(`[
    document.activeElement.validationMessage && document.activeElement.form.noValidate === false ? 'a bubble' : '',
    (document.activeElement.getAttribute('aria-describedby') ?? '').split(' ')
      .map((id) => document.getElementById(id)?.textContent).join(' '),
  ]`);
  assert.equal(bubble, '');
  return said;
}
