import { matchGlobs } from '../../content/site/glob.ts';
import type { Site } from './checked-site.ts';
import type { Finding } from './finding.ts';

const maxShown = 20;

/** Addresses that readers may have bookmarked and that now have neither a page nor a redirect. */
export function checkAddresses(now: Site, before: Site): Finding[] {
  // Plain Markdown has no redirects.
  if (now.framework === 'plain') return [];
  const addresses = new Set(now.pages.map((page) => now.address(page)));
  const isRedirected = matchGlobs(now.elsewhere.flatMap((path) => [path, `${path}/**`]));
  const gone = before.pages.filter((page) => {
    const address = before.address(page);
    const isLost = ![address, before.url(page).slice(1)].some(isRedirected);
    return !addresses.has(address) && isLost && !isPart(page);
  });
  return gone.slice(0, maxShown).map((file) => ({
    check: 'redirects',
    file,
    line: null,
    message: `Its address /${before.address(file)} has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.`,
    severity: 'warning',
  }));
}

/** A partial, which has no address of its own. */
const isPart = (page: string) => /(?:^|\/)_|(?:^|\/)(?:snippets?|partials?|includes?)\//.test(page);
