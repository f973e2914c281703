import type { FileText, FileTree } from './file-tree.ts';

/** Concurrent reads. */
const filesAtOnce = 32;

/** A tree that reads no file twice, for a sample of them. */
export function readingOnce(tree: FileTree): FileTree {
  const texts = new Map<string, Promise<FileText>>();
  return {
    ...tree,
    read(file) {
      const text = texts.get(file) ?? tree.read(file);
      texts.set(file, text);
      return text;
    },
  };
}

/** Pages with the texts of their files, in the given order. One by one, most of the time would go into waiting. */
export async function* readTexts<Page extends { file: string }>(
  tree: FileTree,
  pages: readonly Page[],
): AsyncGenerator<[page: Page, text: string]> {
  for (let at = 0; at < pages.length; at += filesAtOnce) {
    const some = pages.slice(at, at + filesAtOnce);
    const read = await Promise.all(some.map(({ file }) => tree.read(file)));
    for (const [nth, page] of some.entries()) yield [page, read[nth]!.text ?? ''];
  }
}
