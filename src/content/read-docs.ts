import { createHash, hash } from 'node:crypto';
import { DocentError } from '../errors.ts';
import { createConfigReader } from './config/read-config.ts';
import type { DetectedSite } from './frameworks/detect-framework.ts';
import { frameworkNamed } from './frameworks/registry.ts';
import type { Site, SiteOptions } from './frameworks/framework.ts';
import type { PageFile } from './site/site-facts.ts';
import { readLanguageFolders } from './frameworks/language-folders.ts';
import { readPathAliases } from './frameworks/path-aliases.ts';
import { markDefaults } from './frameworks/mark-defaults.ts';
import { withImports } from './frameworks/mdx-components.ts';
import { readVersionFolders } from './frameworks/version-folders.ts';
import { listOperations, endpointOf, type Operations } from './list-operations.ts';
import { isIndexFile } from './site/paths.ts';
import { slugOf } from './slug-of.ts';
import type { KnownHashes } from './known-hashes.ts';
import { collectParts } from './includes/collect-parts.ts';
import { expandIncludes } from './includes/expand-includes.ts';
import { findBySyntax } from './includes/include-syntax.ts';
import { importedParts, namedParts } from './includes/part-targets.ts';
import { openSite } from './open-site.ts';
import { type BuildMatch, placeBuild } from './built/place-build.ts';
import { parserVersion } from './parser-version.ts';
import type { ParsedFile } from './parse-page.ts';
import { findProductName } from './product-name.ts';
import type { PageSource } from './parse-tree.ts';
import { parsePages, type ParseOptions, workersFor } from './parse-pages.ts';
import { seal, type SealedSource } from './parse-sealed.ts';
import { type RunTask, runInWorker } from './run-in-worker.ts';
import type { FileTree } from './sources/file-tree.ts';
import { withFilledTemplates } from './sources/filled-templates.ts';
import { unreadFolders } from './unread-folders.ts';
import { program } from '../lib/program.ts';

/** How a source is read. */
export type ReadTools = {
  /** Reads configurations and API descriptions. */
  run: RunTask;
  /** Concurrent file reads. */
  filesAtOnce: number;
  /** Characters of sources that may yet be kept from listing until they are parsed; others are read twice. */
  room: { characters: number };
  /** Told of each file before it is read. */
  onFile?: ((file: string) => void) | undefined;
};

const maxKept = 32_000_000;

export const filesAtOnce = 32;

export const newRoom = (): ReadTools['room'] => ({ characters: maxKept });

/** Warnings of one page. */
const maxWarnings = 20;

/** A docs site before parsing: each file has the hash of all inputs of its page. */
export type Docs = Omit<Site, 'pages'> & {
  tree: FileTree;
  options: SiteOptions;
  framework: string;
  reason: DetectedSite['reason'];
  /** The name of what the docs are about; null when neither the site nor a package has one. */
  product: string | null;
  files: DocsFile[];
  operations: Operations;
  /** How its files were matched with the site's own build, when there is one. */
  built?: BuildMatch;
  /** Sources that were read to be listed, by file. */
  sources: Map<string, ReadSource>;
};

type ReadSource = PageSource & { isOwn: boolean };

/** A file with the SHA-256 (hex) of its text, its includes, its rules and the parser's version. */
export type DocsFile = { file: string; hash: string; page: PageFile };

/**
 * Lists the docs of a tree. A file whose hash is known from an earlier run need not be parsed again: its page is the
 * same. `warnings` has problems of the configuration and files that could not be read.
 * @param known hashes of an earlier run, so that unchanged files need not be read; updated in place
 * @throws DocentError `not_found` when there are no docs
 */
export async function listDocs(
  source: FileTree,
  options: SiteOptions = {},
  known: KnownHashes = new Map(),
  { run, filesAtOnce: atOnce, room, onFile }: ReadTools = { run: runInWorker, filesAtOnce, room: newRoom() },
): Promise<Docs> {
  const tree = withFilledTemplates(source);
  const readConfig = createConfigReader(tree, run);
  const { framework, site, reason } = await openSite(tree, readConfig, options, run);
  const operations = await listOperations(tree, site, run);
  if (site.pages.some(({ dialects }) => dialects.includes('mdx')))
    site.sourceRoots = [...site.sourceRoots, ...(await readPathAliases(tree.files, readConfig))];
  const { pages, ...rules } = site;
  // A configuration that does not parse says so itself, and then lacks what its framework looks for.
  const named = new Set(tree.warnings.map(({ file }) => file));
  const docs: Docs = {
    ...rules,
    warnings: [...tree.warnings, ...site.warnings.filter(({ file }) => !named.has(file))],
    tree,
    options,
    framework,
    reason,
    product: await findProductName(site, tree),
    files: [],
    operations,
    sources: new Map(),
  };
  const keep = (source: ReadSource): void => {
    room.characters -= source.text.length;
    if (room.characters >= 0) docs.sources.set(source.page.file, source);
  };
  const warn = (file: string, message: string): void => void docs.warnings.push({ file, message });
  const { ofVersion = [], ofAll = [] } = Object.groupBy(operations.pages, ({ version }) =>
    version === null ? 'ofAll' : 'ofVersion',
  );
  const ofFiles = markDefaults([...readLanguageFolders(readVersionFolders(pages)), ...ofVersion]);
  const wanted = [
    ...withoutTwins(options.built === undefined ? ofFiles : await placeFiles(docs, ofFiles, options), warn),
    ...(pages.some(({ version }) => version !== null) ? ofAll : readVersionFolders(ofAll)),
  ];
  const read = new Set(wanted.map(({ file }) => file));
  docs.warnings.push(...unreadFolders(tree.files, read, docs.sourceRoots));
  forgetOthers(known, wanted);
  while (wanted.length > 0) {
    const batch = wanted.splice(0, atOnce).map(async (page) => {
      onFile?.(page.file);
      const found = await hashOf(docs, page, known, { keep, warn: (message) => warn(page.file, message) });
      return found === null ? [] : [{ file: page.file, hash: found, page }];
    });
    docs.files.push(...(await Promise.all(batch)).flat());
  }
  if (docs.files.length > 0) return docs;
  throw new DocentError(
    'not_found',
    `There are no docs in ${tree.name}. Name a folder that holds .md, .mdx, .rst or .adoc files, or have the built site read: ${program} init --site URL.`,
  );
}

/** The files with the addresses and ids of the build. */
async function placeFiles(
  docs: Docs,
  pages: PageFile[],
  { built, baseUrl, urls }: SiteOptions,
): Promise<PageFile[]> {
  const framework = frameworkNamed(docs.framework);
  const placed = await placeBuild(built!, pages, {
    tree: docs.tree,
    addresses: docs.addresses,
    isBaseGiven: (baseUrl ?? urls?.base) !== undefined,
    isMade: ({ file }) => docs.operations.texts.has(file),
    movedTo: (page, data) => slugOf(page, data) ?? framework.movedPath?.(page, data) ?? null,
  });
  docs.built = placed.match;
  docs.addresses = placed.addresses;
  docs.warnings.push(...placed.warnings);
  return placed.pages;
}

/** Forgets removed files, which would stay in memory otherwise. */
function forgetOthers(known: KnownHashes, pages: readonly PageFile[]): void {
  const files = new Set(pages.map(({ file }) => file));
  for (const file of known.keys()) if (!files.has(file)) known.delete(file);
}

/** The hash of a page's file; null when it cannot be read. A file with a known hash is not read. */
async function hashOf(
  docs: Docs,
  page: PageFile,
  known: KnownHashes,
  { keep, warn }: { keep: (source: ReadSource) => void; warn: (message: string) => void },
): Promise<string | null> {
  const { tree, operations } = docs;
  const version = operations.texts.has(page.file) ? null : ((await tree.versionOf?.(page.file)) ?? null);
  const sameAs = hash('sha256', `${version}:${rulesOf(docs, page)}`);
  const before = known.get(page.file);
  if (version !== null && before?.sameAs === sameAs) return before.hash;
  let isWhole = version !== null && operations.endpoints.size === 0;
  const told = new Set<string>();
  const source = await readSource(docs, page, (message) => {
    isWhole = false;
    // A page may have a thousand includes, and a source many such pages.
    if (told.has(message) || told.size >= maxWarnings) return;
    told.add(message);
    warn(message);
  });
  if (source === null) return null;
  keep(source);
  // Pages with includes or warnings are read every time.
  if (isWhole && source.isOwn) known.set(page.file, { sameAs, hash: source.hash });
  else known.delete(page.file);
  return source.hash;
}

function rulesOf({ framework, addresses }: Docs, page: PageFile): string {
  return JSON.stringify([parserVersion(), framework, page, addresses]);
}

/** Two files for one path, such as README.md beside index.md: the index counts. */
function withoutTwins(pages: PageFile[], warn: (file: string, message: string) => void): PageFile[] {
  const chosen = new Map<string, PageFile>();
  for (const page of pages) {
    const other = chosen.get(page.path);
    const isBetter =
      other === undefined || (!isIndexFile(other.file, ['index']) && isIndexFile(page.file, ['index']));
    if (isBetter) chosen.set(page.path, page);
    // A file that two rules list for one address is one page.
    if (other === undefined || other.file === page.file) continue;
    const [kept, left] = isBetter ? [page, other] : [other, page];
    warn(left.file, `It has the same address as ${kept.file}; it was left out.`);
  }
  return [...chosen.values()];
}

/**
 * Parses the given files, which are new or changed. Yields one result per readable file, in the order in which they
 * finish, so that a caller can show progress.
 */
export async function* parseDocs(
  docs: Docs,
  files: DocsFile[] = docs.files,
  options: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  yield* parsePages(sealSources(docs, files), workersFor(files.length), options);
}

async function* sealSources(docs: Docs, files: DocsFile[]): AsyncGenerator<SealedSource> {
  for await (const source of takeSources(docs, files)) yield seal(source);
}

/** The sources of files, which are kept no longer. */
export async function* takeSources(docs: Docs, files: DocsFile[]): AsyncGenerator<PageSource> {
  for (const { page } of files) {
    const source = docs.sources.get(page.file) ?? (await readSource(docs, page, () => undefined));
    docs.sources.delete(page.file);
    if (source !== null) yield source;
  }
}

/** The site variables that a page may use, so that its hash depends on no others. */
function variablesIn(
  texts: string[],
  variables: Record<string, string> | null,
): Record<string, string> | null {
  if (variables === null) return null;
  const open = texts.filter((text) => text.includes('{{'));
  return Object.fromEntries(
    Object.entries(variables).filter(([name]) => open.some((text) => text.includes(name))),
  );
}

/** A page's source with its includes; null when it cannot be read. */
async function readSource(
  docs: Docs,
  page: PageFile,
  warn: (message: string) => void,
): Promise<ReadSource | null> {
  const { tree, framework, addresses, sourceRoots, operations, assemble } = docs;
  const made = operations.texts.get(page.file);
  const { text: own, warning } =
    made === undefined ? await tree.read(page.file) : { text: made, warning: null };
  if (warning !== null) warn(`It ${warning}.`);
  if (own === null) return null;
  const assembled = await assemble?.(page, own, warn);
  const { includes = [], parts: known = [] } = frameworkNamed(framework);
  const isMdx = page.dialects.includes('mdx');
  const targets = isMdx ? [...new Set([...known, importedParts, namedParts])] : known;
  const whole = assembled?.text ?? own;
  const text = await expandIncludes(isMdx ? withImports(whole, docs.components ?? {}) : whole, page.file, {
    find: findBySyntax(includes),
    tree,
    sourceRoots,
    warn,
  });
  const parts = await collectParts(text, page.file, { targets, tree, sourceRoots, warn });
  const operation = endpointOf(own, page.file, operations);
  const variables = variablesIn([text, ...Object.values(parts)], docs.variables);
  const facts = assembled?.facts;
  const complete = facts === undefined ? page : { ...page, facts: { ...(page.facts as object), ...facts } };
  const ofAll = createHash('sha256')
    .update(rulesOf(docs, complete))
    .update('\0')
    .update(text)
    .update(JSON.stringify([parts, operation, variables]))
    .digest('hex');
  const isOwn = text === own && facts === undefined && Object.keys(parts).length === 0;
  const taken = { parts, sourceRoots, operation, variables };
  const written = made !== undefined ? { own: null } : text === own ? {} : { own };
  return { framework, page: complete, addresses, text, ...written, hash: ofAll, ...taken, isOwn };
}
