import { matchGlobs } from '../../content/site/glob.ts';
import { normalPath } from '../../content/site/paths.ts';
import type { Site } from './checked-site.ts';
import type { Finding } from './finding.ts';

const maxShown = 20;

/** Addresses that readers may have bookmarked and that now have neither a page nor a redirect. */
export function checkAddresses(now: Site, before: Site): Finding[] {
  // Plain Markdown has no redirects.
  if (now.framework === 'plain') return [];
  // A redirect between addresses that differ by case leads to itself on many hosts.
  const addresses = new Set(now.pages.map((page) => now.address(page).toLowerCase()));
  const isRedirected = matchGlobs(now.elsewhere.flatMap((path) => [path, `${path}/**`]));
  const gone = before.pages.filter((page) => {
    const address = before.address(page);
    const isLost = ![address, before.url(page).slice(1)].some(isRedirected);
    return !addresses.has(address.toLowerCase()) && isLost && !isPart(page);
  });
  return gone.slice(0, maxShown).map((file) => ({
    check: 'redirects',
    file,
    line: null,
    message: `Its address /${before.address(file)} has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.`,
    severity: 'warning',
  }));
}

/** Pages at new addresses that a redirect sends elsewhere: a page that moves back, or takes the place of an old one. */
export function checkHidden(now: Site, before: Site): Finding[] {
  const known = new Set(before.pages.map((page) => before.address(page)));
  // One that only adds a slash or an ending leads to the page itself.
  const hiding = now.redirects.filter(({ from, to }) => from === to || normalPath(from) !== normalPath(to));
  const targets = new Map(hiding.map(({ from, to }) => [normalPath(from), to]));
  const hidden = now.pages.filter((page) => {
    const address = now.address(page);
    return !known.has(address) && targets.has(address) && !isPart(page);
  });
  return hidden.slice(0, maxShown).map((file) => ({
    check: 'redirects',
    file,
    line: null,
    message: `A redirect sends its address /${now.address(file)} to ${targets.get(now.address(file))}, which hides the page. Remove that redirect.`,
    severity: 'error',
  }));
}

/** A partial, which has no address of its own. */
const isPart = (page: string) => /(?:^|\/)_|(?:^|\/)(?:snippets?|partials?|includes?)\//.test(page);
