import { redoclyNavigation } from './navigation.ts';
import { redoclyRedirects } from './redirects.ts';
import { slug } from 'github-slugger';
import { withoutEnd } from '../../../lib/without-end.ts';
import { asList, asObject, asText, asTexts, walkObjects } from '../../config/values.ts';
import { listField } from '../../front-matter.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { githubAnchors } from '../../markdown/anchors.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import type { Operation } from '../../openapi/operation.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { readRedirects } from '../host-redirects.ts';
import { newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

/** Settings of a site: a `redocly.yaml` without them only says how to check OpenAPI. */
const siteKeys = ['navbar', 'footer', 'logo', 'seo', 'breadcrumbs', 'markdown', 'l10n', 'products'];

/** Redocly Realm. https://redocly.com/docs/realm */
export const redocly: Framework = {
  name: 'redocly',
  async open(tree, readConfig, { baseUrl = '' }) {
    const file = findConfig(tree.files, /(?:^|\/)redocly\.ya?ml$/);
    const sidebar = findConfig(tree.files, /(?:^|\/)(?:sidebars|versions)\.ya?ml$/);
    if (file === null) return null;
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    if (sidebar === null && !siteKeys.some((key) => key in config)) return null;
    const start = root === '' ? '' : `${root}/`;
    const defaults = new Map<string, string>();
    for (const versions of tree.files.filter((one) => /(?:^|\/)versions\.ya?ml$/.test(one))) {
      const main = asText(asObject((await readConfig(versions))['default'])['default']);
      if (main !== null) defaults.set(folderOf(versions), main);
    }
    const titles = await sidebarTitles(tree.files, async (one) => (await readConfig(one))['default']);
    const isLeftOut = leftOut([
      ...asTexts(config['ignore']),
      ...asTexts(asObject(config['markdown'])['partialsFolders']),
    ]);
    const pages = tree.files
      .filter((one) => one.startsWith(start) && isMarkdown(one) && !isLeftOut(one.slice(start.length)))
      .map((one) => pageOf(one, start, defaults, titles));
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      redirects: Object.entries(asObject(config['redirects'])).flatMap(([from, to]) =>
        readRedirects([{ from, ...asObject(to) }]),
      ),
      sourceRoots: [root],
      placeOperation: (one, operation) => placeOperation(one.slice(start.length), operation),
    });
  },
  siteFiles: [redoclyNavigation, redoclyRedirects],
  includes: [percentIncludes],
  prepare: percentTags,
  createAnchors: githubAnchors,
  movedPath: (page, data) => listField(data, 'slug').map((slug) => translated(page, slug))[0] ?? null,
  otherPaths: (page, data) => [
    ...listField(data, 'slug')
      .slice(1)
      .map((slug) => translated(page, slug)),
    ...Object.keys(asObject(data['redirects'])).map((from) => joinPath(from)),
  ],
};

function translated({ language }: PageFile, slug: string): string {
  return joinPath(language?.toLowerCase() ?? '', slug);
}

/** Partials and hidden files, and the folders, files and globs that the configuration leaves out. */
function leftOut(listed: string[]): (path: string) => boolean {
  const isListed = matchGlobs(listed.flatMap((one) => [one, `${withoutEnd(one, '/')}/**`]));
  return (path) => /(?:^|\/)[._]/.test(path) || isListed(path);
}

/** As Realm makes addresses of files: in lower case, without punctuation but dots, each space a dash. */
function slugPath(path: string): string {
  return path.replaceAll(/[^./]+/g, (part) => slug(part));
}

/** `apis/museum.yaml` is served at `apis/museum`, its operations below their tags. */
function placeOperation(file: string, { method, tag, operationId, path }: Operation): string {
  const api = slugPath(literalPath(file, ['index']));
  if (method === '') return api;
  return joinPath(api, slug(tag ?? 'other'), slug(operationId ?? `${path} ${method}`));
}

/** `@v2/` holds version v2, which loses its folder when it is the default; `@l10n/de/` holds German. */
function pageOf(
  file: string,
  start: string,
  defaults: Map<string, string>,
  titles: Map<string, string>,
): PageFile {
  const kept: string[] = [];
  let [version, language]: (string | null)[] = [null, null];
  let isDefault = true;
  const segments = file.slice(start.length).split('/');
  for (const [index, segment] of segments.entries()) {
    if (isLanguages(segments[index - 1])) language = segment;
    if (isLanguages(segment)) continue;
    if (!segment.startsWith('@')) kept.push(segment);
    else {
      version = segment.slice(1);
      const folder = joinPath(start, segments.slice(0, index).join('/'));
      if (defaults.get(folder) === version) continue;
      kept.push(version);
      isDefault = !defaults.has(folder);
    }
  }
  const served = kept.join('/');
  return newPage(file, slugPath(literalPath(served, ['index'])), {
    isIndex: isIndexFile(served, ['index']),
    version: version ?? null,
    language: language ?? null,
    isDefault: isDefault && language === null,
    title: titles.get(file) ?? null,
  });
}

/** Redocly's earlier name for the folder of translations still counts. */
function isLanguages(segment = ''): boolean {
  return segment === '@l10n' || segment === '@i18n';
}

async function sidebarTitles(
  files: string[],
  read: (file: string) => Promise<unknown>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const file of files.filter((one) => /(?:^|\/)sidebars\.ya?ml$/.test(one))) {
    walkObjects(asList(await read(file)), ({ page, label }) => {
      if (typeof page === 'string' && typeof label === 'string')
        titles.set(joinPath(folderOf(file), page), label);
    });
  }
  return titles;
}
