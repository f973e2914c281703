import type { PageFile } from '../site/site-facts.ts';
import type { Build, BuiltPage, MatchedBy } from '../site/build.ts';
import { claimsByEditLink, claimsByMap, type Claim } from './claims.ts';
import { hasTitle, leastLikeness, pairTexts } from './pair-texts.ts';
import { likeness } from './sketch.ts';
import type { SourceText } from './source-text.ts';

export type Match = { page: BuiltPage; by: MatchedBy };

type MatchInput = {
  build: Build;
  pages: readonly PageFile[];
  /** The path below the build's root that the rules give a file, as far as its name says it. */
  pathOf: (page: PageFile) => string;
  /** Reads a source as text to compare; null when it cannot be read. */
  read: (page: PageFile) => Promise<SourceText | null>;
};

/** Finds the page of each file, by what is most to be trusted first. A page is that of one file. */
export async function matchBuild(input: MatchInput): Promise<Map<string, Match>> {
  const { build, pages, read } = input;
  const found = new Map<string, Match>();
  const taken = new Set<BuiltPage>();
  const files = new Map(pages.map((page) => [page.file, page]));
  const texts = new Map<string, SourceText | null>();
  const textOf = async (page: PageFile): Promise<SourceText | null> => {
    if (!texts.has(page.file)) texts.set(page.file, await read(page));
    return texts.get(page.file) ?? null;
  };
  const take = (file: string, page: BuiltPage, by: MatchedBy): void => {
    if (found.has(file) || taken.has(page)) return;
    found.set(file, { page, by });
    taken.add(page);
  };
  const takeAll = async (claims: Claim[], by: MatchedBy): Promise<void> => {
    for (const [file, same] of Map.groupBy(claims, (claim) => claim.file)) {
      const page = await agreed(files.get(file)!, same, { ...input, textOf });
      if (page !== null) take(file, page, by);
    }
  };
  for (const page of build.pages)
    if (page.match !== undefined && files.has(page.match.file)) take(page.match.file, page, page.match.by);
  await takeAll(claimsByEditLink(build.pages, files), 'edit-link');
  await takeAll(
    claimsByMap(build, files).filter(({ file, page }) => !found.has(file) && !taken.has(page)),
    'map',
  );

  const rest = pages.filter(({ file }) => !found.has(file));
  const pageAt = new Map(build.pages.map((page) => [page.path, page]));
  const listed = new Set(build.listed);
  for (const file of rest) {
    const text = await textOf(file);
    const path = text?.path ?? input.pathOf(file);
    const page = pageAt.get(path);
    if (page !== undefined && text !== null && listed.has(path) && hasTitle(page, text))
      take(file.file, page, 'map');
  }
  const left = build.pages.filter((page) => !taken.has(page));
  const unfound = rest.flatMap(({ file }) =>
    found.has(file) ? [] : [[file, texts.get(file) ?? null] as const],
  );
  for (const { file, page } of pairTexts(unfound, left)) take(file, page, 'text');
  for (const file of rest) {
    const page = pageAt.get(texts.get(file.file)?.path ?? input.pathOf(file));
    if (page !== undefined) take(file.file, page, 'rule');
  }
  return found;
}

/**
 * The page that is the file's among those that name it as their source. A name alone is not believed where the rules, the
 * title and the text all say otherwise: links to other sources stand on pages, too, and a copied page keeps its link.
 */
async function agreed(
  file: PageFile,
  claims: Claim[],
  { pathOf, textOf }: MatchInput & { textOf: (page: PageFile) => Promise<SourceText | null> },
): Promise<BuiltPage | null> {
  const asExpected = claims.find(({ page }) => page.path === pathOf(file));
  if (asExpected !== undefined) return asExpected.page;
  const text = await textOf(file);
  if (text === null) return claims.length === 1 ? claims[0]!.page : null;
  const rated = claims.map(({ page }) => ({
    page,
    score:
      Number(page.path === text.path) + Number(hasTitle(page, text)) + likeness(page.sketch, text.sketch),
  }));
  const best = rated.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score >= leastLikeness ? best.page : null;
}
