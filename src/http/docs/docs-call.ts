import type { Lease } from '../../deployments/live-indexes.ts';
import type { Call } from '../route.ts';

type DocsCall = Pick<Call<never>, 'deps' | 'admission' | 'param' | 'reader' | 'headers' | 'request'>;

/** The address of a project's pages, with a slash at the end. */
export function pagesAddress({ deps, admission, param }: DocsCall): string {
  const base = deps.publicUrl().replace(/\/$/, '');
  return param('domain') === '' ? `${base}/pages/` : `${base}/${admission.project.domain}/pages/`;
}

/**
 * Headers for a response that depends on the docs and on the reader's groups. Caches must revalidate each time, so that
 * nobody keeps seeing pages after losing access.
 */
export function docsHeaders(
  { reader, headers }: DocsCall,
  { deployment }: Pick<Lease, 'deployment'>,
  contentType: string,
): Record<string, string> {
  const seen = [contentType, ...[...reader.groups].sort()].join(',');
  return {
    ...headers,
    'content-type': `${contentType}; charset=utf-8`,
    vary: 'Accept, Authorization, X-Docent-Reader',
    'cache-control': 'private, no-cache',
    etag: `"${deployment.id}-${Buffer.from(seen).toString('base64url')}"`,
  };
}

/** Whether the client has this version already. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isUnchanged({ request }: DocsCall, { etag }: Record<string, string>): boolean {
  const known = (request.headers['if-none-match'] ?? '').slice(0, 1_000);
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
