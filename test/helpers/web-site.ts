import { createServer } from 'node:http';
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

type Answer = string | { status?: number; headers?: Record<string, string>; body?: string | Buffer };

/** Of several answers each is given once, the last one for ever. */
export type WebPage = Answer | Answer[];

type WebSite = {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  url: string;
  /** What it serves by path with query; may be changed. */
  pages: Map<string, WebPage>;
  /** Every request with the status that it was answered with: `200 /a`. */
  requests: string[];
};

/** A site on this machine. HTML has an ETag and is not sent again to who has it. */
export async function startWebSite(
  context: TestContext,
  make: (url: string) => Record<string, WebPage>,
): Promise<WebSite> {
  const site: WebSite = { url: '', pages: new Map(), requests: [] };
  const server = createServer((request, response) => {
    const answers = [site.pages.get(request.url ?? '') ?? { status: 404 }].flat();
    const page = answers[0]!;
    if (answers.length > 1) site.pages.set(request.url ?? '', answers.slice(1));
    const { status = 200, headers = {}, body = '' } = typeof page === 'string' ? { body: page } : page;
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    const isSame = status === 200 && request.headers['if-none-match'] === etag;
    const answered = isSame ? 304 : status;
    site.requests.push(`${answered} ${request.url}`);
    response.writeHead(answered, { 'content-type': 'text/html; charset=utf-8', etag, ...headers });
    response.end(isSame ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.pages = new Map(Object.entries(make(site.url)));
  return site;
}

/** A page of docs as generators make them, with furniture around it. */
export function webPage(title: string, content: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><title>${title} | Acme</title>${head}</head><body>
<nav><a href="/docs/">Docs</a></nav><main><h1>${title}</h1>${content}</main><footer>Made by Acme</footer>
<script>window.build = ${Math.random()}</script></body></html>`;
}
