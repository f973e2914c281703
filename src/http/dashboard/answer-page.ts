import type { HttpContext } from '../route.ts';
import { answerFile } from '../web/answer-file.ts';
import { shortPage, shortPageHeaders } from '../web/short-page.ts';
import type { WebBuild } from '../web/web-build.ts';

/** Only files of this server: no inline script or style, no frames, no forms to other sites, no HTML from strings. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const safety = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Page loads at an address without an endpoint get the dashboard, whose router decides what to show. */
export function wantsPage(c: HttpContext): boolean {
  const { method, path } = c.req;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !apiPath.test(path) && (c.req.header('accept') ?? '').includes('text/html');
}

/** Below these, an unknown address is a program's mistake and not a page. */
const apiPath = /^\/(-\/assets|discovery|manage|v\d+|mcp|\.well-known)(\/|$)/;

export async function answerPage(c: HttpContext, dashboard: WebBuild): Promise<Response> {
  const page = dashboard.file('index.html');
  if (page !== undefined)
    return answerFile(c, page, { ...safety, 'cache-control': 'no-cache', 'content-security-policy': policy });
  void dashboard.prepare();
  return new Response(waitingPage({ failed: dashboard.failed() }), {
    status: 503,
    headers: { ...safety, ...shortPageHeaders, 'retry-after': '1' },
  });
}

/** Asset names contain a hash of the content, so browsers may cache them for ever. */
export function answerAsset(c: HttpContext, dashboard: WebBuild): Promise<Response> | undefined {
  const file = dashboard.file(`assets/${c.req.param('file')}`);
  return file && answerFile(c, file, { ...safety, 'cache-control': 'public, max-age=31536000, immutable' });
}

/** Shown while the dashboard is being built, which takes a few seconds once after an update; reloads itself. */
function waitingPage({ failed }: { failed: boolean }): string {
  return failed
    ? shortPage('The dashboard could not be built', 'The server’s log says why. The API works nevertheless.')
    : shortPage('The dashboard is being built', 'This takes a few seconds, once. The page opens by itself.', {
        reloads: true,
      });
}
