// npm run bench -- crawled-sites FOLDER… [--pages N]
// Serves folders of built HTML, each as a site, and reads them as a site is read: pages, sections, how many pages have a
// title that another one has, and which blocks of text stand on a fifth of the pages, which are the site's rather than theirs.
// Debian has such folders in its packages of docs: `apt-get download sqlite3-doc postgresql-doc-15`, `dpkg-deb -x`.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { closeLinks } from '../src/content/link-closure.ts';
import type { Page } from '../src/content/page.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openSite } from '../src/content/sources/site/site.ts';
import { closeServer, listen } from '../src/http/listen.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { pages: { type: 'string' } } });
const maxPages = Number(values.pages ?? 100);

/** The shortest block, in characters, and the share of pages, for what a site repeats. */
const minBlock = 9;
const minShare = 0.2;

for (const folder of positionals) {
  const server = serve(resolve(folder));
  const url = await listen(server, { port: 0, host: '127.0.0.1' });
  const store = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  try {
    await show(folder, `${url}/`, store);
  } finally {
    rmSync(store, { recursive: true });
    await closeServer(server, 0);
  }
}

function serve(root: string): Server {
  return createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site');
    const file = join(root, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '');
    const packed = `${file}.gz`;
    if (existsSync(file) && statSync(file).isDirectory())
      response.writeHead(301, { location: `${pathname}/` });
    else if (/\.html?$/.test(file) && (existsSync(file) || existsSync(packed))) {
      response.setHeader('content-type', 'text/html');
      return void response.end(existsSync(file) ? readFileSync(file) : gunzipSync(readFileSync(packed)));
    } else response.writeHead(404);
    response.end();
  });
}

async function show(name: string, url: string, store: string): Promise<void> {
  const docs = await listDocs(await openSite({ url, folder: store, maxPages, privateHosts: ['127.0.0.1'] }));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = parsed.flatMap((one) => one.pages);
  const sections = pages.flatMap((page) => page.sections);
  const byTitle = Map.groupBy(pages, ({ title }) => title);
  const shared = pages.filter(({ title }) => byTitle.get(title)!.length > 1).length;
  const { anchors } = closeLinks(docs, parsed);
  console.log(
    `${name}: ${pages.length} pages, ${sections.length} sections, ${shared} titles that other pages have, ${anchors.resolved} of ${anchors.checked} anchors`,
  );
  for (const [block, count] of repeated(pages))
    console.log(`  ${count} ${JSON.stringify(block.slice(0, 100))}`);
}

function repeated(pages: Page[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { sections } of pages) {
    const blocks = new Set(sections.flatMap(({ text }) => text.split('\n\n')));
    for (const block of blocks) counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return [...counts]
    .filter(([block, count]) => block.length >= minBlock && count >= pages.length * minShare)
    .toSorted(([, one], [, two]) => two - one);
}
