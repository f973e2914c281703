// What the widget weighs (gzip, as it is served) and how long it takes on another origin in Chromium: from the click on
// the button to the focus in the box, and from Enter to the first text. Beside it, the sizes
// of others as given in November 2026, which this script does not measure.
import { openChromium } from '../test/helpers/chromium.ts';
import { docsPage, startDocsSite, strictPolicy } from '../test/helpers/docs-site.ts';
import { startServer } from '../test/helpers/server.ts';

const rounds = Number(process.argv[2] ?? 9);
const maxLoader = 2_176;
const maxUntilAnswer = 37 * 1024;

const server = await startServer({ settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
const { widget } = server.app;
await widget.prepare();
const gzip = async (name: string) => (await widget.file(name)!.encoded.gzip()).length;
const named = (name: string) => widget.names().find((file) => file.startsWith(`${name}-`))!;
const loader = await gzip('widget.js');
const panel = await gzip(named('panel'));
console.table([
  { what: 'before the first opening', bytes: loader },
  { what: 'until the first answer', bytes: loader + panel },
  { what: 'for what supports a sentence, after the answer', bytes: await gzip(named('cited-sentences')) },
  { what: 'for code in colours, once there is code', bytes: await gzip(named('highlight')) },
  { what: 'for another language (German)', bytes: await gzip(named('de')) },
  { what: 'DocSearch, as given', bytes: 181_000 },
  { what: 'kapa, as given', bytes: 71_000 },
  { what: 'Inkeep, as given', bytes: 436_000 },
]);

const site = await startDocsSite({ pages: { default: docsPage(server) }, policy: strictPolicy(server.url) });
const browser = await openChromium();
const [toFocus, toFocusAgain, toText]: number[][] = [[], [], []];
for (let round = 0; round < rounds; round++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Ask AI' }).waitFor();
  toFocus!.push(Number(await page.evaluate(timeToFocus())));
  await page.keyboard.press('Escape');
  toFocusAgain!.push(Number(await page.evaluate(timeToFocus())));
  await page.keyboard.type('How do I install Harbour on Linux?');
  await page.evaluate(watchText());
  await page.keyboard.press('Enter');
  toText!.push(Number(await page.evaluate('window.firstText')));
  await context.close();
}
console.table([
  { what: 'click to focus, first time (everything loads)', 'p50 ms': median(toFocus!) },
  { what: 'click to focus, later', 'p50 ms': median(toFocusAgain!) },
  { what: 'Enter to first text, extractive answer', 'p50 ms': median(toText!) },
]);
await browser.close();
await site.close();
await server.close();
if (loader > maxLoader || loader + panel > maxUntilAnswer) {
  console.error(`More than ${maxLoader} bytes of loader, or ${maxUntilAnswer} until the first answer.`);
  process.exitCode = 1;
}

/** Clicks the button and waits, frame by frame, until the box has the focus. */
function timeToFocus(): string {
  return `(async () => {
    const { shadowRoot } = document.querySelector('docent-assistant');
    const from = performance.now();
    shadowRoot.querySelector('button').click();
    while (shadowRoot.activeElement?.tagName !== 'TEXTAREA') await new Promise(requestAnimationFrame);
    return performance.now() - from;
  })()`;
}

/** From the key to the first frame that shows text of the answer. */
function watchText(): string {
  return `void (window.firstText = (async () => {
    const { shadowRoot } = document.querySelector('docent-assistant');
    const from = await new Promise((resolve) => addEventListener('keydown', () => resolve(performance.now()), { once: true, capture: true }));
    while (!shadowRoot.querySelector('.md')?.textContent) await new Promise(requestAnimationFrame);
    return performance.now() - from;
  })())`;
}

function median(times: number[]): number {
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!);
}
