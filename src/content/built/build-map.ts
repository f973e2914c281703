import { asObject } from '../config/values.ts';
import { joinPath } from '../site/paths.ts';
import type { FileText, FileTree } from '../sources/file-tree.ts';
import type { Build, BuiltPage, MatchedBy } from '../site/build.ts';
import type { BuiltHeading } from '../site/site-facts.ts';

/** The folder, in a push, of what a build says of the docs. Folders of docs have none of this name. */
const reserved = '.docent-built';

const first = `${reserved}/0.json`;

/** Characters of one file: a server takes no longer texts. */
const maxCharacters = 4 * 1024 ** 2;

/** Characters of all files of a map: 200,000 pages have less. */
const maxMap = 500_000_000;

/** The page of a file in `pages` of a build, and how it was found. */
export type FileMatch = [file: string, page: number, by: MatchedBy];

/** A build as it is sent to another machine: without its HTML, only what it says of the files that it is matched with. */
export function mapBuild(build: Build, matches: readonly FileMatch[]): Build {
  const found = new Map(matches.map(([file, page, by]) => [page, { file, by }]));
  return {
    ...build,
    pages: build.pages.flatMap((page, nth) => {
      const match = found.get(nth);
      return match === undefined ? [] : [{ ...page, titles: [], sources: [], sketch: [], match }];
    }),
    documents: [],
    listed: [],
    warnings: [],
  };
}

/** The tree with a map of its build, to be pushed. */
export function carryMap(tree: FileTree, map: Build): FileTree {
  const carried = new Map(writeMap(map).map((text, nth) => [`${reserved}/${nth}.json`, text]));
  return {
    ...tree,
    files: [...tree.files, ...carried.keys()],
    read: async (file) => {
      const text = carried.get(file);
      return text === undefined ? tree.read(file) : { text, warning: null };
    },
    versionOf: async (file) => (carried.has(file) ? null : ((await tree.versionOf?.(file)) ?? null)),
  };
}

function writeMap({ name, base, basePath, isWhole, pages }: Build): string[] {
  const texts: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  const flush = (): void => {
    const head = texts.length === 0 ? `"build":${JSON.stringify({ name, base, basePath, isWhole })},` : '';
    texts.push(`{${head}"pages":[\n${lines.join(',\n')}\n]}\n`);
    lines = [];
    characters = 0;
  };
  for (const { path, ending, url, headings, ids, match } of pages) {
    const line = JSON.stringify({ path, ending, url, headings, ids, match });
    if (characters + line.length > maxCharacters && lines.length > 0) flush();
    lines.push(line);
    characters += line.length;
  }
  flush();
  return texts;
}

/** Separates a push into the docs and the files of its map. */
export function splitMap(paths: string[]): { files: string[]; map: string[] } {
  const { map = [], files = [] } = Object.groupBy(paths, (path) =>
    path.startsWith(`${reserved}/`) ? 'map' : 'files',
  );
  return { files, map };
}

/** The build of a pushed map; null when none was pushed. Whoever pushes may write anything there: what is no page is left out. */
export async function readMap(
  files: readonly string[],
  read: (file: string) => Promise<FileText>,
): Promise<Build | null> {
  if (!files.includes(first)) return null;
  const build: Build = {
    name: 'The pushed build',
    pages: [],
    base: null,
    basePath: null,
    documents: [],
    listed: [],
    isWhole: false,
    warnings: [],
  };
  let characters = 0;
  for (const file of files) {
    const text = (await read(file)).text ?? '';
    characters += text.length;
    if (characters > maxMap) return { ...build, isWhole: false };
    const written = parse(text);
    if (file === first) {
      const { name, base, basePath, isWhole } = asObject(written['build']);
      if (typeof name === 'string') build.name = name.slice(0, 1_000);
      if (isHttp(base)) build.base = base;
      if (typeof basePath === 'string') build.basePath = joinPath(basePath);
      build.isWhole = isWhole === true;
    }
    const pages: unknown[] = Array.isArray(written['pages']) ? written['pages'] : [];
    build.pages.push(...pages.flatMap((page) => readPage(asObject(page)) ?? []));
  }
  return build;
}

function parse(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

const byNames: readonly unknown[] = ['edit-link', 'map', 'text', 'rule'] satisfies MatchedBy[];

function readPage({ path, ending, url, headings, ids, match }: Record<string, unknown>): BuiltPage | null {
  const { file, by } = asObject(match);
  if (typeof path !== 'string' || typeof ending !== 'string' || typeof file !== 'string') return null;
  if (!/^(?:\/|\/?[\w.-]{0,20})$/.test(ending) || !byNames.includes(by)) return null;
  if (url !== undefined && !isHttp(url)) return null;
  return {
    path: joinPath(path),
    ending,
    ...(url !== undefined && { url }),
    headings: Array.isArray(headings) ? headings.filter(isHeading) : [],
    ids: Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [],
    titles: [],
    sources: [],
    sketch: [],
    match: { file, by: by as MatchedBy },
  };
}

function isHeading(heading: unknown): heading is BuiltHeading {
  return Array.isArray(heading) && heading.length === 2 && heading.every((part) => typeof part === 'string');
}

function isHttp(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url);
}
