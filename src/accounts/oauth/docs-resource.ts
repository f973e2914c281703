/** The one permission there is: to read the docs, and to ask them. */
export const docsScope = 'docs:read';

const below = '/mcp/';

/** The MCP server of a project as a protected resource. https://www.rfc-editor.org/rfc/rfc8707 */
export function resourceOf(publicUrl: string, domain: string): string {
  return `${publicUrl.replace(/\/$/, '')}${below}${domain}`;
}

/** The domain of the project whose MCP server the resource is; undefined for any other resource. */
export function domainOf(publicUrl: string, resource: string): string | undefined {
  const start = resourceOf(publicUrl, '');
  const domain = resource.startsWith(start) ? resource.slice(start.length) : '';
  return /^[\w-]+$/.test(domain) ? domain : undefined;
}
