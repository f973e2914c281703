// The widget in pages shaped as the docs frameworks make them: their theme switch, their navigation, their way to add a tag.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../helpers/chromium.ts';
import { startDocsSite } from '../helpers/docs-site.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

type Site = {
  /** Attributes of `<html>` and of `<body>` in the dark, and what the body holds. */
  html: string;
  body: string;
  content: string;
  /** How a theme is switched back to light. */
  toLight: string;
  /** What the router does to the page that is there. */
  navigate: string;
  /** Whether the tool takes an address only. */
  byAddress?: boolean;
};

const sites: Record<string, Site> = {
  Docusaurus: {
    html: 'data-theme="dark" data-has-hydrated="true"',
    body: '',
    content:
      '<div id="__docusaurus"><nav class="navbar"></nav><main><article><div class="theme-doc-markdown markdown"><h1>Intro</h1></div></article></main></div>',
    toLight: `document.documentElement.dataset.theme = 'light'`,
    navigate: `history.pushState({}, '', '/guide/proxy'); document.querySelector('article').innerHTML = '<h1>Proxy</h1>'`,
  },
  VitePress: {
    html: 'class="dark"',
    body: '',
    content:
      '<div id="app"><div class="Layout"><main class="main"><div class="vp-doc"><h1>Intro</h1></div></main></div></div>',
    toLight: `document.documentElement.classList.remove('dark')`,
    navigate: `history.pushState({}, '', '/guide/proxy.html'); document.querySelector('.vp-doc').innerHTML = '<h1>Proxy</h1>'`,
  },
  Starlight: {
    html: 'data-theme="dark" data-has-sidebar',
    body: '',
    content:
      '<div class="page"><main data-pagefind-body><div class="sl-markdown-content"><h1>Intro</h1></div></main></div>',
    toLight: `document.documentElement.dataset.theme = 'light'`,
    // View transitions put another body in place and run its scripts.
    navigate: `history.pushState({}, '', '/guide/proxy/'); const next = document.createElement('body');
      next.innerHTML = '<main><h1>Proxy</h1></main>'; document.body.replaceWith(next);
      const script = document.createElement('script'); script.src = document.querySelector('script[src*="widget.js"]').src;
      document.head.append(script)`,
  },
  'MkDocs Material': {
    html: 'class="no-js"',
    body: 'data-md-color-scheme="slate" data-md-color-primary="indigo"',
    content:
      '<div class="md-container"><main class="md-main"><div class="md-content"><article class="md-content__inner md-typeset"><h1>Intro</h1></article></div></main></div>',
    toLight: `document.body.dataset.mdColorScheme = 'default'`,
    navigate: `history.pushState({}, '', '/guide/proxy/'); document.querySelector('.md-container').innerHTML = '<h1>Proxy</h1>'`,
    byAddress: true,
  },
};

describe('the widget on sites as docs frameworks make them', () => {
  let server: TestServer;
  let browser: Browser;

  before(async () => {
    server = await startServer({ settings: { DOCENT_BASE_URL: 'https://docs.example.com' } });
    browser = await openChromium();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  for (const [name, shape] of Object.entries(sites)) {
    test(`${name}: follows its theme, stays through its navigation, and knows its page`, async () => {
      const site = await startDocsSite({ pages: { default: pageOf(shape, server) } });
      const page = await browser.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(`${site.url}/guide/install`);
      await page.keyboard.press('Control+i');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').waitFor();
      assert.equal(await themeOf(page), 'dark');
      await page.evaluate(`void (() => { ${shape.toLight} })()`);
      await page.locator('docent-assistant .docent[data-theme=light]').waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await page.evaluate(`void (() => { ${shape.navigate} })()`);

      assert.equal(await page.locator('docent-assistant').count(), 1);
      await page.getByRole('button', { name: 'Ask AI' }).click();
      await dialog.getByRole('textbox').fill('How do I configure a proxy?');
      const sent = page.waitForRequest(/\/discovery\/v2\/assistant\//);
      await page.keyboard.press('Enter');
      const { currentPath } = (await sent).postDataJSON() as { currentPath: string };
      assert.match(currentPath, /^\/guide\/proxy/);
      await dialog
        .getByRole('link', { name: /^Source 1/ })
        .first()
        .waitFor();
      await page.close();
      await site.close();
    });
  }
});

const themeOf = (page: Page) =>
  page.evaluate(
    `document.querySelector('docent-assistant').shadowRoot.querySelector('.docent').dataset.theme`,
  );

function pageOf({ html, body, content, byAddress }: Site, { url, domain, assistantKey }: TestServer): string {
  const tag = byAddress
    ? `<script src="${url}/widget.js?domain=${domain}&amp;key=${assistantKey}&amp;shortcut=mod%2Bi" defer></script>`
    : `<script src="${url}/widget.js" data-domain="${domain}" data-key="${assistantKey}" data-shortcut="mod+i" defer></script>`;
  return `<!doctype html><html lang="en" ${html}><head><title>Docs</title>${tag}</head><body ${body}>${content}</body></html>`;
}
