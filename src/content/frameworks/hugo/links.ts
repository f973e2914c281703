import type { LinkForm, LinkedDocs } from '../../links/found-link.ts';
import { addToToml, addToYaml } from '../../navigation/front-matter-lists.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { posix } from 'node:path';

/** `{{< ref "guide/install.md#use" >}}` https://gohugo.io/shortcodes/ref/ */
export const refLink: LinkForm = {
  pattern: /\{\{[<%]-?\s{0,20}(?:rel)?ref\s{1,20}(?:"([^"\n]{1,500})"|([^\s"'%<>{}]{1,500}))/g,
  read(url, file, docs) {
    const [path, rest] = splitUrl(url);
    const page = path === '' ? file : pageOfRef(docs, file, path);
    return `/${page ?? path}${rest}`;
  },
  write(url, target, { sourceRoots, docsRoot }) {
    const [written, rest] = splitUrl(url);
    const root = sourceRoots.find((folder) => target.startsWith(`${folder}/`)) ?? docsRoot;
    const path = posix.relative(root, target);
    return `/${written.endsWith('.md') ? path : path.replace(/(?:\/_?index)?\.md$/, '')}${rest}`;
  },
};

function splitUrl(url: string): [path: string, rest: string] {
  const end = url.includes('#') ? url.indexOf('#') : url.length;
  return [url.slice(0, end), url.slice(end)];
}

const pageEndings = ['', '.md', '/_index.md', '/index.md'];

/** The page that a `ref` names: beside the page, else from a content folder, else by its name alone. */
function pageOfRef(docs: LinkedDocs, file: string, path: string): string | null {
  const folders = [...(path.startsWith('/') ? [] : [posix.dirname(file)]), ...docs.sourceRoots];
  const ways = folders.flatMap((folder) => pageEndings.map((ending) => posix.join(folder, path) + ending));
  const isMeant = (page: string) => pageEndings.some((ending) => `/${page}`.endsWith(`/${path}${ending}`));
  const named = docs.pages.filter(isMeant);
  return ways.find((way) => docs.has(way)) ?? (named.length === 1 ? named[0]! : null);
}

/** Hugo's `aliases`. https://gohugo.io/content-management/urls/#aliases */
export const hugoRedirects: SiteFile = {
  inPage: '',
  fits: /\.(?:md|markdown)$/i,
  addRedirect: (text, { url }) => addToToml(text, 'aliases', url) ?? addToYaml(text, 'aliases', url),
};
