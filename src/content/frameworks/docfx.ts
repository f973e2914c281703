import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText } from '../config/values.ts';
import { textField } from '../front-matter.ts';
import { docfxIncludes } from '../includes/docfx-includes.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { docfxReference, learn } from '../markdown/docfx-references.ts';
import { docfxText } from '../markdown/docfx-text.ts';
import { docfxYaml } from '../markdown/docfx-yaml.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { listPages, readContent } from './docfx-content.ts';
import { publishConfig, readLearnSite } from './docfx-docsets.ts';
import { findConfig } from './find-config.ts';
import type { Framework, Site, SiteOptions } from './framework.ts';
import { readHostRedirects } from './host-redirects.ts';
import { baseOf, newSite } from './new-site.ts';
import { folderOf, joinPath } from '../site/paths.ts';

/** Before the uid of a page in the paths under which it can be reached, too: no file has it. */
const byUid = 'xref:';

/** DocFX, and Microsoft Learn. https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Framework = {
  name: 'docfx',
  async open(tree, readConfig, options) {
    const file = findConfig(tree.files, /(?:^|\/)docfx\.json$/);
    if (file === null) return null;
    const config = asObject((await readConfig(file))['default']);
    const { breadcrumb_path: breadcrumbs } = asObject(asObject(config['build'])['globalMetadata']);
    // Only Learn's own templates know of breadcrumbs in a file.
    const isLearn = breadcrumbs !== undefined || tree.files.some((one) => publishConfig.test(one));
    return isLearn
      ? openLearn(tree, readConfig, file, options)
      : openSite(tree, readConfig, file, config, options);
  },
  includes: [docfxIncludes],
  prepare(body, { extra }) {
    const kind = extra?.['yaml'];
    return docfxText(kind === undefined ? body : docfxYaml(body, kind));
  },
  createAnchors: githubAnchors,
  readLink(target, { extra }) {
    // `~` is the folder of `docfx.json`. https://dotnet.github.io/docfx/docs/links-and-cross-references.html
    if (target.startsWith('~/')) return target.slice(1);
    if (target.startsWith(byUid)) return docfxReference(target.slice(byUid.length), `/${byUid}`);
    // A path on Learn begins at its host, where most docsets are in other repositories.
    const docset = extra?.['docset'];
    if (docset === undefined || !/^\/(?!\/)/.test(target)) return target;
    const isOwn = `${target.split(/[?#]/, 1)[0]}/`.startsWith(`${docset}/`);
    return isOwn ? target : learn + target;
  },
  otherPaths(_page, data) {
    const uid = textField(data, 'uid');
    return uid === null ? [] : [byUid + uid];
  },
  isUnpublished: (_page, data) => textField(data, 'redirect_url') !== null,
  movedPath: () => null,
};

async function openSite(
  tree: FileTree,
  readConfig: ReadConfig,
  file: string,
  config: Record<string, unknown>,
  { baseUrl }: SiteOptions,
): Promise<Site> {
  const root = folderOf(file);
  const build = asObject(config['build']);
  const metadata = Array.isArray(config['metadata']) ? asList(config['metadata']) : [config['metadata']];
  const pages = (await listPages(tree, readContent(root, build['content']))).map(({ group, ...page }) => {
    // The pages of a group are in a folder of its own. https://dotnet.github.io/docfx/reference/docfx-json-reference.html#groups
    const { dest } = asObject(asObject(build['groups'])[group ?? '']);
    return { ...page, path: joinPath(asText(dest) ?? '', page.path) };
  });
  const { _appName: name, _appTitle: title } = asObject(build['globalMetadata']);
  return newSite(pages, {
    title: asText(name) ?? asText(title),
    addresses: {
      base: baseOf(baseUrl, asObject(build['sitemap'])['baseUrl'], null),
      ending: '.html',
      folderEnding: '/',
    },
    redirects: await readHostRedirects(tree, root, readConfig),
    generated: metadata.flatMap((one) => (one === undefined ? [] : [generatedBy(asObject(one))])),
    sourceRoots: [root, ''],
  });
}

/** The folder of the pages that are made of a program. */
function generatedBy({ dest, output }: Record<string, unknown>): string {
  return joinPath(asText(dest) ?? asText(output) ?? 'api');
}

async function openLearn(
  tree: FileTree,
  readConfig: ReadConfig,
  file: string,
  { baseUrl }: SiteOptions,
): Promise<Site> {
  const { base, pages, redirects, roots } = await readLearnSite(tree, readConfig, file, baseUrl);
  return newSite(pages, {
    addresses: { base, ending: '', folderEnding: '/' },
    redirects,
    sourceRoots: [...new Set([...roots, ''])],
  });
}
