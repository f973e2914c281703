import type { PageFile } from '../site/site-facts.ts';

/** Names of unreleased versions. */
const unreleased =
  /next|dev|main|master|head|trunk|nightly|canary|draft|unreleased|edge|preview|alpha|beta|rc/i;

/**
 * Marks the pages of the default version, when the framework does not: pages without a version, else those of `latest`
 * or `stable`, else those of the newest release. A few pages without a version belong to all versions, such as a
 * landing page or a blog.
 */
export function markDefaults(pages: PageFile[]): PageFile[] {
  const open = pages.filter(({ isDefault }) => isDefault === undefined);
  const byVersion = Map.groupBy(open, ({ version }) => version);
  if (byVersion.size < 2) return pages;
  const newest = defaultOf([...byVersion.keys()].filter((version) => version !== null));
  const unversioned = byVersion.get(null)?.length ?? 0;
  const isSetApart = unversioned * 2 >= (byVersion.get(newest)?.length ?? 0);
  const main = unversioned > 0 && isSetApart ? null : newest;
  return pages.map((page) =>
    page.isDefault === undefined
      ? { ...page, isDefault: page.version === main || page.version === null }
      : page,
  );
}

/** The default version among some names; null stands for pages without a version. */
export function defaultOf(versions: (string | null)[]): string | null {
  if (versions.includes(null)) return null;
  const named = versions.filter((version) => version !== null);
  const stable = named.find((version) => /^(?:latest|stable|current)$/i.test(version));
  if (stable !== undefined) return stable;
  const released = named.filter((version) => !unreleased.test(version));
  const order = new Intl.Collator('en', { numeric: true });
  return (released.length > 0 ? released : named).toSorted(order.compare).at(-1) ?? null;
}
