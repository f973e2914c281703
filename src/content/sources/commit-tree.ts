import { openBlobReader } from '../../git/blob-reader.ts';
import { blobSizes, listPaths, missingBlobs, treeOfBlobs } from '../../git/objects.ts';
import { decodeText } from './decode-text.ts';
import type { FileTree } from './file-tree.ts';
import { maxFileBytes, tooLarge } from './walked-paths.ts';

/** Gets blobs that a partial clone lacks. */
type GetBlobs = (ids: readonly string[]) => Promise<void>;

export type CommitTree = FileTree &
  Required<Pick<FileTree, 'versionOf'>> & {
    /** Gets files before they are read, all in one request. */
    prepare(files: readonly string[]): Promise<void>;
  };

/** The regular files of a commit below a folder, read from the object store: links and submodules are none. */
export async function openCommitTree(
  gitDir: string,
  commit: string,
  { folder = '', getBlobs }: { folder?: string; getBlobs?: GetBlobs } = {},
): Promise<CommitTree> {
  const start = folder === '' ? '' : `${folder}/`;
  const ids = new Map(
    (await listPaths(gitDir, commit))
      .filter(({ path, kind }) => path.startsWith(start) && (kind === 'file' || kind === 'executable'))
      .map(({ path, id }) => [path.slice(start.length), id]),
  );
  const sizes = new Map<string, number>();
  const read = openBlobReader(gitDir);
  const measure = async (wanted: Iterable<string>): Promise<void> => {
    const unknown = [...new Set(wanted)].filter((id) => !sizes.has(id));
    for (const [id, size] of await blobSizes(gitDir, unknown)) if (!Number.isNaN(size)) sizes.set(id, size);
  };
  return {
    name: gitDir,
    files: [...ids.keys()].sort(),
    warnings: [],
    versionOf: async (file) => ids.get(file) ?? null,
    async prepare(files) {
      const wanted = files.flatMap((file) => ids.get(file) ?? []);
      if (getBlobs !== undefined && wanted.length > 0)
        await getBlobs([...(await missingBlobs(gitDir, await treeOfBlobs(gitDir, wanted)))]);
      await measure(wanted);
    },
    async read(file) {
      const id = ids.get(file);
      if (id === undefined) return { text: null, warning: 'is not part of the commit' };
      if (!sizes.has(id)) await measure(ids.values());
      const size = sizes.get(id);
      if (size === undefined) return { text: null, warning: 'was not fetched' };
      if (size > maxFileBytes) return { text: null, warning: tooLarge(size) };
      return read(id).then(decodeText, () => ({ text: null, warning: 'cannot be read' }));
    },
  };
}
