/** A link to the same site in a page's HTML, whose address depends on the reader: attributes that no sanitized HTML has. */
export const markedLink = / data-docs-path="([^"]*)" data-docs-hash="([^"]*)" data-docs-url="([^"]*)"/g;

/** @param url where a link goes that leads to no page of the docs; '' for nowhere */
export function markLink(path: string, hash: string, url: string): Record<string, string> {
  return {
    'data-docs-path': encodeURIComponent(path),
    'data-docs-hash': encodeURIComponent(hash),
    'data-docs-url': encodeURIComponent(url),
  };
}
