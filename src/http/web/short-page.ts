import { createHash } from 'node:crypto';
import { escapeHtml } from '../../lib/escape-html.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0}main{text-align:center;padding:1rem}h1{font-size:1.25rem}';

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of a short page: it needs nothing but its style. */
export const shortPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
};

/** A page with a heading and one sentence. */
export function shortPage(heading: string, text: string, { reloads = false } = {}): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reloads ? '<meta http-equiv="refresh" content="1">' : ''}
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
<main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p></main>
`;
}
