// How long until a page of the dashboard can be used, on localhost in Chromium: from the navigation to the moment at
// which its data is shown and the main thread is idle. First with an empty cache, then with a full one.
import { type Browser, type BrowserContext } from 'playwright-core';
import { openChromium } from '../test/helpers/chromium.ts';
import { signIn } from '../test/helpers/dashboard-page.ts';
import { addHostileJob } from '../test/helpers/hostile-job.ts';
import { setUp } from '../test/helpers/people.ts';
import { startServer } from '../test/helpers/server.ts';

const rounds = Number(process.argv[2] ?? 9);

const server = await startServer();
await server.app.dashboard.prepare();
const cookie = (await setUp(server)).cookie()!;
const jobId = await addHostileJob(server.app.store, server.projectId);
const browser = await openChromium();
const project = `/default/${server.domain}`;
const pages = {
  overview: project,
  conversations: `${project}/conversations`,
  'a job with its diff': `${project}/jobs/${jobId}`,
  'API keys': `${project}/keys`,
  usage: '/default/-/usage',
};

/** Has the page itself note when it has a heading and nothing that waits. */
const watch = `window.readyAt = new Promise((resolve) => {
  const isReady = () =>
    document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null;
  new MutationObserver((_, observer) => {
    if (!isReady()) return;
    requestIdleCallback(() => {
      if (!isReady()) return;
      observer.disconnect();
      resolve(performance.now());
    });
  }).observe(document, { childList: true, subtree: true, attributes: true });
})`;

const rows = [];
for (const [page, path] of Object.entries(pages)) {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const context = await newContext(browser);
    cold.push(await open(context, path));
    warm.push(await open(context, path));
    await context.close();
  }
  rows.push({ page, 'empty cache, p50 ms': median(cold), 'full cache, p50 ms': median(warm) });
}
console.table(rows);
await browser.close();
await server.close();

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  await signIn(context, server.url, cookie);
  await context.addInitScript(watch);
  return context;
}

async function open(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(server.url + path);
  const readyAt = (await page.evaluate('readyAt')) as number;
  await page.close();
  return readyAt;
}

function median(times: number[]): number {
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!);
}
