import { asCall, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../config/values.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import { textField } from '../front-matter.ts';
import { type AnchorMaker, githubAnchors } from '../markdown/anchors.ts';
import { mdcBlocks } from '../markdown/mdc-blocks.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { dependsOn } from './depends-on.ts';
import { findConfig } from './find-config.ts';
import type { Framework, PageFile, Redirect } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { folderOf, joinPath } from './paths.ts';

/** Files of a collection, and the path before theirs. */
type Source = { includes: (within: string) => boolean; fixed: string; prefix: string };

/** Nuxt Content 2 and 3, and what is made with it: Docus, undocs. https://content.nuxt.com/docs/collections/define */
export const nuxtContent: Framework = {
  name: 'nuxt-content',
  async open(tree, readConfig, { baseUrl }) {
    const undocs = await dependsOn(tree, /^undocs$/);
    const root = undocs ?? (await dependsOn(tree, /^(?:@nuxt\/content|docus|@nuxt-themes\/docus)$/));
    if (root === null) return null;
    const folder = undocs ?? joinPath(root, 'content');
    const start = folder === '' ? '' : `${folder}/`;
    const config = await readNuxt(tree, root, readConfig);
    const sources = await readSources(tree, root, readConfig);
    const pages = tree.files
      .filter((file) => file.startsWith(start) && /\.md$/i.test(file) && !/(?:^|\/)[.]|\.draft\./.test(file))
      .flatMap((file) => pageOf(file, file.slice(start.length), sources) ?? []);
    if (pages.length === 0) return null;
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, asObject(config['site'])['url'], asObject(config['app'])['baseURL']),
        ending: '',
        folderEnding: '',
      },
      redirects: [...ruleRedirects(config), ...(await readHostRedirects(tree, root, readConfig))],
      sourceRoots: [folder, root],
    });
  },
  includes: [],
  prepare: mdcBlocks,
  createAnchors: nuxtAnchors,
  movedPath(_page, data) {
    const path = textField(data, 'path');
    return path === null ? null : joinPath(path);
  },
};

/** GitHub's rule, with single dashes, none outside, and `_` before a digit. https://github.com/nuxt-content/mdc */
function nuxtAnchors(): AnchorMaker {
  const anchorOf = githubAnchors();
  return (heading) =>
    anchorOf(heading)
      .replaceAll(/-{2,}/g, '-')
      .replaceAll(/^-|-$/g, '')
      .replace(/^(?=\d)/, '_');
}

async function readNuxt(
  tree: FileTree,
  root: string,
  readConfig: ReadConfig,
): Promise<Record<string, unknown>> {
  const file = findConfig(
    tree.files.filter((one) => folderOf(one) === root),
    /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/,
  );
  return file === null ? {} : unwrapConfig((await readConfig(file))['default']);
}

/** The sources of all collections of pages; without a configuration, everything. */
async function readSources(tree: FileTree, root: string, readConfig: ReadConfig): Promise<Source[]> {
  const file = tree.files.find(
    (one) => folderOf(one) === root && /(?:^|\/)content\.config\.[cm]?[jt]s$/.test(one),
  );
  const sources: Source[] = [];
  walkObjects(file === undefined ? {} : await readConfig(file), (value) => {
    const call = asCall(value);
    const options = asObject(call?.call === 'defineCollection' ? call.arguments[0] : null);
    if (options['type'] !== 'page') return;
    const { source = '**' } = options;
    const listed = Array.isArray(source) ? source : [source];
    sources.push(
      ...listed.flatMap((one) => sourceOf(typeof one === 'string' ? { include: one } : asObject(one))),
    );
  });
  return sources.length > 0 ? sources : [{ includes: () => true, fixed: '', prefix: '' }];
}

/** One of another repository is not here. */
function sourceOf({ include, exclude, prefix, repository }: Record<string, unknown>): Source[] {
  const glob = asText(include) ?? '**';
  if (repository !== undefined) return [];
  const [isIncluded, isExcluded] = [matchGlobs([glob]), matchGlobs(asTexts(exclude))];
  const before = glob.slice(0, Math.max(0, glob.search(/[*{?]/)));
  const fixed = glob.includes('*') ? before.slice(0, before.lastIndexOf('/') + 1) : '';
  return [
    {
      includes: (within) => isIncluded(within) && !isExcluded(within),
      fixed,
      prefix: asText(prefix) ?? fixed,
    },
  ];
}

function pageOf(file: string, within: string, sources: Source[]): PageFile | null {
  const source = sources.find(({ includes }) => includes(within));
  if (source === undefined) return null;
  const rest = within.slice(source.fixed.length).replace(/\.\w+$/, '');
  const segments = [...joinPath(source.prefix).split('/'), ...rest.split('/')].map(servedSegment);
  return newPage(file, joinPath(...segments), { isIndex: /(?:^|\/)(?:\d+\.)?index$/.test(rest) });
}

/** `1.Getting started` → `getting-started`; a version keeps its numbers. */
function servedSegment(segment: string): string {
  if (/^\d+(?:\.\d+)*(?:\.x)?$/.test(segment)) return segment;
  const bare = segment.replace(/^\d+\./, '');
  return bare === 'index'
    ? ''
    : bare
        .normalize('NFC')
        .replaceAll(/[^\w\s$*+~.()'"!:@\p{L}-]/gu, '')
        .trim()
        .replaceAll(/\s+/g, '-')
        .toLowerCase();
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
