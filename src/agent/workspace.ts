import { posix } from 'node:path';
import type { Checker } from './checks/checker.ts';
import { refuse } from './refusal.ts';
import type { UrlMapping } from '../lib/url-mapping.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { type BaseFiles, maxFileBytes } from './base-files.ts';
import { isOpenSource, readablePath, sourcePath, writablePath } from './docs-path.ts';
import { encodedLike, plainText } from './line-ends.ts';
import { JobFault } from './job-fault.ts';
import { siteFilesNear } from '../content/frameworks/site-files.ts';
import { folderOf } from '../content/site/paths.ts';
import { isWalked } from '../content/sources/walked-paths.ts';
import { isDocsFile } from '../content/site/endings.ts';

/** Files that differ from the base commit; null for a removed file. Stored after every step. */
export type Overlay = Record<string, string | null>;

/** The docs with the job's changes (`now`), or without them (`base`). */
export type Version = 'now' | 'base';

type Bounds = { files: number; bytes: number };

/** Limits on the model's own edits, and on a job including the links that a move rewrites. */
const ownBounds: Bounds = { files: 50, bytes: 1024 * 1024 };
const repairBounds: Bounds = { files: 500, bytes: 8 * 1024 * 1024 };

/** The docs of one commit with the job's changes over them. */
export type Workspace = {
  /** Reads what they hold, which may be hostile. */
  checker: Checker;
  docsRoot: string;
  /** The URL mapping of the project's source; without it, the docs' own configuration applies. */
  urls: UrlMapping | undefined;
  /** Files with navigation or redirects, possibly above the docs root, of which only these parts may change. */
  siteFiles: ReadonlySet<string>;
  /** Paths of the docs: the files under the docs root, and those of `siteFiles`. Sorted. */
  list(version?: Version): string[];
  has(path: string): boolean;
  /** Every readable file of the repository, with the job's changes. Sorted. */
  listAll(): string[];
  /** The text of any file of the repository, with `\n` line ends and no byte order mark. @throws Refusal */
  read(path: string): Promise<string>;
  /** Texts by path, without binary files and files that are too large. */
  readAll(paths: readonly string[], version?: Version): Promise<Map<string, string>>;
  /**
   * Its line ends and byte order mark stay as they were in `like`, the file itself unless it is named.
   * @throws Refusal
   */
  write(path: string, text: string, like?: string): Promise<void>;
  /** As `write`, for the links that a tool rewrites after a move: many pages may have them. @throws Refusal */
  repair(path: string, text: string): Promise<void>;
  /** @throws Refusal */
  remove(path: string): void;
  overlay(): Overlay;
  /** Restores an earlier state. */
  reset(overlay: Overlay): void;
  /** Changed files whose executable bit stays set. */
  executables(): string[];
  /** Names of files outside of the docs, so that links to them count as valid. */
  otherFiles(): string[];
  /** Files with the owners' instructions, from the docs root or else the repository root. */
  readPreferences(names: readonly string[]): Promise<Map<string, string>>;
  /** All files under a folder at or above the docs root, as a `content` tree, to read configuration as data. */
  fileTree(version: Version, folder: string): FileTree;
};

type WorkspaceOptions = {
  checker: Checker;
  /** Of the base. */
  files: BaseFiles;
  docsRoot: string;
  urls?: UrlMapping | undefined;
  overlay: Overlay;
  /** Pages that are left alone, by path, each with the open pull request of a person that changes it. */
  taken?: ReadonlyMap<string, string>;
};

/** @throws JobFault `no_docs` when the base has no pages under the docs root */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { checker, files, docsRoot, urls, overlay, taken } = options;
  const ofSite = siteFilesNear(files.entries.keys(), docsRoot);
  const isOpen = (path: string) => ofSite.has(path) || isReadable(path, docsRoot);
  const before = new Set([...files.entries.keys()].filter(isOpen));
  if (![...before].some(isDocsFile)) {
    const where = docsRoot === '' ? 'The repository' : `The folder ${docsRoot}`;
    throw new JobFault('no_docs', `${where} holds no pages. Check the branch and the docs folder.`);
  }
  const changed = new Map(Object.entries(overlay));

  const has = (path: string) => (changed.has(path) ? changed.get(path) !== null : before.has(path));
  const list = (version: Version = 'now') =>
    version === 'base' ? [...before].sort() : [...new Set([...before, ...changed.keys()])].filter(has).sort();

  async function readAll(paths: readonly string[], version: Version = 'now'): Promise<Map<string, string>> {
    const texts = await files.read(paths);
    if (version === 'base') return texts;
    for (const path of paths) {
      const text = changed.get(path);
      if (typeof text === 'string') texts.set(path, text);
      else if (text === null) texts.delete(path);
    }
    return texts;
  }

  async function read(given: string): Promise<string> {
    const path = sourcePath(given);
    if (!has(path) && (changed.has(path) || !files.entries.has(path)))
      refuse(`There is no file ${path}. Use list_files to see what there is.`);
    const text = (await readAll([path])).get(path);
    if (text === undefined) return refuse(`${path} is not a text file in UTF-8 of at most 512 KB.`);
    return plainText(text);
  }

  const changeablePath = (given: string) => {
    const path = sourcePath(given);
    return ofSite.has(path) && has(path) ? path : writablePath(given, docsRoot);
  };

  const leaveAlone = (path: string) => {
    const url = taken?.get(path) ?? taken?.get(`${posix.dirname(path)}/`);
    if (url !== undefined && !changed.has(path))
      refuse(`An open pull request of a person changes ${path}: ${url}. Leave this page as it is.`);
  };

  async function put(given: string, text: string, bounds: Bounds, like?: string): Promise<void> {
    const path = changeablePath(given);
    leaveAlone(path);
    checkPlace(path, list(), has, like);
    const original = (await files.read([path])).get(path);
    if (original === undefined && before.has(path)) refuse(`${path} is not a text file and stays as it is.`);
    const model = (await readAll([like ?? path])).get(like ?? path) ?? original;
    const written = encodedLike(text.toWellFormed().replaceAll('\0', ''), model ?? '');
    if (written.length > maxFileBytes) refuse('A file may have at most 512 KB. Split the page.');
    record(changed, path, written === original ? undefined : written, bounds);
  }

  return {
    checker,
    docsRoot,
    urls,
    siteFiles: ofSite,
    list,
    listAll() {
      const others = [...files.entries.keys()].filter((path) => !before.has(path) && !changed.has(path));
      return [...list(), ...others.filter(isOpenSource)].sort();
    },
    has,
    read,
    readAll,
    write: (path, text, like) => put(path, text, ownBounds, like),
    repair: (path, text) => put(path, text, repairBounds),
    remove(given) {
      const path = writablePath(given, docsRoot);
      leaveAlone(path);
      if (!has(path)) refuse(`There is no file ${path}.`);
      record(changed, path, before.has(path) ? null : undefined, ownBounds);
    },
    reset(earlier) {
      changed.clear();
      for (const [path, text] of Object.entries(earlier)) changed.set(path, text);
    },
    overlay: () => Object.fromEntries([...changed].sort(([a], [b]) => (a < b ? -1 : 1))),
    executables: () => [...changed.keys()].filter((path) => files.entries.get(path)?.kind === 'executable'),
    otherFiles: () => [...files.entries.keys()].filter((path) => !before.has(path)),
    readPreferences(names) {
      const places = names.flatMap((name) => (docsRoot === '' ? [name] : [`${docsRoot}/${name}`, name]));
      return files.read(places);
    },
    fileTree(version, folder) {
      const isThere = (path: string) => version === 'base' || !changed.has(path) || has(path);
      const others = [...files.entries.keys()].filter((path) => isReadable(path, '') && isThere(path));
      const open = folder === docsRoot ? list(version) : [...new Set([...list(version), ...others])];
      return treeOf(files, folder, open, (paths) => readAll(paths, version));
    },
  };
}

/**
 * The file system must accept the path: no folder of it may be a file, and no other name may differ by case only.
 * @param from the file that moves there
 */
function checkPlace(
  path: string,
  existing: readonly string[],
  has: (path: string) => boolean,
  from?: string,
): void {
  if (has(path)) return;
  const parts = path.split('/');
  if (parts.some((_, index) => has(parts.slice(0, index).join('/')))) {
    refuse(`A part of ${path} is a file or a link, not a folder.`);
  }
  const twin = existing.find((other) => other.toLowerCase() === path.toLowerCase() && other !== from);
  if (twin !== undefined)
    refuse(`${twin} differs from it by upper and lower case only. Choose another name.`);
}

/**
 * Records a change (undefined: reverted), within bounds. A job that exceeds them through repairs may not grow
 * further.
 */
function record(
  changed: Map<string, string | null>,
  path: string,
  value: string | null | undefined,
  bounds: Bounds,
): void {
  if (value === undefined) return void changed.delete(path);
  const grown = (value?.length ?? 0) - (changed.get(path)?.length ?? 0);
  const size = [...changed.values()].reduce((sum, text) => sum + (text?.length ?? 0), grown);
  const isMore = !changed.has(path) && changed.size >= bounds.files;
  if (isMore || (grown > 0 && size > bounds.bytes)) {
    refuse(
      `A job may change at most ${bounds.files} files and ${bounds.bytes / 1024 / 1024} MB. Finish with what is done and say what is left.`,
    );
  }
  changed.set(path, value);
}

function treeOf(
  files: BaseFiles,
  folder: string,
  open: readonly string[],
  readAll: (paths: string[]) => Promise<Map<string, string>>,
): FileTree {
  const prefix = folder === '' ? '' : `${folder}/`;
  const isOpen = new Set(open);
  const closed = [...files.entries.keys()].filter(
    (path) =>
      !isOpen.has(path) && /(?:^|\/)\.[^/]+\//.test(path) && folderOf(path).split('/').every(isWalked),
  );
  return {
    name: folder,
    files: [...open, ...closed]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
      .sort(),
    warnings: [],
    async read(file) {
      const text = (await readAll([prefix + file])).get(prefix + file);
      return { text: text ?? null, warning: text === undefined ? 'cannot be read' : null };
    },
  };
}

function isReadable(path: string, docsRoot: string): boolean {
  try {
    return readablePath(path, docsRoot) === path;
  } catch {
    return false;
  }
}
