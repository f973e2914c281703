// The widget on pages that did not think of it: their shortcuts, shadow roots, links, and very little room.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { type DocsSite, startDocsSite } from '../helpers/docs-site.ts';
import { eventually } from '../helpers/eventually.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const pages = {
  /** Plain letters are shortcuts unless a field of the page has the focus, as DocSearch and many sites have it. */
  '/shortcuts': `<script>
    window.taken = [];
    const isField = ({ target }) => /^(input|textarea)$/i.test(target.tagName);
    for (const type of ['keydown', 'keypress', 'keyup'])
      addEventListener(type, (event) => {
        if (isField(event) || event.ctrlKey) return;
        taken.push(type + ' ' + event.key);
        event.preventDefault();
      });
  </script>`,
  '/shadow': `<x-page></x-page><script>
    const root = document.querySelector('x-page').attachShadow({ mode: 'open' });
    root.innerHTML = '<input aria-label="Search"><button data-docent-open>Ask here</button>';
  </script>`,
  '/link': '<a href="/elsewhere" data-docent-open>Ask by a link</a>',
  /** The widget has a place of its own, far below. */
  '/place':
    '<button data-docent-open>Ask below</button><div style="height: 3000px"></div><div id="place" style="height: 500px"></div>',
  /** Prototype.js 1.6 gives arrays a `toJSON`, and an `Array.from` that takes no function. */
  '/prototype': `<script>
    Array.prototype.toJSON = function () { return '[' + this.map((each) => JSON.stringify(each)).join(', ') + ']'; };
    Array.from = (items) => Array.prototype.slice.call(items);
  </script>`,
  '/reset': '<style>*, *::before { all: unset !important }</style><p>Text.</p>',
};

describe('the widget on a page', () => {
  let server: TestServer;
  let site: DocsSite;
  let browser: TestBrowser;
  before(async () => {
    server = await startServer();
    const tag = `<script src="${server.url}/widget.js" data-domain="${server.domain}" data-key="${server.assistantKey}" defer></script>`;
    const inline = tag.replace(' defer', ' data-inline="#place" defer');
    const whole = Object.entries(pages).map(([path, body]) => [
      path,
      `<!doctype html><html lang="en"><head><title>Docs</title>${path === '/place' ? inline : tag}</head><body>${body}</body></html>`,
    ]);
    site = await startDocsSite({ pages: Object.fromEntries(whole) });
    browser = await openChromium();
  });
  after(async () => {
    await browser.close();
    await site.close();
    await server.close();
  });

  const visit = async (path: keyof typeof pages, viewport = { width: 1000, height: 700 }): Promise<Page> => {
    const page = await browser.newPage({ viewport });
    await page.goto(site.url + path);
    const first = path === '/place' ? box(page) : page.getByRole('button', { name: 'Ask AI', exact: true });
    await first.waitFor();
    return page;
  };
  const box = (page: Page) => page.getByRole('textbox', { name: 'Ask or search the docs' });

  test('with shortcuts on plain letters keeps what is typed into it', async () => {
    const page = await visit('/shortcuts');
    await page.keyboard.press('Control+k');
    await box(page).waitFor();
    await page.keyboard.type('/s?');
    assert.equal(await box(page).inputValue(), '/s?');
    await page.keyboard.press('Escape');
    await box(page).waitFor({ state: 'hidden' });
    // From before and after it had the focus.
    const letters = (await page.evaluate<string[]>('taken')).filter((key) => /[/s?]$/.test(key));
    assert.deepEqual(letters, []);
    await page.close();
  });

  test('with shadow roots is opened by an element in one, and not from a field in one', async () => {
    const page = await visit('/shadow');
    await page.getByRole('button', { name: 'Ask here' }).click();
    await box(page).waitFor();
    await page.keyboard.press('Control+k');
    await box(page).waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Search' }).focus();
    await page.keyboard.press('Control+k');
    assert.equal(await page.locator('docent-assistant dialog[open]').count(), 0);
    await page.close();
  });

  test('is opened by a link in place of where that leads', async () => {
    const page = await visit('/link');
    await page.getByRole('link', { name: 'Ask by a link' }).click();
    await box(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/link');
    await page.close();
  });

  test('with a place for it leads there who wants to ask', async () => {
    const page = await visit('/place');
    await page.getByRole('button', { name: 'Ask below' }).click();
    await eventually(
      async () => (await box(page).boundingBox())!.y,
      (top) => top >= 0 && top < 700,
    );
    await page.keyboard.type('How do I set a proxy?');
    assert.equal(await box(page).inputValue(), 'How do I set a proxy?');
    await page.close();
  });

  test('with a place that a router replaces, or makes later, has it there', async () => {
    const page = await visit('/place');
    for (const move of ['replaceWith', 'remove', 'append'])
      await page.evaluate(`{
        const place = document.createElement('main');
        place.id = 'place';
        const before = document.querySelector('#place');
        if ('${move}' === 'append') document.body.append(place);
        else before.${move}(place);
      }`);
    await page.locator('main#place > docent-assistant').waitFor();
    await box(page).fill('How do I set a proxy?');
    assert.equal(await page.locator('docent-assistant').count(), 1);
    await page.close();
  });

  test('with a place says there that its network failed, and tries again', async () => {
    const page = await browser.newPage();
    await page.route('**/-/widget/panel-*', (route) => route.abort());
    await page.goto(`${site.url}/place`);
    const again = page.getByRole('button', { name: 'Ask AI could not be loaded ↻' });
    await again.waitFor();
    await page.unroute('**/-/widget/panel-*');
    await again.click();
    await box(page).waitFor();
    assert.equal(await again.count(), 0);
    await page.close();
  });

  test('whose network failed opens at the next try: browsers keep the failure of an address', async () => {
    const page = await visit('/reset');
    const button = page.locator('docent-assistant button').first();
    await page.route('**/-/widget/panel-*', (route) => route.abort());
    for (let tries = 0; tries < 2; tries++) {
      const failed = page.waitForEvent('requestfailed');
      await button.click();
      await failed;
    }
    await eventually(
      () => button.textContent(),
      (text) => text === 'Ask AI could not be loaded ↻',
    );
    await page.unroute('**/-/widget/panel-*');
    await button.click();
    await box(page).waitFor();
    await page.close();
  });

  test('with Prototype.js answers, and still has the conversation after a reload', async () => {
    const page = await visit('/prototype');
    const open = () => page.getByRole('button', { name: 'Ask AI', exact: true }).click();
    await open();
    await box(page).fill('How do I set a proxy?');
    await page.keyboard.press('Enter');
    const rating = page.getByRole('button', { name: 'Helpful', exact: true });
    await rating.waitFor();
    await page.reload();
    await open();
    await rating.waitFor();
    await page.close();
  });

  test('whose addresses are behind a # tells which of its pages is in view', async () => {
    const page = await visit('/reset');
    const asked = async () => {
      const sent = page.waitForRequest((request) => request.url().endsWith('/message'));
      await page.evaluate("docent.ask('How do I set a proxy?')");
      return ((await sent).postDataJSON() as { currentPath: string }).currentPath;
    };
    assert.equal(await asked(), '/reset');
    await page.evaluate("location.hash = '#/guide/proxy?id=authentication'");
    assert.equal(await asked(), '/guide/proxy');
    await page.evaluate("location.hash = '#authentication'");
    assert.equal(await asked(), '/reset');
    await page.close();
  });

  test('that resets all styles looks and works as ever', async () => {
    const page = await visit('/reset');
    const button = page.getByRole('button', { name: 'Ask AI', exact: true });
    const { x, y, width, height } = (await button.boundingBox())!;
    assert.deepEqual([x + width, y + height], [980, 680]);
    await button.click();
    await box(page).waitFor();
    await page.close();
  });

  test('of 320 by 256 pixels, as at 400 %, gives an answer nearly all of them', async () => {
    const page = await visit('/reset', { width: 320, height: 256 });
    await page.keyboard.press('Control+k');
    for (const question of ['How do I set a proxy?', 'How do I install it on Linux?']) {
      await box(page).fill(question);
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { name: question });
      await eventually(
        async () => (await heading.boundingBox())?.y ?? Number.NaN,
        (top) => top >= 0 && top < 64,
      );
      await page.getByRole('article').last().getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    }
    await page.close();
  });
});
