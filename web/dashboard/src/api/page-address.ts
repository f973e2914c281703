/** A page's address without the section's anchor; docsify's addresses have their path after the `#`. */
export function pageAddress(url: string): string {
  return url.replace(/#(?![/!]).*$/, '').replace(/(#[/!][^?]*)\?id=.*$/, '$1');
}
