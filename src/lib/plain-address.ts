const roundabout = /(?:^|[/:])\.{1,2}(?:[/?#]|$)|%(?:2e|2f|5c)|[\\\s\p{Cc}]/iu;

/**
 * Whether a URL has no `..` and no escaped slashes or dots, which would let it leave the prefix that it seems to be
 * below.
 */
export function isPlainAddress(url: string): boolean {
  return !roundabout.test(url);
}
