import type { PageFile } from '../site/site-facts.ts';
import type { Build, BuiltPage } from '../site/build.ts';

/** A page that names a file as its source. */
export type Claim = { page: BuiltPage; file: string };

type Files = ReadonlyMap<string, PageFile>;

/** Deeper links are none to a source. */
const maxDepth = 40;

/**
 * The files that “Edit this page” links end with. What is before the file's path is the same on all pages: a link to a
 * source of another repository has something else there.
 */
export function claimsByEditLink(pages: readonly BuiltPage[], files: Files): Claim[] {
  const options = pages.flatMap((page) =>
    page.sources
      .filter(isEditLink)
      .flatMap((path) =>
        endsOf(path).flatMap(([start, file]) => (files.has(file) ? [{ page, file, start }] : [])),
      ),
  );
  return ofMostFrequentStart(options);
}

/**
 * The files of a generator's documents: `objects.inv` names them without the ending, a page of Sphinx links its copy in
 * `_sources`. Both are relative to a folder, which is the same for all.
 */
export function claimsByMap({ pages, documents }: Build, files: Files): Claim[] {
  const byEnd = new Map<string, { file: string; start: string }[]>();
  for (const file of files.keys())
    for (const name of new Set([file, file.replace(/\.\w+$/, '')]))
      for (const [start, end] of endsOf(name)) {
        const known = byEnd.get(end);
        if (known === undefined) byEnd.set(end, [{ file, start }]);
        else known.push({ file, start });
      }
  const pageAt = new Map(pages.map((page) => [page.path, page]));
  const named = [
    ...pages.flatMap((page) =>
      page.sources
        .filter((path) => !isEditLink(path))
        .map((path) => [path.slice('_sources/'.length), page] as const),
    ),
    ...documents.flatMap(([name, path]) => {
      const page = pageAt.get(path);
      return page === undefined ? [] : [[name, page] as const];
    }),
  ];
  return ofMostFrequentStart(
    named.flatMap(([name, page]) =>
      (byEnd.get(name) ?? []).map(({ file, start }) => ({ page, file, start })),
    ),
  );
}

function isEditLink(path: string): boolean {
  return !path.startsWith('_sources/');
}

/** Every end of a path that begins at a folder or file, the longest first, with what is before it. */
function endsOf(path: string): [start: string, end: string][] {
  const parts = path.split('/').slice(-maxDepth);
  return parts.map((_, at) => [parts.slice(0, at).join('/'), parts.slice(at).join('/')]);
}

/** Of each page, one file: that with the start which leads to most files. */
function ofMostFrequentStart(options: (Claim & { start: string })[]): Claim[] {
  const groups = [...Map.groupBy(options, ({ start }) => start)].map(([, group]) => ({
    group,
    files: new Set(group.map(({ file }) => file)).size,
  }));
  const best = groups.sort((one, other) => other.files - one.files)[0]?.group ?? [];
  const claims = new Map<BuiltPage, Claim>();
  for (const { page, file } of best) if (!claims.has(page)) claims.set(page, { page, file });
  return [...claims.values()];
}
