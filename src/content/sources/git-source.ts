import { posix } from 'node:path';
import { gatherPacks, hasCommit, initBare } from '../../git/bare-repository.ts';
import { openBlobReader } from '../../git/blob-reader.ts';
import { ForgeFault } from '../../git/forge-fault.ts';
import { fetchBlobs, fetchTrees } from '../../git/fetch.ts';
import { type GitAccess, git } from '../../git/git.ts';
import {
  blobSizes,
  diffPaths,
  listPaths,
  missingBlobs,
  type PathChanges,
  treeOfBlobs,
} from '../../git/objects.ts';
import { resolveRef } from '../../git/resolve-ref.ts';
import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import type { ContentWarning } from '../page.ts';
import { decodeText } from './decode-text.ts';
import { type ConfigNames, maxAbove } from './above.ts';
import type { FileText, FileTree } from './file-tree.ts';
import { type GitEntry, resolveLinks } from './git-links.ts';
import { isWalked, maxFileBytes, maxFiles, tooLarge } from './walked-paths.ts';

type GitSource = {
  /** A display name. */
  name: string;
  /** Our bare clone, created if missing; kept, so that only changes are fetched. */
  gitDir: string;
  access: GitAccess;
  /** A branch or tag; null for the default branch. */
  branch: string | null;
  /** A commit to read; null for the branch's newest. */
  commit: string | null;
  /** The docs root; '' for the whole repository. */
  root: string;
  /** A commit to list the changes since; null for none. */
  since: string | null;
  /** The configuration to look for in the folders above the docs root. */
  names: ConfigNames;
};

type GitCommit = { sha: string; ref: string; message: string; filesChanged: PathChanges };

/** Files that are never read as text: they are listed but not fetched. */
const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|mp[34]|m4[av]|mov|webm|ogg|wav|woff2?|ttf|otf|eot|wasm|exe|dll|so|dylib|bin|pack|sqlite|db)$/i;

/** Maximum file names in a list of changes. */
const maxChanges = 1000;

/** Only one deployment at a time works in a clone. */
const inOrder = createKeyedMutex();

/**
 * Fetches the newest commit of a branch, or a given one, without history and without a checkout: trees first, then the
 * missing text files under the docs root, in one request.
 * @throws ForgeFault
 */
export function openGit(
  source: GitSource,
  signal?: AbortSignal,
): Promise<{ tree: FileTree; commit: GitCommit }> {
  return inOrder(source.gitDir, () => fetchDocs(source, signal));
}

async function fetchDocs(
  { name, gitDir, access, branch, commit, root, since, names }: GitSource,
  signal: AbortSignal | undefined,
): Promise<{ tree: FileTree; commit: GitCommit }> {
  const remote =
    commit === null
      ? await resolveRef(access, branch, signal)
      : { name: branch ?? commit, ref: commit, sha: commit };
  await initBare(gitDir);
  const isKnown = await hasCommit(gitDir, remote.sha);
  const sha = isKnown
    ? await commitOf(gitDir, remote.sha)
    : await fetchTrees(gitDir, access, remote.ref, signal);
  const folder = posix.join('.', root).replace(/^\.?\/*|(?<!\/)\/+$/g, '');
  const tree = await treeOf(gitDir, sha, folder);
  const warnings: ContentWarning[] = [];
  const entries = listed(await listPaths(gitDir, tree), warnings);
  const missing = await missingBlobs(gitDir, tree);
  const texts = [...entries.values()].filter(({ path, kind }) => kind === 'symlink' || !binary.test(path));
  const above = await configsAbove(gitDir, sha, folder, names);
  if (above.size > 0) {
    const configs = await missingBlobs(gitDir, await treeOfBlobs(gitDir, [...above.values()]));
    for (const id of configs) missing.add(id);
  }
  const wanted = new Set([...texts.map(({ id }) => id), ...above.values()]);
  await fetchBlobs(
    gitDir,
    access,
    [...wanted].filter((id) => missing.has(id)),
    signal,
  );
  await gatherPacks(gitDir);
  const sizes = await blobSizes(gitDir, [...wanted]);
  const read = openBlobReader(gitDir);
  const files = await resolveLinks(entries, sizes, read, warnings);
  const readBlob = (id: string | undefined): Promise<FileText> => {
    const size = id === undefined ? undefined : sizes.get(id);
    if (size === undefined) return Promise.resolve({ text: null, warning: 'is not a text file' });
    if (size > maxFileBytes) return Promise.resolve({ text: null, warning: tooLarge(size) });
    return read(id!).then(decodeText, () => ({ text: null, warning: 'cannot be read' }));
  };
  return {
    commit: {
      sha,
      ref: remote.name,
      message: (await git(['show', '--no-patch', '--format=%s', sha], { gitDir }))
        .toString()
        .trim()
        .slice(0, 500),
      filesChanged: await changesSince(gitDir, since, sha, folder),
    },
    tree: {
      name,
      files: [...files.keys()].sort(),
      warnings,
      versionOf: async (file) => files.get(file) ?? null,
      read: (file) => readBlob(files.get(file)),
      above: async () => ({
        folder,
        files: [...above.keys()].sort(),
        read: (file) => readBlob(above.get(file)),
      }),
    },
  };
}

/** The configuration files in the folders above the docs, by path, with their blobs. */
async function configsAbove(
  gitDir: string,
  commit: string,
  folder: string,
  names: ConfigNames,
): Promise<Map<string, string>> {
  const levels: string[] = [];
  for (let above = folder; above !== '' && levels.length < maxAbove; levels.push(above))
    above = posix.join('/', above, '..').slice(1);
  const found = new Map<string, string>();
  for (const level of levels) {
    const folders = names.folders.map((one) => posix.join('.', level, one)).map((one) => `:(literal)${one}/`);
    const output = await git(['ls-tree', '-z', '--full-tree', commit, '--', ...folders], { gitDir });
    for (const line of output.toString().split('\0')) {
      const [, id, path] = /^100\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      if (id === undefined || path === undefined || path.startsWith(`${folder}/`)) continue;
      if (names.has(posix.relative(level, path))) found.set(path, id);
    }
  }
  return found;
}

/** Resolves an annotated tag to its commit. */
async function commitOf(gitDir: string, id: string): Promise<string> {
  return (await git(['rev-parse', '--verify', `${id}^{commit}`], { gitDir })).toString().trim();
}

async function treeOf(gitDir: string, commit: string, folder: string): Promise<string> {
  if (folder === '') return (await git(['rev-parse', `${commit}^{tree}`], { gitDir })).toString().trim();
  const output = await git(['ls-tree', '-z', '--full-tree', commit, '--', folder], { gitDir });
  const [, type, id] = /^\d+ (\w+) ([0-9a-f]+)\t/.exec(output.toString()) ?? [];
  if (type === 'tree' && id !== undefined) return id;
  throw new ForgeFault('ref_not_found', `The repository has no folder ${folder}. Check the docs root.`);
}

/** Whether a file may hold docs, by its path. */
function listed(entries: GitEntry[], warnings: ContentWarning[]): Map<string, GitEntry> {
  const kept = new Map<string, GitEntry>();
  for (const entry of entries) {
    const { path, kind } = entry;
    if (!path.split('/').slice(0, -1).every(isWalked)) continue;
    if (kind === 'submodule')
      warnings.push({
        file: path,
        message: 'A submodule was skipped. Add its repository as a source of its own.',
      });
    else if (path.includes('\uFFFD'))
      warnings.push({ file: path, message: 'The name is not UTF-8; it was skipped.' });
    else kept.set(path, entry);
  }
  if (kept.size <= maxFiles) return kept;
  throw new ForgeFault(
    'repository_too_large',
    `The repository has more than ${maxFiles} files. Name the folder of the docs.`,
  );
}

/** Empty when the earlier commit is missing: at the first deployment, or after the clone was made again. */
async function changesSince(
  gitDir: string,
  since: string | null,
  sha: string,
  folder: string,
): Promise<PathChanges> {
  const none = { added: [], modified: [], removed: [] };
  if (since === null || !/^[0-9a-f]{40,64}$/.test(since)) return none;
  const changes = await diffPaths(gitDir, since, sha, folder).catch(() => none);
  return {
    added: changes.added.slice(0, maxChanges),
    modified: changes.modified.slice(0, maxChanges),
    removed: changes.removed.slice(0, maxChanges),
  };
}
