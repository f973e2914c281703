// The docs as text: llms.txt, pages as Markdown, and pages to read where the docs have no site.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openChromium } from '../helpers/chromium.ts';
import { checkPage } from '../helpers/dashboard-page.ts';
import { eventually } from '../helpers/eventually.ts';
import { exampleDocs } from '../helpers/docs-folder.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const hostile = `# Hostile

<script>alert(1)</script> <img src=x onerror=alert(1)>

[click](javascript:alert(1)) [in](./proxy.mdx#authentication)
[out](https://example.com/) [gone](/nowhere) ![p](javascript:alert(1))
`;

const written = `import Part from './_part.mdx'
export const VER = '4.2'

# Parts

<!-- for editors -->
Install version {VER} now.

<Part product="Wombat" />
`;

const links = `# Links

Über 🌍 [install](./install.md#linux), [*parts*](/parts "Parts"), [limits](<../reference/limits.md>) and [\`code\`][def].

[gone](/nowhere) [staff](/internal/prices) [out](https://example.com/a) [here](#there) \`[not](./proxy.mdx)\` ![p](p.png)

\`\`\`md
[not](./proxy.mdx)
\`\`\`

[def]: proxy.mdx
`;

const deep = `# Deep\n\n${'> '.repeat(5_000)}deep`;

let server: TestServer;
before(async () => {
  server = await startServer({
    docs: {
      ...exampleDocs,
      'guide/hostile.md': hostile,
      'guide/deep.md': deep,
      'guide/links.md': links,
      'parts.mdx': written,
      '_part.mdx': 'Feed the {props.product}.\n',
    },
  });
});
after(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const manage = (method: string, path: string) =>
  fetch(`${server.url}/manage/v1/projects/${server.projectId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}` },
  });

test('llms.txt lists what everybody may see, and each of its links is a page as Markdown', async () => {
  const listed = await get(`/${server.domain}/llms.txt`);
  assert.equal(listed.headers.get('content-type'), 'text/plain; charset=utf-8');
  const text = await listed.text();
  assert.match(text, /^# .+\n\n> .+\n\n## /);
  assert.match(text, /\n## Guide\n\n/);
  assert.match(text, /\[Install Harbour\]\(.+\/pages\/guide\/install\.md\): How to install Harbour on Linux/);
  assert.doesNotMatch(text, /prices/i);
  const links = [...text.matchAll(/^- \[[^\]]*\]\(([^)]*)\)/gm)].map(([, link]) => link!);
  assert.equal(links.length, Object.keys(exampleDocs).length + 4);
  for (const link of links) {
    const page = await fetch(link);
    assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8', link);
    const list = `${server.url}/${server.domain}/llms.txt`;
    assert.match(page.headers.get('link')!, /^<[^>]*\/llms\.txt>; rel="index"/);
    assert.ok(page.headers.get('link')!.startsWith(`<${list}>`));
    const [first, , third] = (await page.text()).split('\n');
    assert.ok(first!.startsWith('> ') && first!.includes(`[llms.txt](${list})`), link);
    assert.match(third!, /^# /, link);
  }
  assert.equal(await (await get('/llms.txt')).text(), text.replaceAll(`/${server.domain}/pages/`, '/pages/'));
});

test('a page is the same at every door, and its source is there as it is written', async () => {
  const shown = '# Parts\n\nInstall version 4.2 now.\n\nFeed the Wombat.';
  const headers = { authorization: `Bearer ${server.assistantKey}`, 'content-type': 'application/json' };
  const page = async (query: string): Promise<string> => {
    const body = JSON.stringify({ path: 'parts' });
    const answer = await fetch(`${server.url}/discovery/v1/page/${server.domain}${query}`, {
      method: 'POST',
      headers,
      body,
    });
    return ((await answer.json()) as { content: string }).content;
  };
  assert.equal(await page(''), shown);
  const atItsDoor = await (await get(`/${server.domain}/pages/parts.md`)).text();
  assert.equal(atItsDoor.replace(/^> .*\n\n/, ''), shown);
  assert.ok(
    (await (await get(`/${server.domain}/llms-full.txt`)).text()).includes(shown.slice('# Parts\n\n'.length)),
  );
  assert.equal(await page('?source=1'), written);
});

test('llms-full.txt has every page with its address, and is not sent twice', async () => {
  const whole = await get(`/${server.domain}/llms-full.txt`);
  const text = await whole.text();
  assert.match(text, /# Install Harbour\nSource: \/guide\/install\n\n/);
  assert.match(text, /```sh\napt install harbour\n```/);
  assert.doesNotMatch(text, /SEAGULL/);
  const etag = whole.headers.get('etag')!;
  assert.equal((await get(`/${server.domain}/llms-full.txt`, { 'if-none-match': `W/${etag}` })).status, 304);
  assert.equal((await get(`/${server.domain}/llms.txt?groups=staff`)).status, 200);
  const staff = { authorization: `Bearer ${server.adminKey}` };
  assert.match(await (await get(`/${server.domain}/llms-full.txt?groups=staff`, staff)).text(), /SEAGULL/);
});

test('an index is returned after every answer, also to HEAD', async (t) => {
  const { indexes } = server.app;
  const lease = indexes.lease.bind(indexes);
  const count = { taken: 0, lent: 0 };
  t.mock.method(indexes, 'lease', async (project: Parameters<typeof lease>[0]) => {
    const lent = await lease(project);
    count.taken += 1;
    count.lent += 1;
    const giveBack = async () => {
      count.lent -= 1;
      await lent[Symbol.asyncDispose]();
    };
    return { ...lent, [Symbol.asyncDispose]: giveBack };
  });
  const paths = ['llms.txt', 'llms-full.txt', 'skill.md', 'pages/guide/install.md'];
  for (const method of ['GET', 'HEAD'])
    for (const path of paths) {
      const headers = { authorization: `Bearer ${server.assistantKey}` };
      const answer = await fetch(`${server.url}/${server.domain}/${path}`, { method, headers });
      assert.equal(answer.status, 200, path);
      assert.equal((await answer.text()) === '', method === 'HEAD');
      await eventually(
        () => count.lent,
        (lent) => lent === 0,
      );
    }
  assert.equal(count.taken, 2 * paths.length);
});

test('a page is Markdown or HTML, as the client takes it', async () => {
  const path = `/${server.domain}/pages/guide/install`;
  const type = async (headers: Record<string, string>, suffix = '') =>
    (await get(path + suffix, headers)).headers.get('content-type')!.split(';')[0];
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  assert.equal(await type({ accept: 'text/markdown' }), 'text/markdown');
  assert.equal(await type({ accept: 'text/markdown, text/html' }), 'text/markdown');
  assert.equal(await type({}), 'text/markdown');
  assert.equal(await type(browser, '.md'), 'text/markdown');
  assert.equal(await type(browser), 'text/html');
  const html = await (await get(path, browser)).text();
  assert.match(html, /<h2 id="linux">Linux<\/h2>/);
  assert.match(html, /<code class="language-sh">apt install harbour/);
  assert.equal((await get(`/${server.domain}/pages/internal/prices.md`)).status, 404);
  assert.equal((await get(`/${server.domain}/pages/..%2f..%2fetc/passwd`)).status, 404);
});

test('links of a page lead to Markdown, wherever the text is taken to', async () => {
  const markdown = await (await get(`/${server.domain}/pages/guide/links.md`)).text();
  const pages = `${server.url}/${server.domain}/pages`;
  assert.deepEqual(markdown.split('\n\n').slice(2), [
    `Über 🌍 [install](${pages}/guide/install.md#linux), [*parts*](${pages}/parts.md "Parts"), [limits](${pages}/reference/limits.md) and [${'`code`'}][def].`,
    `[gone](/nowhere) [staff](/internal/prices) [out](https://example.com/a) [here](#there) \`[not](./proxy.mdx)\` ![p](p.png)`,
    '```md\n[not](./proxy.mdx)\n```',
    `[def]: ${pages}/guide/proxy.md`,
  ]);
});

test('a page to read runs nothing, and its links lead to pages to read', async () => {
  const view = await get(`/${server.domain}/pages/guide/hostile`, { accept: 'text/html' });
  assert.match(view.headers.get('content-security-policy')!, /^default-src 'none'/);
  const html = await view.text();
  assert.doesNotMatch(html, /<script|onerror|="javascript:|href="\/nowhere/);
  assert.match(html, /\/pages\/guide\/proxy#authentication"/);
  assert.match(html, /href="https:\/\/example\.com\/"/);
  assert.ok(html.includes(`<a href="${server.url}/${server.domain}/llms.txt">`));
  const nested = await get(`/${server.domain}/pages/guide/deep`, { accept: 'text/html' });
  assert.equal(nested.status, 200);
  await nested.text();
});

test('without a public page a key is needed', async () => {
  await manage('DELETE', 'ask-page');
  for (const path of [
    '/llms.txt',
    `/${server.domain}/llms.txt`,
    '/skill.md',
    `/${server.domain}/skill.md`,
    '/.well-known/agent-skills/index.json',
    `/${server.domain}/.well-known/agent-skills/index.json`,
    `/${server.domain}/pages/guide/install.md`,
  ]) {
    const refused = await get(path);
    assert.equal(refused.status, 401, path);
    assert.equal(((await refused.json()) as { code: string }).code, 'missing_key');
    assert.equal((await get(path, { authorization: `Bearer ${server.assistantKey}` })).status, 200, path);
  }
  assert.equal(
    (await get('/elsewhere/llms.txt', { authorization: `Bearer ${server.assistantKey}` })).status,
    404,
  );
  await manage('POST', 'ask-page');
});

test('a source on the public page leads to where it can be read', async () => {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/ask/${server.domain}?q=How+do+I+install+Harbour+on+Linux%3F`);
    const opened = page.waitForEvent('popup');
    await page
      .getByRole('link', { name: /^Source 1: Install Harbour/ })
      .first()
      .click();
    const view = await opened;
    await view.getByRole('heading', { name: 'Linux' }).waitFor();
    assert.equal(view.url(), `${server.url}/${server.domain}/pages/guide/install#linux`);
    await checkPage(view, 'a page to read');
  } finally {
    await browser.close();
  }
});

test('what is not there is a page in a browser, and JSON for programs', async () => {
  for (const path of [`/${server.domain}/pages/<b>none`, '/ask/none']) {
    const page = await get(path, { accept: 'text/html,*/*;q=0.8' });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(page.headers.get('content-security-policy')!, /default-src 'none'/);
    assert.match(await page.text(), /<h1>There is no .*<p>404 · req_/);
    const body = (await (await get(path)).json()) as { code: string };
    assert.equal(body.code, 'not_found');
  }
  const api = await get('/v1/none', { accept: 'text/html' });
  assert.equal(api.headers.get('content-type'), 'application/json; charset=utf-8');
});
