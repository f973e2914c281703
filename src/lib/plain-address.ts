const roundabout = /(?:^|[/:])\.{1,2}(?:[/?#]|$)|%(?:2e|2f|5c)|[\\\s\p{Cc}]/iu;

/**
 * Whether an address means what it says: no `..` and no escaped slashes or dots, by which its beginning could name
 * another place than the whole of it does.
 */
export function isPlainAddress(url: string): boolean {
  return !roundabout.test(url);
}
