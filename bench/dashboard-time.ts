// How long until a page of the dashboard can be used, on localhost in Chromium: from the navigation to the moment at
// which its data is shown and the main thread is idle. First with an empty cache, then with a full one, then from
// another page of the dashboard, as by a link. The server's part, which is the longest request, is told apart, and so
// is the processor time of the browser's main thread, which a busy machine changes little.
// npm run bench -- dashboard-time [ROUNDS] [TURNS]
import type { BrowserContext, CDPSession } from 'playwright-core';
import { openChromium, type TestBrowser } from '../test/helpers/chromium.ts';
import { signIn } from '../test/helpers/dashboard-page.ts';
import { addHostileJob } from '../test/helpers/hostile-job.ts';
import { largeDiff } from '../test/helpers/large-diff.ts';
import { setUp } from '../test/helpers/people.ts';
import { startServer } from '../test/helpers/server.ts';
import { seedTurns } from './pages/seed.ts';

const rounds = Number(process.argv[2] ?? 9);
const turns = Number(process.argv[3] ?? 0);

const server = await startServer();
await server.app.dashboard.prepare();
const cookie = (await setUp(server)).cookie()!;
const { store } = server.app;
if (turns > 0) await seedTurns(store, server.projectId, turns);
const jobId = await addHostileJob(store, server.projectId);
const largeJobId = await addHostileJob(
  store,
  server.projectId,
  largeDiff([...Array.from({ length: 300 }, () => 100), 10_000]),
);
const browser = await openChromium();
const project = `/default/${server.domain}`;
const pages = {
  overview: project,
  conversations: `${project}/conversations`,
  'conversations, unanswered': `${project}/conversations?status=unanswered`,
  ...(turns > 0 && { 'one conversation': `${project}/conversations/thr_77` }),
  gaps: `${project}/gaps`,
  'topics, a year': `${project}/topics?days=365`,
  searches: `${project}/searches?kind=all`,
  'pages in answers, a year': `${project}/page-use?days=365`,
  'a job with its diff': `${project}/jobs/${jobId}`,
  'a job with 80,000 changed lines': `${project}/jobs/${largeJobId}`,
  'API keys': `${project}/keys`,
  usage: '/default/-/usage',
};

/** Has the page itself note when it has a heading and nothing that waits. */
const watch = `window.whenReady = () => new Promise((resolve) => {
  const heading = document.querySelector('h1');
  const isReady = () =>
    document.querySelector('h1') !== heading && document.querySelector('[aria-busy=true]') === null;
  new MutationObserver((_, observer) => {
    if (!isReady()) return;
    requestIdleCallback(() => {
      if (!isReady()) return;
      observer.disconnect();
      resolve(performance.now());
    });
  }).observe(document, { childList: true, subtree: true, attributes: true });
});
window.readyAt = window.whenReady()`;

const rows = [];
for (const [page, path] of Object.entries(pages)) {
  const [cold, warm, moved, served, used]: number[][] = [[], [], [], [], []];
  for (let round = 0; round < rounds; round++) {
    const context = await newContext(browser);
    cold!.push(await open(context, path));
    warm!.push(await open(context, path));
    const { ready, request, processor } = await moveTo(context, path);
    used!.push(processor);
    moved!.push(ready);
    served!.push(request);
    await context.close();
  }
  rows.push({
    page,
    'empty cache, p50 ms': median(cold!),
    'full cache, p50 ms': median(warm!),
    'by a link, p50 ms': median(moved!),
    'of it the server, p50 ms': median(served!),
    "browser's processor, p50 ms": median(used!),
  });
}
console.table(rows);
await browser.close();
await server.close();

async function newContext(browser: TestBrowser): Promise<BrowserContext> {
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

/** From the account page, as a link would. */
async function moveTo(
  context: BrowserContext,
  path: string,
): Promise<{ ready: number; request: number; processor: number }> {
  const page = await context.newPage();
  await page.goto(`${server.url}/-/account`);
  await page.evaluate('readyAt');
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await processorMs(tools);
  const times = (await page.evaluate(`(async () => {
    performance.clearResourceTimings();
    const from = performance.now();
    const ready = window.whenReady();
    __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} });
    const at = await ready;
    const asked = performance.getEntriesByType('resource').filter(({ name }) => /\\/(manage|v2)\\//.test(name));
    return { ready: at - from, request: Math.max(0, ...asked.map(({ duration }) => duration)) };
  })()`)) as { ready: number; request: number };
  const processor = (await processorMs(tools)) - before;
  await page.close();
  return { ...times, processor };
}

/** https://chromedevtools.github.io/devtools-protocol/tot/Performance/ */
async function processorMs(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

function median(times: number[]): number {
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!);
}
