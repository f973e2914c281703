import { slug } from 'github-slugger';
import { asList, asObject, asText, walkObjects } from '../config/values.ts';
import { textField } from '../front-matter.ts';
import { percentIncludes } from '../includes/percent-includes.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { percentTags } from '../markdown/percent-tags.ts';
import type { Operation } from '../openapi/operation.ts';
import { findConfig } from './find-config.ts';
import type { Framework, PageFile } from './framework.ts';
import { readRedirects } from './host-redirects.ts';
import { newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';

/** Redocly Realm. A `redocly.yaml` alone only says how to check OpenAPI. https://redocly.com/docs/realm */
export const redocly: Framework = {
  name: 'redocly',
  async open(tree, readConfig, { baseUrl = '' }) {
    const file = findConfig(tree.files, /(?:^|\/)redocly\.ya?ml$/);
    const sidebar = findConfig(tree.files, /(?:^|\/)(?:sidebars|versions)\.ya?ml$/);
    if (file === null || sidebar === null) return null;
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    const start = root === '' ? '' : `${root}/`;
    const defaults = new Map<string, string>();
    for (const versions of tree.files.filter((one) => /(?:^|\/)versions\.ya?ml$/.test(one))) {
      const main = asText(asObject((await readConfig(versions))['default'])['default']);
      if (main !== null) defaults.set(folderOf(versions), main);
    }
    const titles = await sidebarTitles(tree.files, async (one) => (await readConfig(one))['default']);
    const pages = tree.files
      .filter(
        (one) => one.startsWith(start) && isMarkdown(one) && !/(?:^|\/)[._]/.test(one.slice(start.length)),
      )
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
  includes: [percentIncludes],
  prepare: percentTags,
  createAnchors: githubAnchors,
  movedPath(_page, data) {
    const moved = textField(data, 'slug');
    return moved === null ? null : joinPath(moved);
  },
};

/** `apis/museum.yaml` is served at `apis/museum`, its operations below their tags. */
function placeOperation(file: string, { method, tag, operationId, path }: Operation): string {
  const api = file.replace(/\.\w+$/, '');
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
  return newPage(file, literalPath(served, ['index']), {
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
