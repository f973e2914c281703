import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asCall, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../../config/values.ts';
import { importedParts, includedParts, namedParts } from '../../includes/part-targets.ts';
import { dropCodeLanguages } from '../../markdown/code-languages.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { dependsOn } from '../depends-on.ts';
import type { Framework } from '../framework.ts';
import { readMdxComponents } from '../mdx-components.ts';
import { metaFile } from '../meta-files.ts';
import { baseOf, newSite, pagesBelow } from '../new-site.ts';
import { readNextConfig } from '../next-config.ts';
import { hostOfNext } from '../site-host.ts';

/** Folders of pages, and the path at which they are served. */
type Collection = { folder: string; route: string };

/** Fumadocs. https://fumadocs.dev/docs/headless/source-api */
export const fumadocs: Framework = {
  name: 'fumadocs',
  async open(tree, readConfig, { baseUrl }, claimed) {
    const file = claimed.find((one) => !one.endsWith('.json')) ?? null;
    const root = file === null ? await dependsOn(tree, /^fumadocs-/) : folderOf(file);
    if (root === null) return null;
    const collections = await readCollections(tree, root, file, readConfig);
    const config = await readNextConfig(tree.files, root, readConfig);
    const i18n = tree.files.find((one) => one.startsWith(root) && /(?:^|\/)i18n\.tsx?$/.test(one));
    const exported = i18n === undefined ? {} : await readConfig(i18n);
    const settings =
      Object.values(exported)
        .map(unwrapConfig)
        .find((one) => 'defaultLanguage' in one) ?? {};
    const main = asText(settings['defaultLanguage']);
    const isShown =
      main !== null && !/^(?:default-locale|always)$/.test(asText(settings['hideLocale']) ?? '');
    const all = asTexts(settings['languages']);
    const names = new Set(tree.files.map((one) => one.replace(/\.\w+$/, '')));
    const pages = collections.flatMap(({ folder, route }) =>
      pagesBelow(tree.files, folder, (within) => {
        const bare = within.replace(/\.\w+$/, '');
        const inFolder =
          settings['parser'] === 'dir' ? all.find((one) => bare.startsWith(`${one}/`)) : undefined;
        // `api.cn.mdx` is the Chinese version of `api.mdx`.
        const [, original = bare, inName] =
          (inFolder === undefined && /^(.*)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)$/.exec(bare)) || [];
        const isOther =
          inName !== undefined && (all.includes(inName) || names.has(joinPath(folder, original)));
        const language = inFolder ?? (isOther ? inName : main);
        const name = inFolder === undefined ? (isOther ? original : bare) : bare.slice(inFolder.length + 1);
        const isIndex = /(?:^|\/)index$/.test(name);
        // `guide.mdx` keeps `/guide` beside `guide/index.mdx`.
        const served = isIndex && !names.has(joinPath(folder, folderOf(name))) ? folderOf(name) : name;
        return {
          path: joinPath(
            language === main && !isShown ? '' : (language ?? ''),
            route,
            served.replaceAll(/(?<![^/])\([^/]*\)(?:\/|$)/g, ''),
          ),
          isIndex,
          language,
          isDefault: language === main,
          dialects: ['mdx', 'markdown'],
        };
      }),
    );
    if (pages.length === 0) return null;
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, await hostOfNext(tree.files, root, readConfig), config.basePath),
        ending: '',
        folderEnding: '',
      },
      redirects: config.redirects,
      components: await readMdxComponents(tree, root),
      fallbackPrefixes: [...new Set(pages.flatMap(({ language }) => language ?? []))],
      sourceRoots: [root, ...collections.map(({ folder }) => folder)],
    });
  },
  mdIsMdx: true,
  // https://fumadocs.dev/docs/headless/page-conventions
  siteFiles: [metaFile(/(?:^|\/)meta(?:\.[\w-]+)?\.json$/, 'pages')],
  parts: [includedParts, importedParts, namedParts],
  directives: true,
  prepare: dropCodeLanguages,
};

/** `defineDocs({dir})` says where the pages are, `loader({baseUrl, source: docs.toFumadocsSource()})` where they are served. */
async function readCollections(
  tree: FileTree,
  root: string,
  file: string | null,
  readConfig: ReadConfig,
): Promise<Collection[]> {
  const scripts = tree.files.filter(
    (one) => one.startsWith(root) && /(?:^|\/)source(?:\/index)?\.tsx?$/.test(one),
  );
  const loaders: { text: string; route: string; source: unknown }[] = [];
  for (const script of scripts.slice(0, 10)) {
    const parts = ((await tree.read(script)).text ?? '').split(/\bloader\(/).slice(1);
    const made = Object.values(await readConfig(script)).flatMap((value) => asCall(value) ?? []);
    for (const [nth, call] of made.filter((one) => one.call === 'loader').entries()) {
      const { baseUrl } = asObject(call.arguments.at(-1));
      loaders.push({ text: parts[nth] ?? '', route: asText(baseUrl) ?? 'docs', source: call.arguments });
    }
  }
  const collections = new Map<string, string>();
  const add = (value: unknown, routeOf: (folder: string) => string): void =>
    walkObjects(value, (object) => {
      const call = asCall(object);
      const { dir = 'content/docs', type } = asObject(call?.arguments[0]);
      if (call === null || !/^define(?:Docs|Collections)$/.test(call.call) || type === 'meta') return;
      for (const folder of asTexts(dir).map((one) => joinPath(root, one)))
        if (!collections.has(folder)) collections.set(folder, joinPath(routeOf(folder)));
    });
  for (const { source, route } of loaders) add(source, () => route);
  // Collections are imported from generated code, so that only their names are known.
  for (const [name, value] of Object.entries(file === null ? {} : await readConfig(file)))
    add(value, (folder) => {
      const named = loaders.find(({ text }) => new RegExp(`^[^;]{0,300}\\b${name}\\b(?!['"])`).test(text));
      return named?.route ?? folder.slice(folder.lastIndexOf('/') + 1);
    });
  if (collections.size === 0)
    collections.set(joinPath(root, 'content/docs'), joinPath(loaders[0]?.route ?? 'docs'));
  return [...collections].map(([folder, route]) => ({ folder, route }));
}
