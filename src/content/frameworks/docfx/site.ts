import { docfxNavigation } from './navigation.ts';
import { asList, asObject, asText } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { docfxIncludes } from './includes.ts';
import { githubAnchors } from '../../markdown/anchors.ts';
import { docfxReference, learn } from './references.ts';
import { docfxText } from './text.ts';
import { listPages } from './content.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { baseOf, newSite } from '../new-site.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Before the uid of a page in the paths under which it can be reached, too: no file has it. */
const byUid = 'xref:';

/**
 * DocFX. Of Microsoft Learn, whose server alone knows where a docset is, the address that its breadcrumbs have, in lower case.
 * https://dotnet.github.io/docfx/reference/docfx-json-reference.html
 */
export const docfx: Framework = {
  name: 'docfx',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)docfx\.json$/);
    if (file === null) return null;
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    const build = asObject(config['build']);
    const metadata = Array.isArray(config['metadata']) ? asList(config['metadata']) : [config['metadata']];
    const facts = asObject(build['globalMetadata']);
    const breadcrumbs = asText(facts['breadcrumb_path']);
    const pages = listPages(tree, root, build['content'], breadcrumbs !== null);
    const docset = /^(\/.*?)\/_?bread(?:crumbs?)?\//.exec(breadcrumbs ?? '')?.[1] ?? '';
    return newSite(breadcrumbs === null ? pages : pages.map((page) => ({ ...page, extra: { docset } })), {
      title: asText(facts['_appName'] ?? facts['_appTitle']),
      addresses: {
        base: baseOf(baseUrl, breadcrumbs === null ? asObject(build['sitemap'])['baseUrl'] : learn, docset),
        ending: breadcrumbs === null ? '.html' : '',
        folderEnding: '/',
      },
      redirects: await readHostRedirects(tree, root, readConfig),
      generated: metadata.flatMap((one) => (one === undefined ? [] : [generatedBy(asObject(one))])),
      sourceRoots: [root, ''],
    });
  },
  siteFiles: [docfxNavigation],
  includes: [docfxIncludes],
  prepare: docfxText,
  createAnchors: githubAnchors,
  readLink(target, { extra }) {
    // `~` is the folder of `docfx.json`. https://dotnet.github.io/docfx/docs/links-and-cross-references.html
    if (target.startsWith('~/')) return target.slice(1);
    if (target.startsWith(byUid)) return docfxReference(target.slice(byUid.length), `/${byUid}`);
    // A path on Learn begins at its host, where most docsets are in other repositories.
    const docset = extra?.['docset'];
    if (docset === undefined || !/^\/(?!\/)/.test(target)) return target;
    const isOwn = docset !== '' && `${target.split(/[?#]/, 1)[0]}/`.startsWith(`${docset}/`);
    return isOwn ? target : learn + target;
  },
  otherPaths(_page, data) {
    const uid = textField(data, 'uid');
    return uid === null ? [] : [byUid + uid];
  },
  isUnpublished: (_page, data) => textField(data, 'redirect_url') !== null,
  movedPath: () => null,
};

/** The folder of the pages that are made of a program. */
function generatedBy({ dest, output }: Record<string, unknown>): string {
  return joinPath(asText(dest) ?? asText(output) ?? 'api');
}
