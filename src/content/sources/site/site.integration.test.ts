import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { projectOf, type TestDeployment } from '../../../../test/helpers/deployment.ts';
import { refusalOf } from '../../../../test/helpers/refusal.ts';
import { startWebSite, type WebPage, webPage } from '../../../../test/helpers/web-site.ts';
import { grantedSources } from '../../../deployments/granted-sources.ts';
import { readSources } from '../../../deployments/read-sources.ts';
import { insertOrganization, updatePlan } from '../../../store/organizations.ts';
import { hasChanges } from '../../../deployments/has-changes.ts';

function projectAt(context: TestContext, url: string, pages?: number): Promise<TestDeployment> {
  return projectOf(context, [{ kind: 'site', url, pages }], { privateHosts: ['127.0.0.1'] });
}

const sitemapOf = (urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

async function pathsOf(site: TestDeployment): Promise<string[]> {
  return [...(await site.pages()).keys()].sort();
}

const threePages = (): Record<string, string> => ({
  '/docs/': webPage(
    'Home',
    '<a href="install">Install</a> <a href="/docs/usage/?utm=1#x">Usage</a> <a href="/blog">Blog</a>',
  ),
  '/docs/install': webPage(
    'Install',
    '<h2 id="linux">Linux</h2><p>apt install acme</p><a href="#linux">up</a>',
  ),
  '/docs/usage/': webPage('Usage', '<p>Use it.</p><a href="/docs/?page=2">next</a>'),
  '/blog': webPage('Blog', 'no docs'),
});

test('A site without a sitemap is followed link by link below its path, without queries and navigation', async (context) => {
  const web = await startWebSite(context, threePages);
  const site = await projectAt(context, `${web.url}/docs/`);
  await site.deploy();
  const pages = await site.pages();
  assert.deepEqual(Object.fromEntries([...pages].map(([path, { url, title }]) => [path, [url, title]])), {
    '': [`${web.url}/docs/`, 'Home'],
    install: [`${web.url}/docs/install`, 'Install'],
    usage: [`${web.url}/docs/usage/`, 'Usage'],
  });
  const install = pages.get('install')!;
  assert.equal(install.language, 'en');
  assert.equal(install.markdown.includes('Made by Acme'), false);
  assert.deepEqual([...new Set(web.requests)].filter((request) => request.startsWith('200')).sort(), [
    '200 /docs/',
    '200 /docs/install',
    '200 /docs/usage/',
  ]);
});

test('Pages that are the same cost an answer without a body; what changed is parsed again, what is gone goes', async (context) => {
  const web = await startWebSite(context, threePages);
  const site = await projectAt(context, `${web.url}/docs/`);
  await site.deploy();
  web.requests.length = 0;
  const again = await site.deploy();
  assert.deepEqual([again.unchanged, again.changed], [3, 0]);
  assert.deepEqual(
    web.requests.filter((request) => request.includes('/docs/') && !request.includes('sitemap')).sort(),
    ['200 /docs/', '304 /docs/', '304 /docs/install', '304 /docs/usage/'],
  );
  // Another build of the site: every page is sent again, one says something else, one is gone.
  web.pages.set(
    '/docs/',
    webPage(
      'Home',
      '<a href="install">Install</a> <a href="/docs/usage/">Usage</a> <a href="/blog">Blog</a>',
    ),
  );
  web.pages.set('/docs/install', webPage('Install', '<p>brew install acme</p>'));
  web.pages.delete('/docs/usage/');
  const built = await site.deploy();
  assert.deepEqual([built.changed, built.removed, built.added], [2, 1, 0]);
  assert.deepEqual(await pathsOf(site), ['', 'install']);
});

test('A page that is only built anew is the same page', async (context) => {
  const make = () => ({ '/': webPage('Home', '<p class="css-1x2y3z">Text</p>') });
  const web = await startWebSite(context, make);
  const site = await projectAt(context, `${web.url}/`);
  await site.deploy();
  web.pages.set('/', webPage('Home', '<p class="css-9z8y7x">Text</p>'));
  assert.equal((await site.deploy()).unchanged, 1);
});

test('A sitemap, an index of sitemaps and a gzipped one name the pages; links are not followed then', async (context) => {
  const web = await startWebSite(context, (url) => ({
    ...threePages(),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `Sitemap: ${url}/map.xml\n` },
    '/map.xml': `<sitemapindex><sitemap><loc>${url}/a.xml</loc></sitemap><sitemap><loc>${url}/b.xml.gz</loc></sitemap></sitemapindex>`,
    '/a.xml': sitemapOf([`${url}/docs/install`, `${url}/blog`, 'https://elsewhere.example/docs/x']),
    '/b.xml.gz': {
      body: gzipSync(sitemapOf([`${url}/docs/usage/`])),
      headers: { 'content-type': 'application/gzip' },
    },
  }));
  const site = await projectAt(context, `${web.url}/docs/`);
  await site.deploy();
  assert.deepEqual(await pathsOf(site), ['install', 'usage']);
  assert.equal(web.requests.includes('200 /blog'), false);
});

test('robots.txt is obeyed, for a page and for the whole site; noindex and nofollow, too', async (context) => {
  const web = await startWebSite(context, () => ({
    ...threePages(),
    '/robots.txt': 'User-agent: *\nDisallow: /docs/usage\n',
    '/docs/install': webPage(
      'Install',
      '<a href="/docs/deep">deep</a>',
      '<meta name="robots" content="noindex">',
    ),
    '/docs/deep': webPage('Deep', '<a href="/docs/lost">lost</a>', '<meta name="robots" content="nofollow">'),
    '/docs/lost': webPage('Lost', 'x'),
  }));
  const site = await projectAt(context, `${web.url}/docs/`);
  const { warnings } = await site.deploy();
  assert.deepEqual(await pathsOf(site), ['', 'deep']);
  assert.match(warnings.map(({ message }) => message).join(), /robots\.txt forbids 1 pages/);
  assert.equal(
    web.requests.some((request) => request.endsWith('/docs/usage/') || request.endsWith('/docs/lost')),
    false,
  );
  web.pages.set('/robots.txt', 'User-agent: docent\nDisallow: /\n');
  assert.match((await refusalOf(site.deploy())).message, /robots\.txt .* does not allow/);
  web.pages.set('/robots.txt', { status: 500 });
  assert.match((await refusalOf(site.deploy())).message, /robots\.txt answers 500/);
  assert.deepEqual(await pathsOf(site), ['', 'deep']);
});

test('A site that fails half-way fails the deployment, which says what happened, and leaves the live index', async (context) => {
  const many = (): Record<string, string> => {
    const names = Array.from({ length: 20 }, (_, index) => `/p${index}`);
    const links = names.map((name) => `<a href="${name}">x</a>`).join('');
    return {
      '/': webPage('Home', links),
      ...Object.fromEntries(names.map((name) => [name, webPage(name, 'text')])),
    };
  };
  const web = await startWebSite(context, many);
  const site = await projectAt(context, `${web.url}/`);
  await site.deploy();
  for (let index = 8; index < 20; index++) web.pages.set(`/p${index}`, { status: 500 });
  const refusal = await refusalOf(site.deploy());
  assert.match(refusal.message, /pages failed, such as http:\S+ answers 500/);
  assert.equal((await pathsOf(site)).length, 21);
  const [failed] = await site.deployments();
  assert.equal(failed?.status, 'failure');
  assert.equal(failed?.summary, refusal.message);
  // One page that fails is no reason: it stays as it was, with a warning.
  for (let index = 9; index < 20; index++) web.pages.set(`/p${index}`, webPage(`/p${index}`, 'text'));
  const { warnings, removed } = await site.deploy();
  assert.deepEqual([warnings.length, removed], [1, 0]);
});

test('A redirect is followed to its page once, and never to a private address, another site or another scheme', async (context) => {
  const inner = await startWebSite(context, () => ({ '/secret': webPage('Secret', 'secret') }));
  const web = await startWebSite(context, () => ({
    '/': webPage(
      'Home',
      ['old', 'new', 'out', 'file', 'round'].map((name) => `<a href="/${name}">x</a>`).join(''),
    ),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': webPage('New', 'new'),
    '/out': { status: 302, headers: { location: `${inner.url.replace('127.0.0.1', 'localhost')}/secret` } },
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/round': { status: 302, headers: { location: '/round' } },
  }));
  const site = await projectAt(context, `${web.url}/`);
  await site.deploy();
  assert.deepEqual(await pathsOf(site), ['', 'new']);
  assert.deepEqual(inner.requests, []);
});

test('An address that leads into the network of the server is refused', async (context) => {
  const web = await startWebSite(context, threePages);
  for (const url of [
    web.url,
    web.url.replace('127.0.0.1', 'localhost'),
    'http://169.254.169.254/',
    'http://[::1]/',
  ]) {
    const site = await projectOf(context, [{ kind: 'site', url }]);
    assert.match((await refusalOf(site.deploy())).message, /not on the public internet|Only the ports/, url);
  }
  assert.deepEqual(web.requests, []);
});

test('a private host that the operator named is read for the organizations that it is granted to', async (context) => {
  const web = await startWebSite(context, threePages);
  const site = await projectAt(context, `${web.url}/docs/`);
  const organization = { id: 'org_2', slug: 'tenant', name: 'Tenant', createdAt: 0 };
  await insertOrganization(site.deps.store, { ...organization, plan: {} });
  const project = { ...site.project, organizationId: organization.id };
  const read = async () => readSources(await grantedSources(site.deps, project), project);
  assert.match((await refusalOf(read())).message, /Only the ports|not on the public internet/);
  assert.deepEqual(web.requests, []);
  await updatePlan(site.deps.store, organization.id, { privateHosts: ['127.0.0.1'] });
  assert.ok((await read()).parts[0]!.files.length > 0);
});

test('Pages are read up to the number that is wanted, in one spelling, and only when they are HTML', async (context) => {
  const web = await startWebSite(context, (url) => ({
    '/': webPage(
      'Home',
      ['a', 'a/', 'b/index.html', 'data', 'c', 'd'].map((name) => `<a href="/${name}">x</a>`).join(''),
    ),
    '/a': webPage('A', 'a', `<link rel="canonical" href="${url}/a/">`),
    '/a/': webPage('A', 'a', `<link rel="canonical" href="${url}/a/">`),
    '/b/': webPage('B', 'b'),
    '/data': { body: '{}', headers: { 'content-type': 'application/json' } },
    '/c': webPage('C', 'c'),
    '/d': webPage('D', 'd'),
  }));
  const all = await projectAt(context, `${web.url}/`);
  await all.deploy();
  assert.deepEqual(await pathsOf(all), ['', 'a', 'b', 'c', 'd']);
  const few = await projectAt(context, `${web.url}/`, 2);
  const { warnings } = await few.deploy();
  assert.equal((await pathsOf(few)).length, 2);
  assert.match(warnings[0]?.message ?? '', /Only the first 2 pages/);
});

test('A site that is busy is asked again after the time that it names', async (context) => {
  const web = await startWebSite(context, () => ({
    '/': [{ status: 503, headers: { 'retry-after': '0' } }, webPage('Home', 'text')],
  }));
  const site = await projectAt(context, `${web.url}/`);
  await site.deploy();
  assert.deepEqual(
    web.requests.filter((request) => request.endsWith(' /')),
    ['503 /', '200 /'],
  );
});

test('A site without pages, and one that is not there, are one clear sentence', async (context) => {
  const web = await startWebSite(context, () => ({}));
  assert.match(
    (await refusalOf((await projectAt(context, `${web.url}/`)).deploy())).message,
    /no pages with text/,
  );
  const gone = await projectAt(context, 'http://127.0.0.1:1/');
  assert.match((await refusalOf(gone.deploy())).message, /did not answer/);
});

test('A site that moved to another host is read there', async (context) => {
  const web = await startWebSite(context, threePages);
  const old = await startWebSite(context, () => ({
    '/': { status: 301, headers: { location: `${web.url}/docs/` } },
  }));
  const site = await projectAt(context, `${old.url}/`);
  await site.deploy();
  assert.equal((await site.pages()).get('install')?.url, `${web.url}/docs/install`);
});

test('Polling asks a site every six hours at most', async (context) => {
  const web = await startWebSite(context, threePages);
  const site = await projectAt(context, `${web.url}/docs/`);
  assert.equal(await hasChanges(site.deps, site.project), 'some');
  assert.equal(await hasChanges(site.deps, site.project), 'none');
  assert.deepEqual(web.requests, []);
});

test('A sitemap that was named and cannot be had fails the deployment; its pages stay until it is gone', async (context) => {
  const web = await startWebSite(context, (url) => ({
    ...threePages(),
    '/sitemap.xml': `<sitemapindex><sitemap><loc>${url}/a.xml</loc></sitemap><sitemap><loc>${url}/b.xml</loc></sitemap></sitemapindex>`,
    '/a.xml': sitemapOf([`${url}/docs/install`]),
    '/b.xml': sitemapOf([`${url}/docs/usage/`]),
  }));
  const site = await projectAt(context, `${web.url}/docs/`);
  await site.deploy();
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024 + 1, ' '));
  const answers: [WebPage, RegExp][] = [
    [{ status: 500 }, /The sitemap http:\S+\/b\.xml answers 500\./],
    [{ status: 403 }, /answers 403/],
    [{ body: bomb }, /cannot be unpacked, or is larger than 50 MB/],
    [{ body: bomb, headers: { 'content-encoding': 'gzip' } }, /is larger than 50 MB/],
  ];
  for (const [answer, message] of answers) {
    web.pages.set('/b.xml', answer);
    assert.match((await refusalOf(site.deploy())).message, message);
    assert.deepEqual(await pathsOf(site), ['install', 'usage']);
  }
  web.pages.set('/sitemap.xml', { status: 503, headers: { 'retry-after': '0' } });
  assert.match((await refusalOf(site.deploy())).message, /sitemap\.xml answers 503/);
  web.pages.set('/sitemap.xml', sitemapOf([`${web.url}/docs/install`]));
  assert.equal((await site.deploy()).removed, 1);
});

test('Pages that were there and are refused now have failed, and are not gone', async (context) => {
  const web = await startWebSite(context, threePages);
  const site = await projectAt(context, `${web.url}/docs/`);
  await site.deploy();
  web.pages.set('/docs/install', { status: 403 });
  const { warnings, removed } = await site.deploy();
  assert.equal(removed, 0);
  assert.match(warnings[0]?.message ?? '', /answers 403; what was known of it stays/);
});
