import { asCall, asObject, asText, asTexts, unwrapConfig } from '../../config/values.ts';
import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { dependsOn } from '../depends-on.ts';
import type { Framework } from '../framework.ts';
import { readRedirects } from '../host-redirects.ts';
import { baseOf, movedBy, newSite, pagesBelow } from '../new-site.ts';
import { mdcText } from './text.ts';

/** Files of a folder, and the path below which they are served without the fixed part of their pattern. */
type Source = { folder: string; isIn: (within: string) => boolean; cut: number; prefix: string };

/** Nuxt Content, also by its themes Docus and undocs. https://content.nuxt.com/docs/collections/sources */
export const nuxtContent: Framework = {
  name: 'nuxt-content',
  async open(tree, readConfig, { baseUrl }, claimed) {
    const undocs = claimed.find((one) => !one.endsWith('.json')) ?? null;
    const root =
      undocs === null
        ? await dependsOn(tree, /^(?:@nuxt\/content|docus|@nuxt-themes\/docus)$/)
        : folderOf(folderOf(undocs));
    if (root === null) return null;
    const read = async (name: RegExp): Promise<unknown> => {
      const file = tree.files.find((one) => folderOf(one) === root && name.test(one));
      return file === undefined ? {} : (await readConfig(file))['default'];
    };
    const { collections } = unwrapConfig(await read(/(?:^|\/)content\.config\.\w+$/));
    const all: Source = { folder: joinPath(root, 'content'), isIn: () => true, cut: 0, prefix: '' };
    const listed = Object.values(asObject(collections)).flatMap((one) => sourcesOf(one, root));
    const sources = undocs !== null ? [{ ...all, folder: root }] : listed.length > 0 ? listed : [all];
    const pages = sources.flatMap(({ folder, isIn, cut, prefix }) =>
      pagesBelow(tree.files, folder, (within) => {
        const isPage = within.endsWith('.md') && !/(?:^|\/)(?:\.|node_modules\/)/.test(within);
        if (!isPage || !isIn(within)) return null;
        const { path, isIndex } = servedAs(within.slice(cut));
        return { path: joinPath(prefix, path), isIndex };
      }),
    );
    if (pages.length === 0) return null;
    const { app, site, routeRules } = unwrapConfig(await read(/(?:^|\/)nuxt\.config\.\w+$/));
    const { url, name } = asObject(undocs === null ? site : (await readConfig(undocs))['default']);
    return newSite(pages, {
      title: asText(name),
      addresses: { base: baseOf(baseUrl, url, asObject(app)['baseURL']), ending: '', folderEnding: '' },
      // https://nuxt.com/docs/guide/concepts/rendering#route-rules
      redirects: Object.entries(asObject(routeRules)).flatMap(([from, rule]) =>
        readRedirects({ [from]: asObject(rule)['redirect'] }),
      ),
      sourceRoots: [root, ...sources.map(({ folder }) => folder)],
    });
  },
  prepare: (body) => mdcText(body),
  createAnchors: mdcAnchors,
  movedPath: movedBy('path'),
};

/** `defineCollection({ type: 'page', source: { include: 'docs/**', exclude, prefix, cwd } })` */
function sourcesOf(collection: unknown, root: string): Source[] {
  const { type, source } = asObject(asCall(collection)?.arguments[0] ?? collection);
  if (type === 'data') return [];
  return [source].flat().flatMap((given): Source[] => {
    const { include, exclude, prefix, cwd, repository } = asObject(given);
    const pattern = asText(given) ?? asText(include);
    if (pattern === null || (repository !== undefined && cwd === undefined)) return [];
    const isWanted = matchGlobs([pattern]);
    const isUnwanted = matchGlobs(asTexts(exclude));
    return [
      {
        folder: joinPath(root, asText(cwd)?.replace(/^[.~@]\//, '') ?? 'content'),
        isIn: (within) => isWanted(within) && !isUnwanted(within),
        cut: typeof prefix === 'string' ? (/^(?:[^*{}!?[\]]*\/)?/.exec(pattern)?.[0].length ?? 0) : 0,
        prefix: asText(prefix) ?? '',
      },
    ];
  });
}

/** The path of a file on the site: `1.guide/0.index.md` is `guide`. */
export function servedAs(file: string): { path: string; isIndex: boolean } {
  const segments = file
    .replace(/\.\w+$/, '')
    .split('/')
    .map(served);
  return { path: joinPath(...segments), isIndex: segments.at(-1) === '' };
}

/** `1.getting-started` is `getting-started`, and `Über Uns` is in lower case with dashes. */
function served(segment: string): string {
  if (/^v?\d+\.\d+\.\d+/.test(segment)) return segment;
  const name = segment.replace(/^\d+\.(?=.)/, '').replace(/\.draft$/, '');
  return name === 'index'
    ? ''
    : name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, '-');
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
