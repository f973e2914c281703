import { createHash } from 'node:crypto';
import { DocentError } from '../errors.ts';
import { detectFramework } from './frameworks/detect-framework.ts';
import type { Addresses, PageFile, Redirect, SiteOptions } from './frameworks/framework.ts';
import type { ContentWarning } from './page.ts';
import type { PageSource, ParsedFile } from './parse-page.ts';
import { parsePages, type ParseOptions } from './parse-pages.ts';
import type { FileTree } from './sources/file-tree.ts';

/** Raised whenever the same source would give another page. */
const parserVersion = 1;

/** A docs site whose files are known by the hash of all that their pages depend on; none is parsed yet. */
export type Docs = {
  tree: FileTree;
  framework: string;
  addresses: Addresses;
  redirects: Redirect[];
  files: DocsFile[];
  /** What was odd in the configuration and in files that could not be read; those are not among `files`. */
  warnings: ContentWarning[];
};

/** A file with the SHA-256 (hex) of its text, of what it includes, of the rules for it and of the parser's version. */
export type DocsFile = { file: string; hash: string; page: PageFile };

/**
 * Lists the docs of a tree. A file whose hash is known from an earlier run need not be parsed again: its page is
 * the same.
 * @throws DocentError `not_found` when there are no docs
 */
export async function listDocs(tree: FileTree, options: SiteOptions = {}): Promise<Docs> {
  const { framework, site } = await detectFramework(tree, options);
  const warnings = [...tree.warnings, ...site.warnings];
  const files: DocsFile[] = [];
  for (const page of site.pages) {
    const { text, warning } = await tree.read(page.file);
    if (warning !== null) warnings.push({ file: page.file, message: sentence(warning) });
    if (text !== null)
      files.push({ file: page.file, hash: hashOf(framework, page, site.addresses, text), page });
  }
  if (files.length === 0) {
    throw new DocentError(
      'not_found',
      `There are no docs in ${tree.name}. Name a folder that holds .md or .mdx files.`,
    );
  }
  return { tree, framework, addresses: site.addresses, redirects: site.redirects, files, warnings };
}

/**
 * Parses the files asked for, those that are new or have changed. Results come in the order they are done, one per
 * file that can be read, so that a caller can show progress.
 */
export async function* parseDocs(
  docs: Docs,
  files: DocsFile[] = docs.files,
  options: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  yield* parsePages(readSources(docs, files), files.length, options);
}

async function* readSources(docs: Docs, files: DocsFile[]): AsyncGenerator<PageSource> {
  const { tree, framework, addresses } = docs;
  for (const { page } of files) {
    const { text } = await tree.read(page.file);
    if (text === null) continue;
    yield { framework, page, addresses, text, hash: hashOf(framework, page, addresses, text) };
  }
}

function hashOf(framework: string, page: PageFile, addresses: Addresses, text: string): string {
  const rules = JSON.stringify([parserVersion, framework, page, addresses]);
  return createHash('sha256').update(rules).update('\0').update(text).digest('hex');
}

function sentence(warning: string): string {
  return `It ${warning}.`;
}
