import { asCall, asList, asObject, asText, unwrapConfig } from '../../config/values.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { mdcText } from './text.ts';
import { textField } from '../../front-matter.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { dependsOn } from '../depends-on.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { PageFile, Redirect } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';

/** Files of a folder, and the path below which they are served. */
type Source = { folder: string; isIn: (within: string) => boolean; cut: string; prefix: string };

/** Nuxt Content, also by its themes Docus and undocs. https://content.nuxt.com/docs/collections/sources */
export const nuxtContent: Framework = {
  name: 'nuxt-content',
  async open(tree, readConfig, { baseUrl }) {
    const undocs = findConfig(tree.files, /(?:^|\/)\.(?:config|docs)\/docs\.ya?ml$/);
    const root = undocs === null ? await findRoot(tree) : folderOf(folderOf(undocs));
    if (root === null) return null;
    const sources =
      undocs === null
        ? await readSources(tree, root, readConfig)
        : [{ folder: root, isIn: matchGlobs(['**']), cut: '', prefix: '' }];
    const pages = pagesOf(tree, sources);
    if (pages.length === 0) return null;
    const settings = await readSettings(tree, root, readConfig);
    const { app, site, i18n } = settings;
    const { url, name } = asObject(undocs === null ? null : (await readConfig(undocs))['default']);
    return newSite(pages, {
      title: asText(name) ?? asText(asObject(site)['name']),
      addresses: {
        base: baseOf(
          baseUrl,
          url ?? asObject(site)['url'] ?? asObject(i18n)['baseUrl'],
          asObject(app)['baseURL'],
        ),
        ending: '',
        folderEnding: '',
      },
      redirects: [...ruleRedirects(settings), ...(await readHostRedirects(tree, root, readConfig))],
      sourceRoots: [root, ...sources.map(({ folder }) => folder)],
    });
  },
  includes: [],
  prepare: (body) => mdcText(body),
  createAnchors: mdcAnchors,
  movedPath(_page, data) {
    const path = textField(data, 'path');
    return path === null ? null : joinPath(path);
  },
};

async function findRoot(tree: FileTree): Promise<string | null> {
  const root = await dependsOn(tree, /^(?:@nuxt\/content|docus|@nuxt-themes\/docus)$/);
  if (root === null) return null;
  const start = root === '' ? '' : `${root}/`;
  return tree.files.some(
    (file) =>
      file.startsWith(`${start}content/`) || /^(?:nuxt|content)\.config\.\w+$/.test(file.slice(start.length)),
  )
    ? root
    : null;
}

async function readSettings(
  tree: FileTree,
  root: string,
  readConfig: ReadConfig,
): Promise<Record<string, unknown>> {
  const file = tree.files.find((one) => folderOf(one) === root && /(?:^|\/)nuxt\.config\.\w+$/.test(one));
  return file === undefined ? {} : unwrapConfig((await readConfig(file))['default']);
}

async function readSources(tree: FileTree, root: string, readConfig: ReadConfig): Promise<Source[]> {
  const file = tree.files.find((one) => folderOf(one) === root && /(?:^|\/)content\.config\.\w+$/.test(one));
  const exports = file === undefined ? {} : await readConfig(file);
  const { collections } = unwrapConfig(exports['default'] ?? exports);
  const found = Object.values(asObject(collections ?? exports['collections'])).flatMap((one) => {
    const { type, source } = asObject(asCall(one)?.arguments[0] ?? one);
    if (type === 'data') return [];
    return (Array.isArray(source) ? asList(source) : [source]).flatMap(
      (given) => sourceOf(given, root) ?? [],
    );
  });
  return found.length > 0
    ? found
    : [{ folder: joinPath(root, 'content'), isIn: matchGlobs(['**']), cut: '', prefix: '' }];
}

function sourceOf(given: unknown, root: string): Source | null {
  const { include, exclude, prefix, cwd, repository } = asObject(given);
  const pattern = asText(given) ?? asText(include);
  if (pattern === null || (asText(repository) !== null && asText(cwd) === null)) return null;
  const fixed = /^(?:[^*{}!?[\]]*\/)?/.exec(pattern)?.[0] ?? '';
  const [isWanted, isUnwanted] = [
    matchGlobs([pattern]),
    matchGlobs(asList(exclude).flatMap((one) => asText(one) ?? [])),
  ];
  const written = asText(prefix);
  return {
    folder: joinPath(root, asText(cwd)?.replace(/^[.~@]\//, '') ?? 'content'),
    isIn: (within) => isWanted(within) && !isUnwanted(within),
    cut: written === null ? '' : fixed,
    prefix: written === null ? '' : joinPath(written),
  };
}

function pagesOf(tree: FileTree, sources: Source[]): PageFile[] {
  const pages = new Map<string, PageFile>();
  for (const { folder, isIn, cut, prefix } of sources) {
    for (const file of tree.files) {
      const within =
        folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '';
      if (
        !within.endsWith('.md') ||
        /(?:^|\/)[.]|(?:^|\/)node_modules\//.test(within) ||
        !isIn(within) ||
        pages.has(file)
      )
        continue;
      const { path, isIndex } = servedAs(within.slice(cut.length));
      pages.set(file, newPage(file, joinPath(...prefix.split('/').map(served), path), { isIndex }));
    }
  }
  return [...pages.values()];
}

/** The path of a file on the site: `1.guide/0.index.md` is `guide`. */
export function servedAs(file: string): Pick<PageFile, 'path' | 'isIndex'> {
  const segments = file.replace(/\.\w+$/, '').split('/');
  return {
    path: joinPath(...segments.map(served)),
    isIndex: /^(?:\d+\.)?index$/.test(segments.at(-1) ?? ''),
  };
}

/** `1.getting-started` is `getting-started`, and `Über Uns` is in lower case with dashes. */
function served(segment: string): string {
  if (/^v?\d+\.\d+\.\d+/.test(segment)) return segment;
  const name = segment.replace(/^\d+\.(?=.)/, '').replace(/\.draft$/, '');
  if (name === 'index') return '';
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, '-');
}

/** `routeRules: { '/old': { redirect: '/new' } }`. https://nuxt.com/docs/guide/concepts/rendering#route-rules */
function ruleRedirects({ routeRules, nitro }: Record<string, unknown>): Redirect[] {
  const rules = { ...asObject(asObject(nitro)['routeRules']), ...asObject(routeRules) };
  return Object.entries(rules).flatMap(([from, rule]) => {
    const { redirect } = asObject(rule);
    const to = asText(redirect) ?? asText(asObject(redirect)['to']);
    return to === null ? [] : [{ from, to }];
  });
}

/** Ids of Nuxt Content: those of GitHub with single dashes, and `_` before a number. https://github.com/nuxt-content/mdc */
function mdcAnchors(): AnchorMaker {
  const github = githubAnchors();
  return (heading) =>
    github(heading)
      .replaceAll(/-+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .replace(/^(?=\d)/, '_');
}
