// How long a git repository and a site take to be listed: the first time, when nothing changed, and when one page did.
// Usage: npm run bench -- sources [PAGES]
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configNames } from '../src/content/frameworks/claims.ts';
import { openGit } from '../src/content/sources/git-source.ts';
import { openSite } from '../src/content/sources/site/site.ts';
import { startGitServer } from '../test/helpers/git-server.ts';
import { commitFiles } from '../test/helpers/repository.ts';

const count = Number(process.argv[2] ?? 2000);
const folder = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const paragraph = 'Harbour keeps container images close to the machines that run them. '.repeat(20);
const text = (page: number, edit = '') =>
  Array.from({ length: 5 }, (_, at) => `## Section ${at}\n\n${paragraph}${page}${edit}`).join('\n\n');

async function measure(what: string, read: () => Promise<{ files: string[] }>): Promise<void> {
  const began = performance.now();
  const { files } = await read();
  const seconds = (performance.now() - began) / 1000;
  const resident = (process.memoryUsage.rss() / 1024 / 1024).toFixed(0);
  console.log(
    `${what.padEnd(32)} ${String(files.length).padStart(6)} files  ${seconds.toFixed(2).padStart(7)} s  ${resident} MB`,
  );
}

const gitServer = await startGitServer(folder, { token: 'read' });
const origin = join(folder, 'docs.git');
await commitFiles(
  origin,
  Object.fromEntries(Array.from({ length: count }, (_, page) => [`docs/p${page}.md`, text(page)])),
);
const repository = {
  name: 'bench',
  gitDir: join(folder, 'clone.git'),
  access: { url: `${gitServer.url}/docs.git`, authorization: `Basic ${btoa('token:x-oauth-basic')}` },
  branch: null,
  commit: null,
  root: 'docs',
  since: null,
  names: configNames,
};
const readGit = async () => (await openGit(repository)).tree;
await measure('git, first time', readGit);
await measure('git, nothing new', readGit);
await commitFiles(origin, { 'docs/p0.md': text(0, 'changed') });
await measure('git, one page changed', readGit);
await gitServer.close();

const html = (page: number) => {
  const links =
    page === 0 ? Array.from({ length: count }, (_, at) => `<a href="/p${at}">p</a>`).join(' ') : '';
  const sections = Array.from(
    { length: 5 },
    (_, at) => `<h2 id="s${at}">Section ${at}</h2><p>${paragraph}${page}</p>`,
  );
  return `<html><head><title>Page ${page}</title></head><body><nav>menu</nav><main><h1>Page ${page}</h1>${sections.join('')}${links}</main></body></html>`;
};
const web = createServer((request, response) => {
  const page = Number(/^\/(?:p(\d+))?$/.exec(request.url ?? '')?.[1] ?? (request.url === '/' ? 0 : -1));
  if (page < 0) return void response.writeHead(404).end();
  const etag = `"${page}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
  response.writeHead(200, { 'content-type': 'text/html', etag }).end(html(page));
});
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const site = {
  url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/`,
  folder: join(folder, 'site'),
  maxPages: count + 1,
  privateHosts: ['127.0.0.1'],
};
await measure('site, first time', () => openSite(site));
await measure('site, nothing new', () => openSite(site));
web.close();
await rm(folder, { recursive: true });
