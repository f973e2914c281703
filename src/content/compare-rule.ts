import { type Docs, listDocs, parseDocs } from './read-docs.ts';
import type { ParsedFile } from './parse-page.ts';
import type { MatchedBy } from './site/build.ts';

/** The address and ids of a file's page, and what they are known by. */
type FileAddress = { file: string; url: string; anchors: string[]; by: MatchedBy };

/** What the rules say of a file that its build says otherwise. */
export type Difference = {
  file: string;
  /** Null on the side that has no page for it. */
  url: { rule: string | null; build: string | null };
  /** Ids of sections that only one of the two has. */
  anchors: { rule: string[]; build: string[] };
};

/** How often build and rule agree, of the pages that the build shows. */
export type Comparison = { pages: number; sameUrl: number; sameAnchors: number; differences: Difference[] };

/** The addresses of all pages, in the order of their files. */
export function listAddresses({ built, files }: Docs, parsed: readonly ParsedFile[]): FileAddress[] {
  const placed = new Map(files.map(({ file, page }) => [file, page.built]));
  return parsed
    .flatMap(({ file, pages: [page], targets }) => {
      // A page that search leaves out has an address all the same.
      const url = placed.get(file)?.url ?? page?.url;
      if (url === undefined) return [];
      const ids = placed.get(file)?.headings.flatMap(([id]) => (id === '' ? [] : [id]));
      const anchors = ids ?? targets[0]?.anchors ?? [];
      return [{ file, url, anchors: [...new Set(anchors)], by: built?.pages.get(file)?.by ?? 'rule' }];
    })
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

/** Compares the pages of docs with a build to those of the same docs by the rules alone, which are read for it. */
export async function compareWithRule(docs: Docs, parsed: readonly ParsedFile[]): Promise<Comparison> {
  const { tree, options, built } = docs;
  const byRule = await Array.fromAsync(parseDocs(await listDocs(tree, { ...options, built: undefined })));
  const ruled = new Map(byRule.map((one) => [one.file, one]));
  const all: Comparison = { pages: 0, sameUrl: 0, sameAnchors: 0, differences: [] };
  for (const one of parsed) {
    const other = ruled.get(one.file);
    if (built?.pages.has(one.file) !== true) continue;
    all.pages += 1;
    const url = { rule: other?.pages[0]?.url ?? null, build: one.pages[0]?.url ?? null };
    const [ours, theirs] = [sectionIds(one), sectionIds(other)];
    const anchors = { rule: onlyIn(theirs, ours), build: onlyIn(ours, theirs) };
    const isSameUrl = url.rule === url.build;
    const isSame = anchors.rule.length + anchors.build.length === 0;
    all.sameUrl += Number(isSameUrl);
    all.sameAnchors += Number(isSame);
    if (!isSameUrl || !isSame) all.differences.push({ file: one.file, url, anchors });
  }
  for (const file of built?.unpublished ?? []) {
    const url = ruled.get(file)?.pages[0]?.url;
    if (url !== undefined)
      all.differences.push({ file, url: { rule: url, build: null }, anchors: { rule: [], build: [] } });
  }
  return all;
}

function onlyIn(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((id) => !others.has(id));
}

function sectionIds(parsed: ParsedFile | undefined): Set<string> {
  return new Set(parsed?.pages[0]?.sections.flatMap(({ anchor }) => anchor ?? []));
}
