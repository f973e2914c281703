import { decodedPath } from '../../../lib/decoded-path.ts';
import { asObject, asText, asTexts } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { isMarkdown } from '../../site/endings.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import type { PageFile } from '../../site/site-facts.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { Framework } from '../framework.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { docfxIncludes } from './includes.ts';
import { docfxText } from './text.ts';

/** Before the uid of a page in the paths under which it can be reached, too: no file has it. */
const byUid = 'xref:';

const learn = 'https://learn.microsoft.com';

/**
 * DocFX. Of Microsoft Learn, whose server alone knows where a docset is, the address that its breadcrumbs have, in lower case.
 * https://dotnet.github.io/docfx/reference/docfx-json-reference.html
 */
export const docfx: Framework<{ docset: string }> = {
  name: 'docfx',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    const build = asObject(config['build']);
    const facts = asObject(build['globalMetadata']);
    const breadcrumbs = asText(facts['breadcrumb_path']);
    const docset = /^(\/.*?)\/_?bread(?:crumbs?)?\//.exec(breadcrumbs ?? '')?.[1] ?? '';
    const pages = listPages(tree, root, build['content'], breadcrumbs !== null);
    return newSite(breadcrumbs === null ? pages : pages.map((page) => ({ ...page, facts: { docset } })), {
      title: asText(facts['_appName'] ?? facts['_appTitle']),
      addresses: {
        base: baseOf(baseUrl, breadcrumbs === null ? asObject(build['sitemap'])['baseUrl'] : learn, docset),
        ending: breadcrumbs === null ? '.html' : '',
        folderEnding: '/',
      },
      // Pages that are made of a program.
      generated: [config['metadata'] ?? []].flat().map((one) => {
        const { dest, output } = asObject(one);
        return joinPath(asText(dest) ?? asText(output) ?? 'api');
      }),
      root,
      sourceRoots: [root, ''],
    });
  },
  // `api/` and `api/toc.yml` stand for the table of contents in that folder. https://dotnet.github.io/docfx/docs/table-of-contents.html
  siteFiles: [
    yamlFile(
      { fits: /(?:^|\/)toc\.ya?ml$/i, rootsOf: (file, sourceRoots) => [folderOf(file), ...sourceRoots] },
      { targets: ['href', 'topicHref', 'homepage'], titles: ['name'], bareTitles: true },
      (target) => !/(?:\/|toc\.\w+)$/i.test(target),
    ),
  ],
  includes: [docfxIncludes],
  prepare: docfxText,
  readLink(target, { facts }) {
    // `~` is the folder of `docfx.json`. https://dotnet.github.io/docfx/docs/links-and-cross-references.html
    if (target.startsWith('~/')) return target.slice(1);
    if (target.startsWith(byUid)) return addressOf(target.slice(byUid.length));
    // A path on Learn begins at its host, where most docsets are in other repositories.
    if (facts === undefined || !/^\/(?!\/)/.test(target)) return target;
    const isOwn = facts.docset !== '' && `${target.split(/[?#]/, 1)[0]}/`.startsWith(`${facts.docset}/`);
    return isOwn ? target : learn + target;
  },
  otherPaths(_page, data) {
    const uid = textField(data, 'uid');
    return uid === null ? [] : [byUid + uid];
  },
  isUnpublished: (_page, data) => textField(data, 'redirect_url') !== null,
};

/** The address of a uid: an API of Microsoft's, one of the site's own, which the build makes pages of, or a page. */
function addressOf(written: string): string {
  const [address = '', anchor] = written.split('#', 2);
  const name = decodedPath(address.split('?', 1)[0]!);
  if (/^(?:System|Microsoft|Windows)\b/.test(name))
    return `${learn}/dotnet/api/${name
      .toLowerCase()
      .replace(/\(.*|\*$/s, '')
      .replaceAll('`', '-')}`;
  if (/^[A-Z]\w*\./.test(name)) return `/api/${name}.html`;
  return `/${byUid}${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The pages of `build.content`, each once: of several files with one path, those of versions, the last counts. */
function listPages(tree: FileTree, root: string, content: unknown, isLower: boolean): PageFile[] {
  const mappings = [content].flat().map((mapping) => {
    const { files, src, dest, exclude } = asObject(mapping);
    const wanted = typeof mapping === 'string' ? mapping : files;
    // DocFX takes `docs/**.md` for `docs/**\/*.md`, and ignores case unless `case` is set.
    const [isIn, isOut] = [wanted, exclude].map((globs) =>
      matchGlobs(asTexts(globs).map((glob) => glob.replace(/(?<!\*)\*{2,}(?=[.{])/g, '**/*').toLowerCase())),
    );
    return {
      source: joinPath(root, asText(src) ?? ''),
      dest: asText(dest) ?? '',
      isIn: isIn!,
      isOut: isOut!,
    };
  });
  const pages = new Map<string, PageFile>();
  for (const file of tree.files) {
    if (!isMarkdown(file) || /(?:^|\/)toc\.md$/i.test(file)) continue;
    // A file that two mappings hold has the address of the later one.
    const paths = mappings.flatMap(({ source, dest, isIn, isOut }) => {
      if (source !== '' && !file.startsWith(`${source}/`)) return [];
      const within = source === '' ? file : file.slice(source.length + 1);
      const found = within.toLowerCase();
      // Without `dot`, wildcards match no names that begin with a dot: pages of `.github` are no pages of the site.
      const isPage = !/(?:^|\/)\./.test(found) && isIn(found) && !isOut(found);
      return isPage ? [joinPath(dest, literalPath(within, ['index']))] : [];
    });
    const path = isLower ? paths.at(-1)?.toLowerCase() : paths.at(-1);
    if (path !== undefined) pages.set(path, newPage(file, path, { isIndex: isIndexFile(file, ['index']) }));
  }
  return [...pages.values()];
}
