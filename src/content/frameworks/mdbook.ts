import { asObject, asText } from '../config/values.ts';
import { insertFiles } from '../includes/insert-files.ts';
import { findBookIncludes } from '../includes/mdbook-includes.ts';
import { mdbookAnchors } from '../markdown/mdbook-anchors.ts';
import { mdbookText } from '../markdown/mdbook-text.ts';
import { findConfigs } from './find-config.ts';
import type { Framework, PageFile, Redirect } from './framework.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from './paths.ts';
import { readSummary } from './summary.ts';

const indexNames = ['README', 'readme', 'index'];

/** mdBook. https://rust-lang.github.io/mdBook/format/summary.html */
export const mdbook: Framework = {
  name: 'mdbook',
  async open(tree, readConfig, { baseUrl }) {
    let best: { pages: PageFile[]; file: string; source: string } | null = null;
    const files = new Set(tree.files);
    for (const file of findConfigs(tree.files, /(?:^|\/)book\.toml$/)) {
      const { book } = asObject((await readConfig(file))['default']);
      const source = joinPath(folderOf(file), asText(asObject(book)['src']) ?? 'src');
      const summary = joinPath(source, 'SUMMARY.md');
      const listed = files.has(summary) ? ((await tree.read(summary)).text ?? '') : null;
      const pages = readPages(listed, source, files);
      if (best === null || pages.length > best.pages.length) best = { pages, file, source };
    }
    if (best === null) return null;
    const { book, output, preprocessor } = asObject((await readConfig(best.file))['default']);
    const known = new Set(['index', 'links', 'mermaid', 'admonish', 'katex', 'toc', 'alerts']);
    const hasOwnTags = Object.keys(asObject(preprocessor)).some((name) => !known.has(name));
    const html = asObject(asObject(output)['html']);
    const language = asText(asObject(book)['language']);
    return newSite(
      best.pages.map((page) => ({ ...page, language, ...(hasOwnTags && { extra: { ownTags: 'yes' } }) })),
      {
        addresses: {
          base: baseOf(baseUrl, null, html['site-url']),
          ending: '.html',
          folderEnding: '/index.html',
        },
        redirects: readRedirects(html['redirect']),
        sourceRoots: [best.source],
        assemble: async (page, text, warn) => ({
          text: await insertFiles(text, page.file, tree, findBookIncludes, warn),
        }),
      },
    );
  },
  includes: [],
  definitions: true,
  prepare: mdbookText,
  createAnchors: mdbookAnchors,
  // Some books' own preprocessor has a placeholder for the root: `@docroot@/guide.md`.
  readLink: (target) => target.replace(/^@\w{1,30}@\//, '/'),
  movedPath: () => null,
};

/** Only chapters in the summary are published; a generated summary may list any. */
function readPages(summary: string | null, source: string, known: ReadonlySet<string>): PageFile[] {
  const start = source === '' ? '' : `${source}/`;
  const titles: Iterable<[string, string | null]> =
    summary === null
      ? [...known].filter((file) => file.endsWith('.md')).map((file) => [file, null])
      : readSummary(summary, source);
  return [...titles].flatMap(([file, title]) => {
    if (!known.has(file) || !file.startsWith(start)) return [];
    const within = file.slice(start.length);
    return [
      newPage(file, literalPath(within, indexNames), { isIndex: isIndexFile(within, indexNames), title }),
    ];
  });
}

/** `"/old.html" = "new.html"`, relative to the old page. */
function readRedirects(listed: unknown): Redirect[] {
  return Object.entries(asObject(listed)).flatMap(([from, to]) => {
    if (typeof to !== 'string') return [];
    if (to.includes('://')) return [{ from, to }];
    const path = to.startsWith('/') ? joinPath(to) : joinPath(folderOf(from), to);
    return [{ from, to: path.replace(/(?:(?:^|\/)index)?\.html(?=$|#)/, '') }];
  });
}
