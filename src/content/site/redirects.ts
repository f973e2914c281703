import type { Redirect } from './addresses.ts';
import { createFolderLookup } from './folders.ts';
import { matchGlobs } from './glob.ts';
import { normalPath } from './paths.ts';

/** Whether a path is an old one: `/old/:slug*` and `/old/*` match everything below. */
export function matchRedirects(redirects: readonly Redirect[]): (path: string) => boolean {
  return matchGlobs(
    redirects.map(({ from }) => normalPath(from.replaceAll(/:\w+\*|\*$/g, '**').replaceAll(/:\w+/g, '*'))),
  );
}

/** The redirect target of a path, without its anchor; `:slug*` takes the rest of the path. */
export function createRedirects(redirects: readonly Redirect[]): (path: string) => string | null {
  const rules = redirects.map(({ from, to }, at) => {
    const [, prefix = from, wildcard] = /^(.*?)\/?(:\w+\*|\*)$/.exec(from) ?? [];
    const base = normalPath(prefix);
    const below = base === '' ? '' : `${base}/`;
    return { at, base, below: wildcard === undefined ? null : below, to: to.split(/[#?]/)[0] ?? '' };
  });
  const exact = new Map(rules.toReversed().map((rule) => [rule.base, rule]));
  const wide = rules.filter(({ below }) => below !== null);
  const wideAt = createFolderLookup(wide.map(({ base }) => base));
  const everything = wide.find(({ below }) => below === '');
  return (path) => {
    const found = [exact.get(path), wide[wideAt(path)], everything].filter((one) => one !== undefined);
    if (found.length === 0) return null;
    const rule = found.reduce((first, one) => (one.at < first.at ? one : first));
    const rest = path.slice(rule.base.length).replace(/^\//, '');
    return rule.to.replace(/:\w+\*?|\*$/, () => rest);
  };
}
