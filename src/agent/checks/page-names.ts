const ending = /\.(?:mdx?|rst|adoc|asciidoc)$/i;

/** Everything in a text that may name a page, as paths without slashes around and without ending. */
export function namesIn(text: string): string[] {
  const words = text.match(/[^\s"'`,;:()[\]{}<>=]+/g) ?? [];
  return words.map(pageName).filter(Boolean);
}

/** A page as a navigation writes it, without slashes before and ending after. */
export const pageName = (written: string) => written.replace(/^(?:\.{0,2}\/)+/, '').replace(ending, '');

/** The names by which navigations call a page: its path from any folder above it. */
export function pageNamesOf(path: string): string[] {
  const parts = path.replace(ending, '').split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
