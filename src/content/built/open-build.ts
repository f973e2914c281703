import { DocentError } from '../../errors.ts';
import type { PrivateHosts } from '../../lib/public-address.ts';
import type { Build } from '../site/build.ts';
import { openBuiltFolder } from './built-folder.ts';
import { openBuiltSite } from './built-site.ts';

type BuildPlace = {
  /** A folder, or the address of a site or of its sitemap. */
  place: string;
  /** Keeps the pages of an address, so that only changes are fetched. */
  store: string;
  privateHosts: PrivateHosts;
};

export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * Reads the HTML of a site's own build.
 * @throws DocentError `not_found` when there is none, `invalid_request` when there is too much
 */
export async function openBuild(
  { place, store, privateHosts }: BuildPlace,
  signal?: AbortSignal,
): Promise<Build> {
  const build = isAddress(place)
    ? await openBuiltSite({ url: place, store, privateHosts }, signal)
    : await openBuiltFolder(place, signal);
  if (build.pages.length > 0) return build;
  throw new DocentError(
    'not_found',
    `${place} has no HTML pages. Name what the generator of the site wrote, such as ./site or ./dist.`,
  );
}
