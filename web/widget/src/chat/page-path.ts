/** The path of the page in view, which sites such as docsify's have behind the `#`: `/#/guide?id=install`. */
export function pagePath(): string {
  const [, routed] = /^#(\/[^?]*)/.exec(location.hash) ?? [];
  return (routed ?? location.pathname).slice(0, 200);
}
