// Takes the pictures of the widget in docs/images: light, dark and on a phone, and ten seconds of it, over Docent's own docs.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { animate, type Frame } from './apng.ts';
import { openChromium } from '../test/helpers/chromium.ts';
import { docsPage, startDocsSite } from '../test/helpers/docs-site.ts';
import { startServer } from '../test/helpers/server.ts';

const docsBody = `<style>body{font:16px/1.6 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}#text,#link,h1{display:none}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}</style>
<h2>Deployments</h2><p>A deployment reads the docs, builds an index and switches to it in one step.</p><pre>docent deploy</pre>
<h3>On push</h3><p>A webhook starts a deployment at each push.</p><h3>By polling</h3><p>Or the server checks the sources regularly.</p>`;
const docs = join(import.meta.dirname, '../docs');
const pages = globSync('**/*.md', { cwd: docs, exclude: ['decisions/**'] });
const files = Object.fromEntries(pages.map((path) => [path, readFileSync(join(docs, path), 'utf8')]));
const server = await startServer({ docs: files, settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
const site = await startDocsSite({
  pages: { default: docsPage(server, 'data-name="Ask Docent"', docsBody) },
});
const browser = await openChromium();
for (const { name, question, ...options } of [
  {
    name: 'light',
    question: 'How do I install and start Docent?',
    colorScheme: 'light',
    viewport: { width: 900, height: 720 },
  },
  {
    name: 'dark',
    question: 'Which attributes does the widget tag have?',
    colorScheme: 'dark',
    viewport: { width: 900, height: 720 },
  },
  {
    name: 'phone',
    question: 'What happens when the credits are used up?',
    colorScheme: 'light',
    viewport: { width: 390, height: 760 },
  },
] as const) {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(site.url);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(docs, `images/widget-${name}.png`) });
}
const page = await (await browser.newContext({ colorScheme: 'light', viewport: { width: 760, height: 560 } })).newPage(); // prettier-ignore
await page.emulateMedia({ reducedMotion: 'reduce' });
await page.goto(site.url);
writeFileSync(join(docs, 'images/ask-ai.png'), animate(await film(page)));
await browser.close();
await site.close();
await server.close();

/** A reader opens the dialog, types a question, gets the answer and looks at its source. */
async function film(page: Page): Promise<Frame[]> {
  const frames: Frame[] = [];
  const show = async (ms: number) => void frames.push({ png: await page.screenshot({ scale: 'css' }), ms });
  await show(1_000);
  await page.getByRole('button', { name: 'Ask AI' }).click();
  const box = page.getByRole('dialog').getByRole('textbox');
  await box.waitFor();
  await page.waitForTimeout(500);
  await show(1_200);
  for (const word of 'How do I restore a backup?'.split(/(?<=\s)/)) {
    await box.pressSequentially(word);
    await show(220);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  await page.waitForTimeout(600);
  await show(3_000);
  await page.getByRole('group', { name: 'Sources' }).scrollIntoViewIfNeeded();
  await page.getByRole('group', { name: 'Sources' }).getByRole('link').first().hover();
  await page.waitForTimeout(300);
  await show(3_000);
  return frames;
}
