import { hash } from 'node:crypto';
import { escapeHtml } from '../../lib/escape-html.ts';

type AskPage = {
  title: string;
  domain: string;
  key: string;
  /** Whether the docs have a site that citations can link to. */
  hasSite: boolean;
};

const style = 'body{margin:0}@media(prefers-color-scheme:dark){body{background:#16181d}}';

/** Scripts of this server only, which may connect only to it; no HTML from strings, and no embedding in frames. */
export const askPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src https:',
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The widget as a page of its own. Addresses are relative, because a proxy may add a path prefix. */
export function askPage({ title, domain, key, hasSite }: AskPage): string {
  const pages = hasSite ? '' : ` pages="../${escapeHtml(domain)}/pages"`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<script src="../widget.js" defer></script>
<main><docent-assistant inline full domain="${escapeHtml(domain)}" key="${escapeHtml(key)}" name="${escapeHtml(title)}"${pages}></docent-assistant></main>
<noscript>This page needs JavaScript.</noscript>
</html>
`;
}
