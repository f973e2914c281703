import { openBlobReader } from '../../git/blob-reader.ts';
import { listTree } from '../../git/objects.ts';
import { decodeText } from './decode-text.ts';
import type { FileTree } from './file-tree.ts';
import { maxFileBytes, tooLarge } from './walked-paths.ts';

/** The regular files of a commit below a folder, read from the object store: links and submodules are none. */
export async function openCommitTree(
  gitDir: string,
  commit: string,
  folder = '',
): Promise<FileTree & Required<Pick<FileTree, 'versionOf'>>> {
  const start = folder === '' ? '' : `${folder}/`;
  const entries = new Map(
    [...(await listTree(gitDir, commit))]
      .filter(([path, { kind }]) => path.startsWith(start) && (kind === 'file' || kind === 'executable'))
      .map(([path, entry]) => [path.slice(start.length), entry]),
  );
  const read = openBlobReader(gitDir);
  return {
    name: gitDir,
    files: [...entries.keys()].sort(),
    warnings: [],
    versionOf: async (file) => entries.get(file)?.id ?? null,
    read: async (file) => {
      const entry = entries.get(file);
      if (entry === undefined) return { text: null, warning: 'is not part of the commit' };
      if (entry.size > maxFileBytes) return { text: null, warning: tooLarge(entry.size) };
      return read(entry.id).then(decodeText, () => ({ text: null, warning: 'cannot be read' }));
    },
  };
}
