// What supports a sentence of the widget's answer, shown in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citedSentence } from '../helpers/cited-sentence.ts';
import { openChromium } from '../helpers/chromium.ts';
import { docsPage, startDocsSite, strictPolicy } from '../helpers/docs-site.ts';
import { eventually } from '../helpers/eventually.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer } from '../helpers/server.ts';

test('the widget shows what supports a sentence: to the pointer, a finger and the keyboard, also after a reload', async (t) => {
  const words = [
    '[[s1]] Harbour runs on Linux. Run *the* `apt install harbour` [[s1]]. 设置代理。然后重新启动[[s1]]。\n\n',
    '| Where | How |\n| --- | --- |\n| Linux | `apt` [[s1]] |\n\n> 1. Install it [[s1]]\n> 2. Never say 7,531 [[s1]]\n\n',
    '```sh\napt install harbour\n```\n[[s1]] See [the apt page](/guide/proxy). Harbour is free.',
  ];
  const server = await startServer({
    model: scriptedModel(() => textAnswer(...words)),
    settings: { DOCENT_BASE_URL: 'https://docs.example.com' },
  });
  t.after(() => server.close());
  const site = await startDocsSite({
    pages: { default: docsPage(server) },
    policy: strictPolicy(server.url),
  });
  t.after(() => site.close());
  const browser = await openChromium();
  t.after(() => browser.close());
  const page = await (await browser.newContext({ hasTouch: true })).newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  const dialog = () => page.getByRole('dialog');
  const box = () => dialog().getByRole('textbox');
  await page.goto(`${site.url}/guide/install`);
  await page.keyboard.press('Control+k');
  await box().fill('How do I install Harbour on Linux?');
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  const card = dialog().locator('.docent-cited');
  const shows = async (sentence: string) => {
    await eventually(
      () => citedSentence(page),
      (shown) => shown === sentence,
    );
    if (sentence !== '') assert.match(await card.innerText(), /^1 Install Harbour[^]*package manager/);
  };
  const numbers = dialog().locator('.cite');
  const supported = [
    'Harbour runs on Linux.',
    'Run the apt install harbour',
    '然后重新启动',
    'Linuxapt',
    'Install it',
    'apt install harbour',
  ];
  const byFocus = async () => {
    assert.equal(await numbers.count(), supported.length);
    for (const [at, sentence] of supported.entries()) {
      // What shows it is loaded after the answer.
      await eventually(
        async () => {
          await numbers.nth(at).blur();
          await numbers.nth(at).focus();
          return citedSentence(page);
        },
        (shown) => shown === sentence,
      );
    }
    await dialog().locator('.unsure').focus();
    await card.getByText('The docs don’t confirm this sentence.').waitFor();
  };
  await byFocus();
  await box().focus();
  for (const [words, sentence] of [
    ['apt install harbour', supported[1]!],
    ['Install it', 'Install it'],
    ['the apt page', ''],
  ] as const) {
    const position = { x: 8, y: 8 };
    const place = dialog().locator('.md').getByText(words).first();
    await place.hover({ position });
    await shows(sentence);
    await page.mouse.move(0, 0);
    await shows('');
    await place.tap({ position });
    await shows(sentence);
    await box().tap();
    await shows('');
  }
  await page.reload();
  await page.getByRole('button', { name: 'Ask AI' }).click();
  await numbers.first().waitFor();
  await byFocus();
  assert.deepEqual(problems, []);
});
