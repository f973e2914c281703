/**
 * Hashes of files that were read before, keyed by file version and rules. Without them, reading and hashing ten
 * thousand unchanged files would be most of the work of deploying one changed page.
 */
export type KnownHashes = Map<string, { sameAs: string; hash: string }>;

/** Number of cached sites; about 5 MB for 10,000 pages. */
const maxSites = 50;

/** The hashes of one site, initially empty; the least recently used site is evicted. */
export function knownHashesOf(sites: Map<string, KnownHashes>, site: string): KnownHashes {
  const known: KnownHashes = sites.get(site) ?? new Map();
  sites.delete(site);
  sites.set(site, known);
  if (sites.size > maxSites) sites.delete(sites.keys().next().value!);
  return known;
}
