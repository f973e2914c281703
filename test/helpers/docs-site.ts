import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { closeServer, listen } from '../../src/http/listen.ts';

export type DocsSite = { url: string; close(): Promise<void> };

type Options = {
  /** HTML of each path; `default` for all others. */
  pages: Record<string, string>;
  /** Of every page. */
  policy?: string;
};

/** A site of somebody else: another origin than the server under test, with a policy of its own. */
export async function startDocsSite({ pages, policy }: Options): Promise<DocsSite> {
  const server = createServer(({ url = '/' }, response) => {
    const html = pages[new URL(url, 'http://site').pathname] ?? pages['default'];
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    response.end(html);
  });
  const url = await listen(server, { port: 0, host: '127.0.0.1' });
  return { url, close: () => closeServer(server, 0) };
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/**
 * A site as its framework really built it (`scripts/make-docs-sites.ts`), with the tag of our guide pointed at the server
 * under test.
 */
export async function startBuiltSite(
  name: string,
  { url: ask, domain, assistantKey }: Tag,
): Promise<DocsSite> {
  const packed = await readFile(new URL(`../fixtures/docs-sites/${name}.json.gz`, import.meta.url));
  const files = JSON.parse(gunzipSync(packed).toString()) as Record<string, string>;
  const fileOf = (path: string) => {
    const trimmed = path.replace(/^\/|\/$/g, '');
    const names = [trimmed, `${trimmed}.html`, `${trimmed}/index.html`, 'index.html'];
    return names.find((name) => (trimmed === '' ? name === 'index.html' : files[name] !== undefined))!;
  };
  const server = createServer(({ url = '/' }, response) => {
    const name = fileOf(new URL(url, 'http://site').pathname);
    const text = files[name]!.replaceAll('https://ask.example.com', ask)
      .replaceAll('svc_dsc_…', assistantKey)
      .replaceAll('data-domain="docs"', `data-domain="${domain}"`);
    response.setHeader('content-type', contentTypes[extname(name)] ?? 'text/html; charset=utf-8');
    response.end(text);
  });
  const url = await listen(server, { port: 0, host: '127.0.0.1' });
  return { url, close: () => closeServer(server, 0) };
}

/** What the guide says a site needs, and nothing more. */
export function strictPolicy(host: string): string {
  return `default-src 'none'; script-src ${host}; connect-src ${host}; require-trusted-types-for 'script'`;
}

/** A page of docs with the tag. */
export function docsPage({ url, domain, assistantKey }: Tag, attributes = '', body = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour docs</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${url}/widget.js" data-domain="${domain}" data-key="${assistantKey}" ${attributes} defer></script></head>
<body><main><h1>Harbour</h1><p id="text">The proxy must accept the CONNECT method.</p>
<a href="#" id="link">A link</a>${body}</main></body></html>`;
}

type Tag = { url: string; domain: string; assistantKey: string };
