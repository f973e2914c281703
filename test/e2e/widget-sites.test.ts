// The widget on sites as they are: built by their frameworks, behind a proxy, with readers who sign in, badly set up.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SignJWT } from 'jose';
import type { BrowserContext, Page } from 'playwright-core';
import { closeServer, listen } from '../../src/http/listen.ts';
import { openChromium, type TestBrowser } from '../helpers/chromium.ts';
import { checkPage, keepScreenshot } from '../helpers/dashboard-page.ts';
import { docsPage, type DocsSite, startBuiltSite, startDocsSite } from '../helpers/docs-site.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

describe('a site', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  let closing: (() => Promise<void>)[] = [];

  before(async () => {
    server = await startServer({ settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
    browser = await openChromium();
  });
  after(async () => {
    await closeSites();
    await browser.close();
    await server.close();
  });
  const closeSites = async () => {
    await context?.close();
    await Promise.all(closing.splice(0).map((close) => close()));
  };
  beforeEach(async () => {
    await closeSites();
    context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1300, height: 800 } });
    page = await context.newPage();
  });

  const opened = ({ url, close }: DocsSite) => {
    closing.push(close);
    return url;
  };
  const serve = async (tag: string, own = tag) =>
    opened(await startDocsSite({ pages: { default: tag, '/own': own } }));
  const dialog = () => page.getByRole('dialog', { name: 'Ask AI' });
  const box = () => dialog().getByRole('textbox');
  const answered = () =>
    dialog()
      .getByRole('link', { name: /^Source 1/ })
      .last()
      .waitFor();
  const ask = async (question = 'How do I configure a proxy?') => {
    const sent = page.waitForRequest(/\/discovery\/v2\/assistant\/[^/]+\/message$/);
    await box().fill(question);
    await page.keyboard.press('Enter');
    return (await sent).postDataJSON() as { currentPath: string };
  };
  const widgets = () => page.locator('docent-assistant');
  const themed = (theme: string) =>
    page.locator(`docent-assistant .docent[data-theme=${theme}]`).waitFor({ state: 'attached' });
  const manage = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/manage/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };

  describe('the widget on sites as docs frameworks build them', () => {
    const linkTo = (name: string) => page.locator('main').getByRole('link', { name, exact: true });
    const toLight: Record<string, () => Promise<unknown>> = {
      docusaurus: () => page.locator('.navbar button[class*=toggleButton]').click(),
      vitepress: () => page.locator('.VPNavBarAppearance .VPSwitchAppearance').click(),
      starlight: () => page.locator('header starlight-theme-select select').selectOption('light'),
    };

    for (const [name, switchToLight] of Object.entries(toLight)) {
      test(`${name}: follows its theme, stays through its router, and knows its page`, async () => {
        await page.goto(opened(await startBuiltSite(name, server)));
        await page.keyboard.press('Control+i');
        await box().waitFor();
        await themed('dark');
        await page.keyboard.press('Escape');
        await switchToLight();
        await themed('light');

        await page.evaluate('window.isSamePage = true');
        for (const [link, next] of [
          ['proxy', 'install'],
          ['install', 'proxy'],
          ['proxy', 'install'],
        ] as const) {
          await linkTo(link).click();
          await linkTo(next).waitFor();
        }
        assert.equal(await page.evaluate('window.isSamePage'), true, 'its router went there');
        assert.equal(await widgets().count(), 1);
        await themed('light');
        await page.getByRole('button', { name: 'Ask AI' }).last().click();
        assert.match((await ask()).currentPath, /^\/proxy/);
        await answered();
        await page.keyboard.press('Escape');
        await page.goBack();
        await linkTo('proxy').waitFor();
        await page.keyboard.press('Control+i');
        await answered();
      });
    }

    // As Material for MkDocs shapes its pages; its instant navigation swaps the parts that are marked as components.
    test('MkDocs: follows its palette, stays through instant navigation, and takes all from the address', async () => {
      const html = `<!doctype html><html lang="en" class="no-js"><head><title>Docs</title>
<script src="${server.url}/widget.js?domain=${server.domain}&amp;key=${server.assistantKey}" defer></script></head>
<body dir="ltr" data-md-color-scheme="slate" data-md-color-primary="indigo"><header class="md-header" data-md-component="header"></header>
<div class="md-container" data-md-component="container"><main class="md-main"><article class="md-content__inner md-typeset">
<h1>Install</h1></article></main></div></body></html>`;
      await page.goto(`${await serve(html)}/install/`);
      await page.keyboard.press('Control+k');
      await themed('dark');
      await page.keyboard.press('Escape');
      await page.evaluate(`document.body.dataset.mdColorScheme = 'default'`);
      await themed('light');
      await page.evaluate(`history.pushState({}, '', '/proxy/');
      for (const part of document.querySelectorAll('[data-md-component]')) part.replaceWith(part.cloneNode(true))`);
      await page.getByRole('button', { name: 'Ask AI' }).click();
      assert.equal((await ask()).currentPath, '/proxy/');
      await answered();
    });

    test('leaks nothing over 100 navigations of a single-page app', async () => {
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(await serve(docsPage(server)));
      const devtools = await context.newCDPSession(page);
      await devtools.send('Performance.enable');
      const count = async () => {
        await devtools.send('HeapProfiler.collectGarbage');
        const { metrics } = await devtools.send('Performance.getMetrics');
        const of = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
        return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
      };
      await navigate(page, 10);
      const before = await count();
      await navigate(page, 100);
      const after = await count();
      assert.equal(await page.locator('docent-assistant:not([inline])').count(), 1);
      assert.ok(after.nodes <= before.nodes + 50, `${before.nodes} → ${after.nodes} nodes`);
      assert.ok(
        after.listeners <= before.listeners + 5,
        `${before.listeners} → ${after.listeners} listeners`,
      );
      await page.keyboard.press('Control+k');
      await box().waitFor();
      assert.deepEqual(problems, []);
    });
  });

  describe('the widget as sites set it up', () => {
    test('works below a path that a proxy puts before it, as a tag and as a page of its own', async () => {
      const proxy = createServer((incoming, outgoing) => {
        const path = incoming.url!.replace(/^\/tools\/ask/, '');
        const { method, headers } = incoming;
        incoming.pipe(
          request(server.url + path, { method, headers }, (answer) => {
            outgoing.writeHead(path === incoming.url ? 404 : answer.statusCode!, answer.headers);
            answer.pipe(outgoing);
          }),
        );
      });
      const url = await listen(proxy, { port: 0, host: '127.0.0.1' });
      closing.push(() => closeServer(proxy, 0));
      const site = await serve(docsPage({ ...server, url: `${url}/tools/ask` }));
      for (const address of [site, `${url}/tools/ask/ask/${server.domain}`]) {
        await page.goto(address);
        if (address === site) await page.keyboard.press('Control+k');
        await page.getByRole('textbox').fill('How do I configure a proxy?');
        await page.keyboard.press('Enter');
        await page
          .getByRole('link', { name: /^Source 1/ })
          .first()
          .waitFor();
      }
    });

    test('reads with the token of whom the site knows, fetches another when it has run out, and says when to sign in', async () => {
      const { secret } = await manage('POST', `projects/${server.projectId}/reader-secret`);
      const token = (expires: string) =>
        new SignJWT({ groups: ['staff'] })
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject('ann')
          .setAudience(server.domain)
          .setExpirationTime(expires)
          .sign(new TextEncoder().encode(String(secret)));
      const tokens = [await token('-1h'), JSON.stringify({ token: await token('5m'), for: 'ann' })];
      const site = await serve(docsPage(server, 'data-reader-token-url="/token"'));
      const cookies: (string | undefined)[] = [];
      await context.addCookies([{ name: 'session', value: 'ann', url: site }]);
      await page.route('**/token', async (route) => {
        cookies.push((await route.request().allHeaders())['cookie']);
        const body = tokens.shift();
        return body === undefined ? route.fulfill({ status: 401 }) : route.fulfill({ body });
      });
      await page.goto(site);
      await page.keyboard.press('Control+k');
      await box().fill('What is the secret discount code for partners?');
      await dialog()
        .getByRole('link', { name: /Prices/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await dialog().locator('.md').getByText('SEAGULL').waitFor();
      assert.deepEqual([tokens.length, cookies], [0, ['session=ann', 'session=ann']]);

      // Whom the site does not know reads what is public, until the project wants to know everybody.
      await page.reload();
      await page.keyboard.press('Control+k');
      await ask();
      await answered();
      await manage('PATCH', `projects/${server.projectId}`, { settings: { requireReader: true } });
      await ask('And with a password?');
      await dialog().getByText('Sign in to this site to ask about its docs.').last().waitFor();
      await manage('PATCH', `projects/${server.projectId}`, { settings: { requireReader: false } });
      await dialog().getByRole('button', { name: 'Try again' }).last().click();
      await answered();
    });

    test('a key that is for another site, or none, tells readers a sentence, and the owner why', async () => {
      const key = await manage('POST', 'organizations/default/keys', {
        kind: 'assistant',
        name: 'Site',
        projectId: server.projectId,
        originAllowList: ['https://docs.example.com'],
      });
      const tag = docsPage({ ...server, assistantKey: String(key['secret']) });
      const site = await serve(tag);
      const told = page.waitForEvent('console', (message) =>
        message.text().startsWith('Docent (origin_not_allowed): '),
      );
      await page.goto(site);
      await page.keyboard.press('Control+k');
      await ask();
      await dialog().getByText('The assistant is not available on this site.').last().waitFor();
      assert.match((await told).text(), /origin/);
      assert.doesNotMatch(await dialog().innerText(), /[{}]|origin/);
      await page.goto(await serve(docsPage({ ...server, assistantKey: 'svc_dsc_wrong' })));
      const unknown = page.waitForEvent('console', (message) =>
        message.text().startsWith('Docent (invalid_key): This API key is not valid'),
      );
      await page.keyboard.press('Control+k');
      await unknown;

      // The owner adds the site; the tag stays as it is.
      await manage('PATCH', `organizations/default/keys/${String(key['id'])}`, {
        originAllowList: ['https://docs.example.com', site],
      });
      await page.goto(site);
      await page.keyboard.press('Control+k');
      await ask();
      await answered();
    });

    test('looks as the dashboard says, from the second page on at once; attributes win', async () => {
      const look = {
        color: '#aa0000',
        label: 'Ask Harbour',
        position: 'bottom-left',
        support: 'help@example.com',
      };
      await manage('PATCH', `projects/${server.projectId}`, { settings: { appearance: look } });
      const own =
        'data-color="#00ff88" data-label="Help me" data-support="https://help.example.com/?from=docs" data-starters="How do I configure a proxy? |"';
      const site = await serve(docsPage(server), docsPage(server, own));
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const style = () =>
        page.evaluate(`(() => {
        const button = document.querySelector('docent-assistant').shadowRoot.querySelector('.open');
        const { backgroundColor, color, left } = getComputedStyle(button);
        return [button.textContent, backgroundColor, color, left];
      })()`);
      await page.goto(site);
      await button('Ask AI').click();
      const person = dialog().getByRole('link', { name: 'Ask a person' });
      assert.equal(await person.getAttribute('href'), 'mailto:help@example.com');
      await ask();
      await answered();
      assert.match((await person.getAttribute('href'))!, /^mailto:help@example\.com\?body=%0A%0Athr_\w+$/);
      await page.reload();
      assert.deepEqual(await style(), ['Ask Harbour', 'rgb(170, 0, 0)', 'rgb(255, 255, 255)', '20px']);
      await page.goto(`${site}/own`);
      assert.deepEqual(await style(), ['Help me', 'rgb(0, 255, 136)', 'rgb(0, 0, 0)', '20px']);
      await page.keyboard.press('Control+k');
      assert.match(
        (await person.getAttribute('href'))!,
        /^https:\/\/help\.example\.com\/\?from=docs&threadId=thr_\w+$/,
      );
      await dialog().getByRole('button', { name: 'New chat' }).click();
      const starters = dialog().getByRole('group', { name: 'Suggested questions' }).getByRole('button');
      await starters.first().waitFor();
      assert.deepEqual(await starters.allInnerTexts(), ['How do I configure a proxy?']);
      await starters.click();
      await answered();
      await manage('PATCH', `projects/${server.projectId}`, { settings: { appearance: {} } });
    });

    test('reads from right to left where the language does', async () => {
      await page.goto(await serve(docsPage(server, 'data-language="ar"')));
      await page.keyboard.press('Control+k');
      await ask();
      await answered();
      const button = (name: string) => dialog().getByRole('button', { name, exact: true });
      const left = async (name: string) => (await button(name).boundingBox())!.x;
      assert.ok((await left('Close')) < (await left('Earlier chats')));
      await button('Copy the answer').focus();
      await page.keyboard.press('ArrowLeft');
      const focused = `document.querySelector('docent-assistant').shadowRoot.activeElement.ariaLabel`;
      assert.equal(await page.evaluate(focused), 'Helpful');
      await checkPage(page, 'right to left');
      await keepScreenshot(page, 'widget-right-to-left');
    });
  });
});

/** What routers do: a new address, a new body with a widget in it, the page's script run again; and a reader who looks. */
async function navigate(page: Page, times: number): Promise<void> {
  await page.evaluate(`(async () => {
    for (let time = 0; time < ${times}; time++) {
      history.pushState({}, '', '/page-' + time);
      const body = document.createElement('body');
      const inline = document.createElement('docent-assistant');
      inline.setAttribute('inline', '');
      body.append(inline);
      document.body.replaceWith(body);
      await window.docent.open();
      await new Promise((done) => requestAnimationFrame(done));
      window.docent.close();
    }
    document.querySelector('docent-assistant[inline]').remove();
    await new Promise((done) => setTimeout(done, 50));
  })()`);
}
