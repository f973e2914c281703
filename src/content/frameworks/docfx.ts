import { asList, asObject, asText, asTexts } from '../config/values.ts';
import { textField } from '../front-matter.ts';
import { docfxIncludes } from '../includes/docfx-includes.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { docfxText } from '../markdown/docfx-text.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { findConfig } from './find-config.ts';
import type { Framework, PageFile } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';

const indexNames = ['index'];

/** Before the uid of a page in the paths under which it can be reached, too: no file has it. */
const byUid = 'xref:';

/** DocFX, and Microsoft Learn. https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Framework = {
  name: 'docfx',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)docfx\.json$/);
    if (file === null) return null;
    const root = folderOf(file);
    const config = asObject((await readConfig(file))['default']);
    const build = asObject(config['build']);
    const pages = asList(build['content']).flatMap((one) => pagesOf(tree, root, one));
    const isLearn = tree.files.some((one) => one.endsWith('.openpublishing.publish.config.json'));
    const url = isLearn ? learnUrl(build) : asObject(build['sitemap'])['baseUrl'];
    return newSite([...new Map(pages.map((page) => [page.file, page])).values()], {
      addresses: {
        base: baseOf(baseUrl, url, null),
        ending: isLearn ? '' : '.html',
        folderEnding: '/',
      },
      redirects: await readHostRedirects(tree, root, readConfig),
      generated: asList(config['metadata']).map((one) => joinPath(asText(asObject(one)['dest']) ?? 'api')),
      sourceRoots: [root, ''],
    });
  },
  includes: [docfxIncludes],
  prepare: docfxText,
  createAnchors: githubAnchors,
  readLink: (target) => (target.startsWith('xref:') ? linkOf(target.slice('xref:'.length)) : target),
  otherPaths(_page, data) {
    const uid = textField(data, 'uid');
    return uid === null ? [] : [byUid + uid];
  },
  isUnpublished: (_page, data) => textField(data, 'redirect_url') !== null,
  movedPath: () => null,
};

function pagesOf(tree: FileTree, root: string, content: unknown): PageFile[] {
  const { files, src, dest, exclude } = asObject(content);
  const source = joinPath(root, asText(src) ?? '');
  const start = source === '' ? '' : `${source}/`;
  const [isIncluded, isExcluded] = [files, exclude].map((globs) => matchGlobs(asTexts(globs).map(inFolders)));
  return tree.files
    .filter((file) => file.startsWith(start) && isMarkdown(file))
    .filter((file) => isIncluded!(file.slice(start.length)) && !isExcluded!(file.slice(start.length)))
    .map((file) => {
      const within = file.slice(start.length);
      return newPage(file, joinPath(asText(dest) ?? '', literalPath(within, indexNames)), {
        isIndex: isIndexFile(within, indexNames),
      });
    });
}

/** DocFX takes `docs/**.md` for `docs/**\/*.md`. */
function inFolders(glob: string): string {
  return glob.replace(/(?<!\*)\*{2,}(?=[.{])/g, '**/*');
}

/** An API of Microsoft's, one of the site's own, which the build makes pages of, or the uid of a page. */
function linkOf(uid: string): string {
  const [name = '', anchor] = uid.split(/[?#]/, 2);
  if (/^(?:System|Microsoft|Windows)\b/.test(name))
    return `https://learn.microsoft.com/dotnet/api/${name.toLowerCase().replaceAll('`', '-')}`;
  if (/^[A-Z]\w*\./.test(name)) return `/api/${name}.html`;
  return `/${byUid}${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Docs at Microsoft Learn say where they are by the address of their breadcrumbs: `/dotnet/breadcrumb/toc.json`. */
function learnUrl(build: Record<string, unknown>): string {
  const path = asText(asObject(build['globalMetadata'])['breadcrumb_path']) ?? '';
  return `https://learn.microsoft.com${/^(\/.*?)\/bread(?:crumbs?)?\//.exec(path)?.[1] ?? ''}`;
}
