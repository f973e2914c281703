/**
 * The hashes of files that were read before, by what tells that they are the same: their version and the rules for them.
 * Reading and hashing ten thousand unchanged files is most of the work of a deployment of one page.
 */
export type KnownHashes = Map<string, { sameAs: string; hash: string }>;

/** Sites whose hashes are kept; about 5 MB for 10,000 pages. */
const maxSites = 50;

/** The hashes of one site, empty at first; those of the site that was asked for longest ago make room. */
export function knownHashesOf(sites: Map<string, KnownHashes>, site: string): KnownHashes {
  const known: KnownHashes = sites.get(site) ?? new Map();
  sites.delete(site);
  sites.set(site, known);
  if (sites.size > maxSites) sites.delete(sites.keys().next().value!);
  return known;
}
