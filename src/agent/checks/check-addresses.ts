import { createFolderLookup } from '../../content/site/folders.ts';
import { normalPath } from '../../content/site/paths.ts';
import { matchRedirects } from '../../content/site/redirects.ts';
import { isPart, type Site } from './checked-site.ts';
import { type Finding, finding } from './finding.ts';

const maxShown = 20;

/** Addresses that readers may have bookmarked and that now have neither a page nor a redirect. */
export function checkAddresses(now: Site, before: Site): Finding[] {
  // Plain Markdown has no redirects.
  if (now.framework === 'plain') return [];
  // A redirect between addresses that differ by case leads to itself on many hosts.
  const addresses = new Set(now.pages.map((page) => now.address(page).toLowerCase()));
  const isRedirected = matchRedirects(now.redirects);
  const generatedAt = createFolderLookup(now.generated);
  const gone = before.pages.filter((page) => {
    const address = before.address(page);
    const isElsewhere = isRedirected(normalPath(address)) || generatedAt(address) >= 0;
    return !addresses.has(address.toLowerCase()) && !isElsewhere && !isPart(page);
  });
  return gone.slice(0, maxShown).map((file) => {
    const message = `Its address /${before.address(file)} has no page now. Add a redirect in the place where these docs keep them, unless nobody can know the address.`;
    return finding('redirects', 'warning', file, message);
  });
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
  return hidden.slice(0, maxShown).map((file) => {
    const message = `A redirect sends its address /${now.address(file)} to ${targets.get(now.address(file))}, which hides the page. Remove that redirect.`;
    return finding('redirects', 'error', file, message);
  });
}
