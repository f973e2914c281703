// The widget whose page is left in mid-answer, in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium } from '../helpers/chromium.ts';
import { docsPage, startDocsSite, strictPolicy } from '../helpers/docs-site.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer } from '../helpers/server.ts';

test('an answer of the widget goes on after a reload and in another tab, and is stopped in both', async (t) => {
  let pause = Promise.withResolvers<void>();
  const model = scriptedModel(async function* () {
    const [start, first, ...rest] = textAnswer('Install it ', 'with apt [[s1]].');
    yield start!;
    yield first!;
    await pause.promise;
    yield* rest;
  });
  const server = await startServer({ model });
  t.after(() => server.close());
  const site = await startDocsSite({
    pages: { default: docsPage(server) },
    policy: strictPolicy(server.url),
  });
  t.after(() => site.close());
  const browser = await openChromium();
  t.after(() => browser.close());
  const context = await browser.newContext();
  const problems: string[] = [];
  context.on('weberror', (problem) => problems.push(problem.error().message));

  const last = (page: Page) => page.getByRole('dialog').getByRole('article').last();
  const says = (page: Page, words: string) => last(page).getByText(words).waitFor();
  const open = async (page: Page) => {
    await page.goto(`${site.url}/guide/install`);
    await page.getByRole('button', { name: 'Ask AI' }).click();
  };
  const ask = async (page: Page, question: string) => {
    await page.getByRole('dialog').getByRole('textbox').fill(question);
    await page.keyboard.press('Enter');
    await last(page).getByRole('heading', { name: question }).waitFor();
    await says(page, 'Install it');
  };

  const page = await context.newPage();
  await open(page);
  await ask(page, 'How do I install Harbour on Linux?');
  await open(page);
  await says(page, 'Install it');
  const tab = await context.newPage();
  await open(tab);
  await says(tab, 'Install it');
  pause.resolve();
  for (const each of [page, tab]) {
    await last(each).getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    assert.match(await last(each).locator('.md').innerText(), /^Install it with apt/);
  }
  assert.equal(model.calls.length, 1);

  pause = Promise.withResolvers();
  await ask(page, 'And on macOS?');
  await open(tab);
  await says(tab, 'Install it');
  await tab.getByRole('button', { name: 'Stop' }).click();
  for (const each of [page, tab]) await says(each, 'Stopped.');
  assert.deepEqual(problems, []);
});
