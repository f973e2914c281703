import { ForgeFault } from '../forges/fault.ts';
import { listTree, readBlobs, type TreeEntry } from '../forges/objects.ts';
import { readablePath, writablePath } from './docs-path.ts';
import { navigationFile, writeNavigation } from './navigation.ts';

/** Files that differ from the base commit; null for a removed one. Kept in the database after every step. */
export type Overlay = Record<string, string | null>;

const largestFile = 512 * 1024;
const mostFiles = 50;
const largestChange = 1024 * 1024;

/** What the model asked for cannot be done; the message says what can. */
export class WorkspaceRefusal extends Error {}

/** The docs of one commit with the job's changes over them. There is no checkout: reads come from git's object store. */
export type Workspace = {
  docsRoot: string;
  /** Paths of the files under the docs root that may be read, sorted. */
  list(): string[];
  has(path: string): boolean;
  /** Text with `\n` line ends. @throws WorkspaceRefusal | PathRefused */
  read(path: string): Promise<string>;
  /** Text of every file that passes, for search and checks; what is binary or too large is left out. */
  readAll(paths: readonly string[]): Promise<Map<string, string>>;
  /** The same of the base commit. */
  readAllBase(paths: readonly string[]): Promise<Map<string, string>>;
  /** As it was in the base commit; null when it was not there. */
  readBase(path: string): Promise<string | null>;
  baseList(): string[];
  /** Files that may not be read: known by name, so that links to them count as good. */
  otherFiles(): string[];
  /** Files with the owners' wishes, from the docs root or else the repository's root. */
  readPreferences(names: readonly string[]): Promise<{ path: string; text: string }[]>;
  /** The navigation file, which may lie above the docs root; null where pages order themselves. */
  navigation: string | null;
  /** Changes the navigation and nothing else of its file. @throws WorkspaceRefusal */
  setNavigation(navigation: unknown): Promise<void>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): void;
  overlay(): Overlay;
  /** Changed files that stay executable. */
  executables(): string[];
};

/** @throws ForgeFault `ref_not_found` when the base has no files under the docs root */
export async function openWorkspace(options: {
  gitDir: string;
  base: string;
  docsRoot: string;
  overlay: Overlay;
}): Promise<Workspace> {
  const { gitDir, base, docsRoot } = options;
  const all = await listTree(gitDir, base);
  const navigation = navigationFile(all.keys(), docsRoot);
  const tree = new Map([...all].filter(([path]) => path === navigation || isOpen(path, docsRoot)));
  if (![...tree.keys()].some((path) => /\.mdx?$/i.test(path))) {
    throw new ForgeFault(
      'ref_not_found',
      'The repository has no Markdown pages under the docs root. Check the branch and the docs root.',
    );
  }
  const changed = new Map(Object.entries(options.overlay));
  const texts = new Map<string, string | null>();

  async function load(paths: readonly string[]): Promise<void> {
    const wanted = paths.filter((path) => !texts.has(path) && isText(tree.get(path)));
    const blobs = await readBlobs(gitDir, [...new Set(wanted.map((path) => tree.get(path)!.id))]);
    for (const path of wanted) texts.set(path, decode(blobs.get(tree.get(path)!.id)));
  }
  async function readBase(path: string): Promise<string | null> {
    await load([path]);
    return texts.get(path) ?? null;
  }
  const has = (path: string) => (changed.has(path) ? changed.get(path) !== null : tree.has(path));

  const list = () => [...new Set([...tree.keys(), ...changed.keys()])].filter(has).sort();

  async function read(given: string): Promise<string> {
    const path = given === navigation ? given : readablePath(given, docsRoot);
    if (!has(path))
      throw new WorkspaceRefusal(`There is no file ${path}. Use list_files to see what there is.`);
    const text = changed.get(path) ?? (await readBase(path));
    if (text === null) throw new WorkspaceRefusal(`${path} is not a text file of at most 512 KB.`);
    return text.replaceAll('\r\n', '\n');
  }

  return {
    docsRoot,
    navigation,
    read,
    async readPreferences(names) {
      const paths = names.flatMap((name) => {
        const places = docsRoot === '' ? [name] : [`${docsRoot}/${name}`, name];
        return places.find((path) => isText(all.get(path))) ?? [];
      });
      const blobs = await readBlobs(
        gitDir,
        paths.map((path) => all.get(path)!.id),
      );
      return paths.flatMap((path) => {
        const text = decode(blobs.get(all.get(path)!.id));
        return text === null ? [] : [{ path, text }];
      });
    },
    async setNavigation(value) {
      if (navigation === null) {
        throw new WorkspaceRefusal(
          'These docs have no navigation file that can be set; pages order themselves.',
        );
      }
      record(navigation, writeNavigation(navigation, await read(navigation), value));
    },
    has,
    list,
    otherFiles: () => [...all.keys()].filter((path) => !tree.has(path)),
    baseList: () => [...tree.keys()].sort(),
    async readAll(paths) {
      await load(paths);
      const found = new Map<string, string>();
      for (const path of paths) {
        const text = changed.has(path) ? changed.get(path) : texts.get(path);
        if (text != null) found.set(path, text);
      }
      return found;
    },
    async readAllBase(paths) {
      await load(paths);
      return new Map(paths.flatMap((path) => (texts.get(path) == null ? [] : [[path, texts.get(path)!]])));
    },
    readBase,
    async write(given, text) {
      const path = writablePath(given, docsRoot);
      const entry = tree.get(path);
      if (entry !== undefined && !isText(entry))
        throw new WorkspaceRefusal(`${path} is not a text file and stays as it is.`);
      if (liesUnderFile(path))
        throw new WorkspaceRefusal(`A part of ${path} is a file or a link, not a folder.`);
      const twin =
        entry === undefined &&
        list().find((other) => other !== path && other.toLowerCase() === path.toLowerCase());
      if (twin)
        throw new WorkspaceRefusal(
          `${twin} differs from it by upper and lower case only. Choose another name.`,
        );
      const before = await readBase(path);
      if (before === null && entry !== undefined)
        throw new WorkspaceRefusal(`${path} is not UTF-8 text and stays as it is.`);
      const clean = text.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n');
      const written = before?.includes('\r\n') ? clean.replaceAll('\n', '\r\n') : clean;
      if (written.length > largestFile)
        throw new WorkspaceRefusal('A file may have at most 512 KB. Split the page.');
      record(path, written === before ? undefined : written);
    },
    remove(given) {
      const path = writablePath(given, docsRoot);
      if (!has(path)) throw new WorkspaceRefusal(`There is no file ${path}.`);
      record(path, tree.has(path) ? null : undefined);
    },
    executables: () => [...changed.keys()].filter((path) => all.get(path)?.kind === 'executable'),
    overlay: () => Object.fromEntries([...changed].sort(([a], [b]) => (a < b ? -1 : 1))),
  };

  function record(path: string, value: string | null | undefined): void {
    const next = new Map(changed);
    if (value === undefined) next.delete(path);
    else next.set(path, value);
    const size = [...next.values()].reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (next.size > mostFiles || size > largestChange) {
      throw new WorkspaceRefusal(
        'A job may change at most 50 files and 1 MB. Finish with what is done and say what is left.',
      );
    }
    if (value === undefined) changed.delete(path);
    else changed.set(path, value);
  }

  function liesUnderFile(path: string): boolean {
    const parts = path.split('/');
    return parts.slice(0, -1).some((_, index) => has(parts.slice(0, index + 1).join('/')));
  }
}

function isOpen(path: string, docsRoot: string): boolean {
  try {
    return readablePath(path, docsRoot) === path;
  } catch {
    return false;
  }
}

function isText(entry: TreeEntry | undefined): boolean {
  return (
    entry !== undefined && (entry.kind === 'file' || entry.kind === 'executable') && entry.size <= largestFile
  );
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array | undefined): string | null {
  if (bytes === undefined || bytes.includes(0)) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
