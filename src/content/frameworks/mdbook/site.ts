import { mdbookRedirects } from './redirects.ts';
import { asObject, asText } from '../../config/values.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import type { ContentWarning } from '../../page.ts';
import { findBookIncludes } from './includes.ts';
import { mdbookText } from './text.ts';
import type { Framework } from '../framework.ts';
import type { PageFile, Redirect } from '../../site/site-facts.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath, pathOfBase } from '../../site/paths.ts';
import { readSummary, summaryFile } from '../summary.ts';
import { textAnchors } from '../../markdown/anchors.ts';

const indexNames = ['README', 'readme', 'index'];

/** mdBook. https://rust-lang.github.io/mdBook/format/summary.html */
export const mdbook: Framework<{ hasOwnTags: boolean }> = {
  name: 'mdbook',
  async open(tree, readConfig, { baseUrl }, claimed) {
    const files = new Set(tree.files);
    const books: Book[] = [];
    for (const file of claimed) {
      const config = asObject((await readConfig(file))['default']);
      const source = joinPath(folderOf(file), asText(asObject(config['book'])['src']) ?? 'src');
      // The same chapters for another output, such as print: `src = "../src"`.
      if (books.some((book) => book.source === source)) continue;
      const summary = joinPath(source, 'SUMMARY.md');
      const listed = files.has(summary) ? ((await tree.read(summary)).text ?? '') : null;
      const pages = readPages(listed, source, files);
      const book = readBook(file, source, config, pages);
      const start = listed === null ? [] : startRedirects(pages);
      books.push({ ...book, redirects: [...start, ...book.redirects] });
    }
    const full = books.filter(({ pages }) => pages.length > 0);
    const [only = books[0]] = full;
    if (only === undefined) return null;
    const isOnly = full.length < 2;
    const placed = isOnly ? [only] : full.map(placeBook);
    const url = isOnly ? only.url : null;
    return newSite(
      placed.flatMap(({ pages }) => pages),
      {
        title: isOnly ? only.title : null,
        addresses: {
          base: baseOf(baseUrl, url, url),
          ending: '.html',
          folderEnding: '/index.html',
        },
        redirects: placed.flatMap(({ redirects }) => redirects),
        sourceRoots: placed.map(({ source }) => source),
        warnings: isOnly ? [] : full.filter(({ url }) => asText(url) === null).map(placeGuessed),
        assemble: async (page, text, warn) => ({
          text: await expandIncludes(text, page.file, { find: findBookIncludes, tree, warn }),
        }),
      },
    );
  },
  siteFiles: [summaryFile, mdbookRedirects],
  definitions: true,
  prepare: mdbookText,
  createAnchors: () => textAnchors(slugify),
  // Some books' own preprocessor has a placeholder for the root: `@docroot@/guide.md`.
  readLink: (target) => target.replace(/^@\w{1,30}@\//, '/'),
};

type Book = {
  file: string;
  title: string | null;
  source: string;
  url: unknown;
  pages: PageFile[];
  redirects: Redirect[];
};

const knownPreprocessors = new Set(['index', 'links', 'mermaid', 'admonish', 'katex', 'toc', 'alerts']);

function readBook(
  file: string,
  source: string,
  { book, output, preprocessor }: Record<string, unknown>,
  pages: PageFile[],
): Book {
  const hasOwnTags = Object.keys(asObject(preprocessor)).some((name) => !knownPreprocessors.has(name));
  const html = asObject(asObject(output)['html']);
  const language = asText(asObject(book)['language']);
  return {
    file,
    title: asText(asObject(book)['title']),
    source,
    url: html['site-url'],
    pages: pages.map((page) => ({ ...page, language, ...(hasOwnTags && { facts: { hasOwnTags } }) })),
    redirects: readRedirects(html['redirect']),
  };
}

/** The first chapter is the start page too. https://rust-lang.github.io/mdBook/format/summary.html */
function startRedirects(pages: PageFile[]): Redirect[] {
  const [first] = pages;
  if (first === undefined || pages.some(({ path }) => path === '')) return [];
  return [{ from: '', to: first.path }];
}

/** One book of several is below its own `site-url`, or else, as far as can be known, below its folder. */
function placeBook(book: Book): Book {
  const start = pathOfBase(asText(book.url) ?? folderOf(book.file));
  const place = (path: string): string => joinPath(start, path);
  return {
    ...book,
    pages: book.pages.map((page) => ({ ...page, path: place(page.path) })),
    redirects: book.redirects.map(({ from, to }) => ({
      from: place(from),
      to: to.includes('://') ? to : place(to),
    })),
  };
}

function placeGuessed({ file }: Book): ContentWarning {
  const message =
    'This book is one of several and has no `site-url`, so its addresses begin with its folder. Write its `site-url` under `[output.html]`, or give a URL mapping.';
  return { file, message };
}

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

/**
 * mdBook: letters, digits, `-` and `_`, ASCII in lower case, each space a dash, nothing else; duplicates `-1`.
 * https://github.com/rust-lang/mdBook/blob/master/crates/mdbook-html/src/utils.rs
 */
function slugify(text: string): string {
  return text
    .trim()
    .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replaceAll(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
    .replaceAll(/\s/g, '-');
}
