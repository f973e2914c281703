import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText } from '../../config/values.ts';
import { splitFrontMatter, type FrontMatter } from '../../front-matter.ts';
import { type AnchorMaker, githubAnchors, textAnchors } from '../../markdown/anchors.ts';
import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { fillLiquid } from '../../markdown/liquid.ts';
import { spelledSlug } from '../../markdown/spelled-slug.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';
import { isMdx } from '../../site/endings.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { Framework } from '../framework.ts';
import { baseOf, newSite, pagesBelow } from '../new-site.ts';

/** What makes ids, whether attribute lists are read, the page's name, and the permalink of its folder. */
type Facts = {
  anchors: keyof typeof slugs | null;
  hasAttributes: boolean;
  stem: string;
  permalink: string | null;
};

/** Eleventy. What its configuration does in code is not run. https://www.11ty.dev/docs/config/ */
export const eleventy: Framework<Facts> = {
  name: 'eleventy',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = folderOf(file);
    const { config, default: made } = await readConfig(file);
    const { dir, pathPrefix } = { ...asObject(made), ...asObject(config) };
    const { input, includes, data, output } = asObject(dir);
    const source = joinPath(root, asText(input) ?? '');
    const ignored = ((await tree.read(joinPath(root, '.eleventyignore'))).text ?? '')
      .split('\n')
      .map((line) => line.trim());
    const isIgnored = matchGlobs(
      [
        joinPath(source, asText(includes) ?? '_includes'),
        joinPath(source, asText(data) ?? '_data'),
        joinPath(root, asText(output) ?? '_site'),
        ...ignored.filter((line) => line !== '' && !/^[#!]/.test(line)).map((line) => joinPath(root, line)),
      ].flatMap((one) => [one, joinPath(one, '**')]),
    );
    const code = (await tree.read(file)).text ?? '';
    const permalinks = await folderPermalinks(tree.files, source, readConfig);
    const pages = pagesBelow(tree.files, source, (within, one) => {
      if (isIgnored(one)) return null;
      const folder = folderOf(within);
      const name = within.slice(folder.length).replace(/^\/|\.\w+$/g, '');
      const isIndex = name === 'index' || name === folder.slice(folder.lastIndexOf('/') + 1);
      const facts: Facts = {
        anchors: anchorRule(code),
        hasAttributes: code.includes('markdown-it-attrs'),
        stem: joinPath(folder, name.replace(/^\d{4}-\d{2}-\d{2}-/, '')),
        permalink: permalinks(folderOf(one)),
      };
      const dialects = isMdx(one) ? (['mdx', 'markdown'] as const) : (['markdown'] as const);
      return { path: isIndex ? folder : joinPath(folder, name), isIndex, dialects: [...dialects], facts };
    });
    const prefix = joinPath(asText(pathPrefix) ?? '');
    return newSite(pages, {
      addresses: { base: baseOf(baseUrl, null, prefix && `/${prefix}`), ending: '/', folderEnding: '/' },
      root,
      sourceRoots: [source],
    });
  },
  // Nunjucks has the same tags.
  runs: [{ files: /(?:^|\/)(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/, templates: 'liquid' }],
  prepare(body, { facts }, data) {
    const text = fillLiquid(body, valuesOf(facts, data));
    if (facts?.hasAttributes !== true) return text;
    return mapProse(text, (prose) => mapOutsideCodeSpans(readHeadingAttributes(prose), dropAttributeLists));
  },
  createAnchors({ facts }): AnchorMaker {
    const rule = facts?.anchors ?? null;
    if (rule === null) return githubAnchors();
    return textAnchors(slugs[rule], rule === 'eleventy' ? 2 : 1);
  },
  isUnpublished: ({ facts }, _data, text) =>
    String(splitFrontMatter(text).data['permalink'] ?? facts?.permalink) === 'false',
  movedPath({ facts }, data) {
    const permalink = asText(data['permalink']) ?? facts?.permalink;
    if (permalink === undefined || permalink === null) return null;
    const path = fillLiquid(permalink, valuesOf(facts, data)).trim();
    return path.replace(/^\/+/, '').replace(/(^|\/)index\.html$/, '$1');
  },
};

function valuesOf(facts: Facts | undefined, data: FrontMatter): Record<string, unknown> {
  const stem = facts?.stem ?? '';
  const steps = stem.split('/');
  return {
    ...data,
    site: {},
    page: { fileSlug: steps.at(-1) === 'index' ? steps.at(-2) : steps.at(-1), filePathStem: `/${stem}` },
  };
}

/** The `permalink` in the data file of a folder, `guide/guide.json`, or of the nearest above it. https://www.11ty.dev/docs/data-template-dir/ */
async function folderPermalinks(
  files: string[],
  source: string,
  readConfig: ReadConfig,
): Promise<(folder: string) => string | null> {
  const found = new Map<string, string>();
  for (const file of files) {
    const folder = folderOf(file);
    const [, name] = /(?:^|\/)([^/]+)\.(?:json|11tydata\.(?:json|[cm]?js))$/.exec(file) ?? [];
    if (
      name === undefined ||
      folder.slice(folder.lastIndexOf('/') + 1) !== name ||
      !folder.startsWith(source)
    )
      continue;
    const { permalink } = asObject((await readConfig(file))['default']);
    if (typeof permalink === 'string' || permalink === false) found.set(folder, String(permalink));
  }
  const permalinkOf = (folder: string): string | null =>
    found.get(folder) ?? (folder === '' ? null : permalinkOf(folderOf(folder)));
  return permalinkOf;
}

/** Eleventy has no ids of its own: a plugin makes them, whose rule is an option. */
function anchorRule(config: string): Facts['anchors'] {
  if (config.includes('IdAttributePlugin')) return 'eleventy';
  if (!/markdown-?it-?anchor/i.test(config)) return null;
  return /\buslug\b/.test(config) ? 'uslug' : config.includes('slugify') ? 'spelled' : 'encoded';
}

const dashed = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, '-');
/** `What's new` is `whats-new`. */
const spelled = (text: string) => spelledSlug(text.replaceAll(/([a-z\d])['’]([ts])(?=\s|$)/gi, '$1$2'));

/**
 * Ids by what makes them: Eleventy's own plugin, which counts duplicates from 2; markdown-it-anchor by itself, which keeps
 * punctuation, with Eleventy's `slugify`, or with the package uslug. https://www.11ty.dev/docs/plugins/id-attribute/
 * https://github.com/valeriangalliat/markdown-it-anchor https://github.com/jeremys/uslug
 */
const slugs = {
  eleventy: spelled,
  spelled,
  encoded: (text: string) => encodeURIComponent(dashed(text)),
  uslug: (text: string) => dashed(text.replaceAll(/[^\p{L}\p{N}\p{M}\s_~-]/gu, '')).replaceAll(/-+/g, '-'),
};
