import { asObject, asText } from '../config/values.ts';
import type { PageFile } from './framework.ts';
import { defaultOf } from './mark-defaults.ts';
import { joinPath } from '../site/paths.ts';

/** A page of a docset, and the group of files that it is from. */
export type GroupedPage = PageFile & { group: string | null };

/**
 * Groups of files that have pages at the same address are versions, as of PowerShell: `?view=powershell-5.1` chooses one
 * there, and the newest comes without it. Of several pages at a path, the others have the version before it.
 * https://github.com/dotnet/docfx/blob/d3bd474bc3fa3cdf9bfdbc00fe6c84c5c13aebe3/docs/designs/conceptual-versioning.md
 */
export function readGroups(
  pages: GroupedPage[],
  groups: unknown,
  addressOf: (path: string) => string,
): PageFile[] {
  const byPath = Map.groupBy(pages, ({ path }) => path);
  const shared = [...byPath.values()].filter((twins) => new Set(twins.map(({ group }) => group)).size > 1);
  const versions = new Set(shared.flatMap((twins) => twins.flatMap(({ group }) => group ?? [])));
  return pages.map(({ group, ...page }) => {
    if (group === null || !versions.has(group)) return page;
    const { name, view } = monikerOf(group, groups);
    const twins = byPath.get(page.path)!.map((twin) => twin.group);
    const url = addressOf(page.path) + (view === null ? '' : `?view=${view}`);
    return {
      ...page,
      version: name,
      ...(group !== defaultOf(twins) && {
        path: joinPath(group, page.path),
        extra: { ...page.extra, url },
      }),
    };
  });
}

/** The version that a group is for. One for a range of them has no address of its own. */
function monikerOf(group: string, groups: unknown): { name: string; view: string | null } {
  const range = asText(asObject(asObject(groups)[group])['moniker_range']) ?? group;
  const single = /^=?[ \t]?([\w.-]+)$/.exec(range.trim())?.[1];
  return { name: single ?? group, view: single === undefined ? null : encodeURIComponent(single) };
}
