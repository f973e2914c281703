import { version } from '../../lib/package.ts';
import type { Call } from '../route.ts';

type DocsCall = Pick<Call<never>, 'deps' | 'admission' | 'param' | 'reader' | 'headers' | 'request'>;

/** The address of a project's docs at this server, without a slash at the end. */
export function projectAddress({ deps, admission }: Pick<DocsCall, 'deps' | 'admission'>): string {
  return `${deps.publicUrl().replace(/\/$/, '')}/${admission.project.domain}`;
}

/** The same, or the server's for a request at the root. */
export function docsAddress(call: DocsCall): string {
  return call.param('domain') === '' ? call.deps.publicUrl().replace(/\/$/, '') : projectAddress(call);
}

/** The address of a project's pages, with a slash at the end. */
export function pagesAddress(call: DocsCall): string {
  return `${docsAddress(call)}/pages/`;
}

/** The address of the list of a project's pages. */
export function listAddress(call: DocsCall): string {
  return `${docsAddress(call)}/llms.txt`;
}

/**
 * Headers for a response that depends on the docs and on the reader's groups. Caches must revalidate each time, so that
 * nobody keeps seeing pages after losing access.
 * @param made identifies the text: the deployment, or the text's hash
 */
export function docsHeaders(call: DocsCall, made: string, contentType: string): Record<string, string> {
  const seen = [contentType, version, ...[...call.reader.groups].sort()].join(',');
  const list = listAddress(call);
  return {
    ...call.headers,
    'content-type': `${contentType}; charset=utf-8`,
    vary: 'Accept, Authorization, X-Docent-Reader',
    'cache-control': 'private, no-cache',
    etag: `"${made}-${Buffer.from(seen).toString('base64url')}"`,
    // The first is registered, the second what sites for agents send.
    link: `<${list}>; rel="index", <${list}>; rel="llms-txt"`,
  };
}

/** Whether the client has this version already. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isUnchanged({ request }: DocsCall, { etag }: Record<string, string>): boolean {
  const known = (request.headers['if-none-match'] ?? '').slice(0, 1_000);
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
