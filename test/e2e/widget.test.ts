// The widget in a real browser on another origin, under the strictest policy that a site can have.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { checkPage, keepScreenshot } from '../helpers/dashboard-page.ts';
import { docsPage, type DocsSite, startDocsSite, strictPolicy } from '../helpers/docs-site.ts';
import { eventually } from '../helpers/eventually.ts';
import { list } from '../helpers/manage.ts';
import { scriptedModel, textAnswer } from '../helpers/scripted-model.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { colours, focusedInWidget, looks, wide } from '../helpers/widget-looks.ts';

const answer = [
  'Install it with `apt`:\n\n```sh\napt install har',
  'bour # once\n```\n\n| OS | How |\n|---|---|\n| Linux | apt |\n\nThat is all [[s1]].',
];

describe('the widget', () => {
  let server: TestServer;
  let site: DocsSite;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  let asked: string[] = [];
  let problems: string[] = [];
  /** What the model does between its first and its last words. */
  let pause: Promise<void> = Promise.resolve();
  /** How it says that it answers: `[[unanswered]]`, `[[partial]]`, or nothing. */
  let mark = '';
  let words = answer;
  const model = scriptedModel(async function* () {
    const [start, first, ...rest] = textAnswer(...words, mark);
    yield start!;
    yield first!;
    await pause;
    yield* rest;
  });
  const dialog = () => page.getByRole('dialog');
  const box = () => dialog().getByRole('textbox', { name: 'Ask or search the docs' });
  const says = (words: string | RegExp) => dialog().getByText(words).waitFor();
  const showTheme = async (theme: 'light' | 'dark') => {
    await page.evaluate(`document.documentElement.className = '${theme}'`);
    await page.locator(`.docent[data-theme=${theme}]`).first().waitFor({ state: 'attached' });
  };
  const lastTurn = () => dialog().getByRole('article').last();
  const answered = () => lastTurn().getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  const ask = async (question: string) => {
    await box().fill(question);
    await page.keyboard.press('Enter');
    await lastTurn().getByRole('heading', { name: question }).waitFor();
  };
  const open = async (path = '/guide/install') => {
    await page.goto(site.url + path);
    await page.keyboard.press('Control+k');
    await box().waitFor();
  };

  before(async () => {
    server = await startServer({ model, settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
    site = await startDocsSite({ pages: { default: docsPage(server) }, policy: strictPolicy(server.url) });
    browser = await openChromium();
  });
  after(async () => {
    await browser.close();
    await site.close();
    await server.close();
  });
  beforeEach(async () => {
    await context?.close();
    pause = Promise.resolve();
    [mark, words, asked, problems] = ['', answer, [], []];
    context = await browser.newContext({ viewport: wide });
    page = await context.newPage();
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
        problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== site.url) asked.push(url.pathname);
      if (![site.url, server.url].includes(url.origin)) problems.push(`asked ${url.origin}`);
    });
  });

  test('loads the loader only, opens from the keyboard, finds pages while one types, and gives the focus back', async () => {
    await page.goto(site.url);
    await page.getByRole('button', { name: 'Ask AI' }).waitFor();
    assert.deepEqual(asked, ['/widget.js']);
    await page.locator('#link').focus();
    await page.keyboard.press('Control+k');
    // What is typed before all is loaded is not lost.
    await page.keyboard.type('install linux');
    await box().waitFor();
    assert.equal(await box().inputValue(), 'install linux');
    const hit = dialog().getByRole('link', { name: /Install Harbour/ });
    await hit.first().waitFor();
    await dialog().locator('mark').getByText('Install', { exact: true }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(focusedInWidget), 'hit');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(focusedInWidget), 'TEXTAREA');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await hit.first().waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(focusedInWidget), 'TEXTAREA');
    await box().fill('photosynthesis');
    await dialog().locator('.hits').getByText('No matching pages.').waitFor();
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await dialog().waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate('document.activeElement.id'), 'link');
    assert.deepEqual(problems, []);
  });

  test('answers with numbered sources, code and tables, takes a rating, and goes on after a reload', async () => {
    await open();
    await ask('How do I install Harbour on Linux?');
    await answered();
    const chip = dialog().getByRole('link', { name: /^Source 1: Install Harbour/ });
    assert.match((await chip.getAttribute('href'))!, /^https:\/\/docs\.example\.com\/guide\/install/);
    assert.equal(await dialog().getByRole('table').innerText(), 'OS\tHow\nLinux\tapt');
    await dialog().locator('.t-cmnt').getByText('# once').waitFor();
    await says(/^Updated /);
    assert.doesNotMatch(await dialog().locator('.md').innerText(), /\(|\)|\*\*/);
    await chip.hover();
    await dialog().locator('.docent-cited').getByText('1 Install Harbour').waitFor();
    const sources = dialog().getByRole('group', { name: 'Sources' });
    assert.match((await sources.getByRole('link').first().getAttribute('href'))!, /\/guide\/install/);
    await context.grantPermissions(['clipboard-write']);
    // Looked for in every frame, since it is shown for two seconds. The policy forbids to do so by a string.
    const copied = page.waitForFunction(() =>
      (globalThis as any).document
        .querySelector('docent-assistant')
        .shadowRoot.querySelector('[aria-label=Copied]'),
    );
    await dialog().getByRole('button', { name: 'Copy the answer' }).click();
    await copied;

    await dialog().getByRole('button', { name: 'Not helpful' }).click();
    const comment = dialog().getByLabel(/What could be better/);
    await comment.fill('Say which version.');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await says('Thank you.');

    await page.reload();
    await page.getByRole('button', { name: 'Ask AI' }).click();
    await chip.waitFor();
    await ask('And on macOS?');
    await answered();
    assert.equal((await list(server, 'conversations')).length, 1);
    assert.deepEqual(
      (await list(server, 'feedback')).map(({ comment }) => comment),
      ['Say which version.'],
    );

    // What the server has deleted goes on as a conversation of its own.
    const [kept] = await list(server, 'conversations');
    const url = `${server.url}/manage/v1/projects/${server.projectId}/conversations/${String(kept!['threadId'])}`;
    await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${server.adminKey}` } });
    assert.deepEqual(await list(server, 'conversations'), []);
    await ask('And on BSD?');
    const third = dialog().getByRole('article').nth(2);
    await third.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    assert.equal((await list(server, 'conversations')).length, 1);
    assert.deepEqual(problems, []);
  });

  test('stops, keeps what was there, asks again, and lets a question be changed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    await open();
    await ask('How do I install Harbour?');
    await dialog().getByText('Install it with').waitFor();
    await says(/^Searched for “/);
    await dialog().getByRole('button', { name: 'Stop' }).press('Enter');
    await says('Stopped.');
    // Its button is the one that sends, which keeps the focus.
    assert.equal(await page.evaluate(focusedInWidget), 'send');
    await dialog().getByText('apt install har').waitFor();
    resolve();
    pause = Promise.resolve();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await answered();
    await dialog().getByRole('button', { name: 'Edit the question' }).click();
    assert.equal(await box().inputValue(), 'How do I install Harbour?');
    await ask('How do I install Harbour on Linux?');
    await answered();
    assert.equal(await dialog().getByRole('article').count(), 1);
    const related = dialog().getByRole('group', { name: 'Related' }).getByRole('link').first();
    assert.match((await related.getAttribute('href'))!, /^https:\/\/docs\.example\.com\//);
    await dialog().getByRole('button', { name: 'New chat' }).click();
    await dialog().getByText('What would you like to know?').waitFor();
    await dialog().getByRole('group', { name: 'Earlier chats' }).getByRole('button').first().waitFor();
    const starters = dialog().getByRole('group', { name: 'Suggested questions' }).getByRole('button');
    await starters.first().waitFor();
    assert.ok((await starters.allInnerTexts()).includes('How do I install Harbour?'));
    await dialog().getByRole('button', { name: 'Earlier chats' }).click();
    await dialog()
      .getByRole('button', { name: /How do I install Harbour on Linux/ })
      .click();
    await dialog().getByRole('article').first().waitFor();
  });

  test('asks about selected text, from links of the page and from its scripts', async () => {
    await page.goto(`${site.url}/guide/proxy`);
    await page.evaluate(`getSelection().selectAllChildren(document.getElementById('text'))`);
    await page.getByRole('button', { name: '❝ Ask AI' }).click();
    await dialog().getByText('The proxy must accept the CONNECT method.').waitFor();
    await ask('Why?');
    await answered();
    const sent = JSON.stringify(model.calls.at(-1)!.prompt);
    assert.match(sent, /The proxy must accept the CONNECT method/);
    await page.keyboard.press('Escape');

    await page.evaluate(`window.seen = []; for (const name of ['open', 'ask', 'answer', 'close'])
      window.docent.on(name, (detail) => window.seen.push([name, Object.keys(detail)]));
      void window.docent.ask('How do I install it?')`);
    await lastTurn().getByRole('heading', { name: 'How do I install it?' }).waitFor();
    await answered();
    await page.evaluate('window.docent.close()');
    const oneQuestion = [
      ['open', []],
      ['ask', ['threadId']],
      ['answer', ['threadId', 'messageId', 'outcome']],
      ['close', []],
    ];
    assert.deepEqual(await page.evaluate('window.seen'), oneQuestion);

    // The browser tells of a closing a task later, when the dialog is open again.
    await page.evaluate(`window.docent.open().then(() => {
      window.seen = [];
      window.docent.close();
      void window.docent.ask('Is it free?');
    })`);
    await eventually(
      () => page.evaluate<[string, unknown][]>('window.seen'),
      (seen) => seen.some(([name]) => name === 'answer'),
    );
    await dialog().getByRole('heading', { name: 'Is it free?' }).waitFor();
    assert.deepEqual(await page.evaluate('window.seen'), [['close', []], ...oneQuestion.slice(0, 3)]);

    // Closed before it was loaded, it stays closed; what a button beside it asked is not asked.
    await page.reload();
    await page.evaluate(`(async () => {
      const asking = window.docent.ask('Is it free?');
      window.docent.close();
      await asking;
    })()`);
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ask AI' }).click();
    assert.equal(await dialog().getByRole('heading', { name: 'Is it free?' }).count(), 1);

    // Asked while earlier chats are shown, and while an answer is still being written.
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    await dialog().getByRole('button', { name: 'Earlier chats' }).click();
    await page.evaluate(`void window.docent.ask('And on macOS?')`);
    await dialog().getByRole('heading', { name: 'And on macOS?' }).waitFor();
    await page.evaluate(`void window.docent.ask('And on BSD?')`);
    resolve();
    await dialog().getByRole('heading', { name: 'And on BSD?' }).waitFor();
    await says('Stopped.');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.evaluate(`document.querySelector('main').append(Object.assign(document.createElement('button'),
      { id: 'opener', textContent: 'More' })); document.getElementById('opener').dataset.docentOpen = 'What is Harbour?'`);
    await page.locator('#opener').click();
    await dialog().getByRole('heading', { name: 'What is Harbour?' }).waitFor();
    assert.deepEqual(problems, []);
  });

  test('an answer, a part of one, the closest, and none look different', async () => {
    await open();
    for (const [question, wanted, note] of [
      ['How do I install Harbour on Linux?', '', ''],
      ['How do I install Harbour on Linux and BSD?', '[[partial]]', 'The docs answer part of this'],
      ['Can the proxy use Kerberos?', '[[unanswered]]', 'No exact match. Closest in the docs:'],
      [
        'Does Harbour have FreeBSD jails, Wayland or Flatpak?',
        '[[unanswered]]',
        'The docs don’t answer this. Closest pages:',
      ],
    ] as const) {
      mark = wanted;
      await ask(question);
      await answered();
      const turn = lastTurn();
      assert.deepEqual(await turn.locator('.outcome').allInnerTexts(), note === '' ? [] : [note], question);
      const isSetApart = await page.evaluate(`(() => {
        const text = [...document.querySelector('docent-assistant').shadowRoot.querySelectorAll('.md')].at(-1);
        return getComputedStyle(text).borderInlineStartStyle === 'solid';
      })()`);
      assert.equal(isSetApart, wanted === '[[unanswered]]', question);
      await turn.getByRole('link', { name: /^Source 1/ }).waitFor();
    }
    words = ['The docs do not say.'];
    await ask('Can the proxy use Kerberos tickets?');
    await answered();
    const turn = lastTurn();
    assert.equal(await turn.locator('.md').count(), 0);
    const pages = turn.getByRole('group', { name: 'Sources' }).getByRole('link');
    assert.ok((await pages.count()) > 0 && (await pages.count()) <= 3);
    await turn.getByRole('button', { name: 'Tell the authors' }).click();
    await turn.getByLabel(/What could be better/).waitFor();
    const [panel, row, last] = await Promise.all(
      [dialog(), box(), lastTurn()].map((part) => part.boundingBox()),
    );
    assert.ok(last!.y > panel!.y && row!.y > last!.y, 'the box is below the last question');
    await checkPage(page, 'outcomes');
    await keepScreenshot(page, 'widget-outcomes');
  });

  test('says what went wrong in sentences, and keeps what was there', async () => {
    await page.clock.install();
    await open();
    const message = '**/discovery/v2/assistant/**';
    await page.route(message, (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'retry-after',
          'retry-after': '200',
        },
        json: { code: 'rate_limited', message: 'Too many requests.' },
      }),
    );
    await ask('How do I install Harbour?');
    await dialog()
      .getByRole('alert')
      .getByText(/Try again in \d+ seconds/)
      .waitFor();
    const retry = dialog().getByRole('button', { name: 'Try again' });
    assert.equal(await retry.isDisabled(), true);
    await page.clock.fastForward(200_000);
    await page.unroute(message);
    await page.route(message, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' },
        body: 'data: {"type":"start","messageId":"m"}\n\ndata: {"type":"text-delta","id":"1","delta":"Half an answer"}\n\n',
      }),
    );
    await retry.click();
    await dialog()
      .getByText(/connection dropped/)
      .last()
      .waitFor();
    await dialog().locator('.md').getByText('Half an answer').waitFor();
    await page.unroute(message);
    await context.setOffline(true);
    await retry.click();
    await dialog()
      .getByText(/You are offline/)
      .last()
      .waitFor();
    await context.setOffline(false);
    await retry.click();
    await answered();
    await page.route(message, (route) =>
      route.fulfill({
        status: 402,
        headers: { 'access-control-allow-origin': '*' },
        json: { code: 'credits_exhausted', message: 'No credits are left.' },
      }),
    );
    await ask('And on macOS?');
    const usedUp = lastTurn();
    await usedUp.getByRole('alert').getByText('The assistant has reached its limit').waitFor();
    assert.equal(await usedUp.getByRole('button', { name: 'Try again' }).count(), 0);
  });

  test('speaks whole sentences, once each, and what kind of an answer it was', async () => {
    mark = '[[partial]]';
    await open();
    await page.evaluate(`window.heard = []; new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) window.heard.push(node.textContent);
    }).observe(document.querySelector('docent-assistant').shadowRoot.querySelector('div[aria-live=polite]'), { childList: true })`);
    await ask('How do I install Harbour on Linux?');
    await answered();
    const note = 'The docs answer part of this';
    await page.locator('[aria-live=polite] p').getByText(note).waitFor({ state: 'attached' });
    assert.deepEqual(await page.evaluate('window.heard'), [
      'Searching the docs',
      'Install it with apt:',
      'OS, How',
      'Linux, apt',
      'That is all.',
      note,
    ]);
  });

  test('is accessible: light, dark, in forced colours, on a phone, zoomed', async () => {
    const check = async (state: string) => {
      for (const { name, viewport, media, rules } of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media });
        await showTheme(name === 'dark' ? name : 'light');
        await checkPage(page, `${name}, ${state}`, rules);
      }
    };
    await open();
    await check('empty');
    await box().fill('install');
    const hits = dialog().getByRole('link', { name: /Install/ });
    await hits.first().waitFor();
    await check('pages');
    await ask('How do I install Harbour on Linux?');
    await answered();
    await dialog().locator('.t-cmnt').first().waitFor();
    await dialog().getByRole('button', { name: 'Helpful', exact: true }).click();
    await check('answer');
    await dialog().getByRole('button', { name: 'Earlier chats' }).click();
    await check('history');
  });

  test('is a page of its own, in the reader’s language, that a link can ask', async () => {
    await context.close();
    context = await browser.newContext({ locale: 'de-DE' });
    page = await context.newPage();
    await page.goto(`${server.url}/ask/${server.domain}?q=Wie+installiere+ich+Harbour%3F`);
    await page.getByRole('heading', { name: 'Wie installiere ich Harbour?' }).waitFor();
    await page.getByRole('button', { name: 'Hilfreich', exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await checkPage(page, 'the page of its own');
    // Where axe can tell the contrast: not in a panel above the page of another site.
    await showTheme('dark');
    await checkPage(page, 'the page of its own, dark', colours);
  });
});
