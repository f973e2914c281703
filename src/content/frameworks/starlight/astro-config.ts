import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asCall, asObject, asText } from '../../config/values.ts';
import { type AnchorMaker, githubAnchors, githubAnchorsOf } from '../../markdown/anchors.ts';
import { smartText } from '../../markdown/smart-text.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { joinPath } from '../../site/paths.ts';

/** The configuration of an Astro site with Starlight; null when there is none. */
export async function findAstroConfig(tree: FileTree, claimed: string[]): Promise<string | null> {
  for (const file of claimed) {
    const { text } = await tree.read(file);
    if (text?.includes('@astrojs/starlight') === true) return file;
  }
  return null;
}

/**
 * The ending of a page's address, and that of a folder's index.
 * https://docs.astro.build/en/reference/configuration-reference/#buildformat
 */
export function astroEnding(config: Record<string, unknown>): '' | '/' | '.html' {
  const { format } = asObject(config['build']);
  if (format === 'file') return '.html';
  return config['trailingSlash'] === 'never' || format === 'preserve' ? '' : '/';
}

/** Whether ids are made of headings without typographic quotes and dashes. */
export type AstroFacts = { isPlain: true };

/** The pages, with a mark where headings get no typographic quotes and dashes before their ids are made of them. */
export function withTypography(pages: PageFile[], config: Record<string, unknown>): PageFile[] {
  if (asObject(config['markdown'])['smartypants'] !== false) return pages;
  return pages.map((page) => ({ ...page, facts: { isPlain: true } }));
}

/** Its ids are made after typographic replacement of dashes, if that is on: `--flag` has lost its dashes. */
export function astroAnchors({ facts }: PageFile<AstroFacts>): AnchorMaker {
  return facts?.isPlain === true ? githubAnchors() : githubAnchorsOf(smartText);
}

/** The folder of the site's sources. */
export function astroSource(root: string, config: Record<string, unknown>): string {
  return joinPath(root, asText(config['srcDir']) ?? 'src');
}

/** The folder of the entries that the loader of a content collection names. https://docs.astro.build/en/guides/content-collections/ */
export async function readLoader(
  tree: FileTree,
  source: string,
  readConfig: ReadConfig,
  name: string,
): Promise<string | null> {
  const names = ['content.config', 'content/config'].flatMap((one) =>
    ['ts', 'mts', 'js', 'mjs'].map((ending) => joinPath(source, `${one}.${ending}`)),
  );
  const file = tree.files.find((one) => names.includes(one));
  const defined = asObject(file === undefined ? {} : (await readConfig(file))['collections']);
  const { loader } = asObject(asCall(defined[name])?.arguments[0]);
  return asText(asObject(asCall(loader)?.arguments[0])['base']);
}
