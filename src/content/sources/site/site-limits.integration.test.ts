import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { refusalOf } from '../../../../test/helpers/refusal.ts';
import { startWebSite, type WebPage, webPage } from '../../../../test/helpers/web-site.ts';
import { openPageStore } from './page-store.ts';
import { openSite, type SiteLimits, usualLimits } from './site.ts';

async function scene(context: TestContext, make: (url: string) => Record<string, WebPage>) {
  const folder = await mkdtemp(join(tmpdir(), 'docent-site-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const web = await startWebSite(context, make);
  const open = (limits: Partial<SiteLimits> = {}, maxPages = 100) =>
    openSite({
      url: `${web.url}/`,
      folder,
      maxPages,
      privateHosts: ['127.0.0.1'],
      limits: { ...usualLimits, ...limits },
    });
  return { web, open, stored: async () => (await openPageStore(folder)).pages };
}

const sitemapOf = (urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

test('Links are kept only when they are followed, and are found when a site loses its sitemap', async (context) => {
  const { web, open, stored } = await scene(context, (url) => ({
    '/': webPage('Home', '<a href="/a">a</a>'),
    '/a': webPage('A', '<a href="/b">b</a>'),
    '/b': webPage('B', 'b'),
    '/sitemap.xml': sitemapOf([`${url}/`, `${url}/a`]),
  }));
  assert.deepEqual((await open()).files, ['a', 'index.html']);
  assert.deepEqual(
    [...(await stored()).values()].map(({ links }) => links),
    [null, null],
  );
  web.pages.delete('/sitemap.xml');
  assert.deepEqual((await open()).files, ['a', 'b', 'index.html']);
  assert.deepEqual((await open()).files, ['a', 'b', 'index.html']);
});

test('A site with more text than it may have is refused, and what was fetched of it does not pile up', async (context) => {
  const pagesOf = (name: string) =>
    Object.fromEntries(
      Array.from({ length: 9 }, (_, page) => [`/${name}${page}`, webPage('A', 'text '.repeat(100))]),
    );
  const mapOf = (url: string, name: string) =>
    sitemapOf(Object.keys(pagesOf(name)).map((path) => `${url}${path}`));
  const { web, open, stored } = await scene(context, (url) => ({
    ...pagesOf('a'),
    '/sitemap.xml': mapOf(url, 'a'),
  }));
  for (const name of ['a', 'b', 'c']) {
    web.pages = new Map(Object.entries({ ...pagesOf(name), '/sitemap.xml': mapOf(web.url, name) }));
    const refusal = await refusalOf(open({ text: 4000 }));
    assert.match(refusal.message, /has more than 4000 characters/);
    const sizes = [...(await stored()).values()].map(({ size }) => size);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 4000);
  }
});

test('The time of a site runs from its first request: a sitemap that asks to wait for an hour ends it', async (context) => {
  const { open } = await scene(context, () => ({
    '/': webPage('Home', 'text'),
    '/sitemap.xml': { status: 503, headers: { 'retry-after': '3600' } },
  }));
  const refusal = await refusalOf(open({ text: 1_000_000, time: 1000 }));
  assert.match(refusal.message, /takes more than 1 minutes to read/);
});

test('Sitemaps are read until they name more pages than are looked at', async (context) => {
  const { web, open } = await scene(context, (url) => ({
    '/sitemap.xml': `<sitemapindex>${['a', 'b'].map((name) => `<sitemap><loc>${url}/${name}.xml</loc></sitemap>`).join('')}</sitemapindex>`,
    '/a.xml': sitemapOf(Array.from({ length: 30 }, (_, page) => `${url}/${page}`)),
    '/b.xml': sitemapOf([`${url}/other`]),
    '/0': webPage('A', 'text'),
  }));
  await open(undefined, 2);
  assert.equal(web.requests.includes('200 /a.xml'), true);
  assert.equal(web.requests.includes('200 /b.xml'), false);
});

test('A robots.txt that is too large to read allows nothing', async (context) => {
  const { web, open } = await scene(context, () => ({
    '/': webPage('Home', 'text'),
    '/robots.txt': `User-agent: *\nDisallow: /\n${'#'.repeat(600 * 1024)}`,
  }));
  assert.match((await refusalOf(open())).message, /robots\.txt is larger than 512 KB/);
  assert.deepEqual(web.requests, ['200 /robots.txt']);
});

test('Rules that take millions of steps for each address are refused', async (context) => {
  const { web, open } = await scene(context, () => ({
    '/': webPage('Home', 'text'),
    '/robots.txt': `User-agent: *\nDisallow: /${'*a'.repeat(30_000)}\n`,
  }));
  assert.match((await refusalOf(open())).message, /more rules with wildcards/);
  assert.deepEqual(web.requests, ['200 /robots.txt']);
});

test('What is not HTML is no page, whatever its content type says', async (context) => {
  const { open } = await scene(context, () => ({
    '/': webPage('Home', '<a href="/pdf">x</a><a href="/data">x</a>'),
    '/pdf': { body: Buffer.from('%PDF-1.7\n\u0000\u0001 stream'), headers: { 'content-type': 'text/html' } },
    '/data': { body: '{"a":"<b>"}', headers: { 'content-type': 'text/html; charset=nonsense' } },
  }));
  assert.deepEqual((await open()).files, ['index.html']);
});

test('A page whose HTML takes for ever to read, or is nested too deep, is left out; the others are read', async (context) => {
  const { open } = await scene(context, () => ({
    '/': webPage('Home', '<a href="/slow">x</a><a href="/deep">x</a><a href="/good">x</a>'),
    '/slow': webPage('Slow', '<div>'.repeat(1_000_000)),
    '/deep': webPage('Deep', '<div>'.repeat(1000)),
    '/good': webPage('Good', 'text'),
  }));
  const { files, warnings } = await open({ pageCpu: 500 });
  assert.deepEqual(files, ['good', 'index.html']);
  assert.deepEqual(
    new Map(warnings.map(({ file, message }) => [new URL(file).pathname, message])),
    new Map([
      ['/slow', 'Its HTML takes too much time to read; it was skipped.'],
      ['/deep', 'Its HTML is nested too deep or too large; it was skipped.'],
    ]),
  );
});
