import { createHash } from 'node:crypto';
import type { KnownHashes } from '../known-hashes.ts';
import type { FileTree } from './file-tree.ts';

/** A file of a tree with the hash of its text. */
export type HashedFile = {
  path: string;
  /** Hash of its text as UTF-8, in hex; null for binary files, files that are too large, and files with secrets. */
  sha256: string | null;
};

const filesAtOnce = 32;

/** @param known hashes of an earlier run, so that unchanged files need not be read; updated in place */
export async function hashFiles(tree: FileTree, known: KnownHashes = new Map()): Promise<HashedFile[]> {
  const hashed: HashedFile[] = [];
  for (let at = 0; at < tree.files.length; at += filesAtOnce) {
    const paths = tree.files.slice(at, at + filesAtOnce);
    hashed.push(...(await Promise.all(paths.map((path) => hashOne(tree, path, known)))));
  }
  return hashed;
}

async function hashOne(tree: FileTree, path: string, known: KnownHashes): Promise<HashedFile> {
  const version = (await tree.versionOf?.(path)) ?? null;
  const before = known.get(path);
  if (version !== null && before?.sameAs === version) return { path, sha256: before.hash || null };
  const text = await textOf(tree, path);
  const sha256 = text === null ? null : hashText(text);
  if (version !== null) known.set(path, { sameAs: version, hash: sha256 ?? '' });
  return { path, sha256 };
}

/** The text of a hashed file with its new hash: the file may have changed, and the text read is the text pushed. */
export async function readHashed(tree: FileTree, file: HashedFile): Promise<string | null> {
  const text = await textOf(tree, file.path);
  file.sha256 = text === null ? null : hashText(text);
  return text;
}

/** Null for binary files, which contain NUL bytes. */
async function textOf(tree: FileTree, path: string): Promise<string | null> {
  const { text } = await tree.read(path);
  return text === null || text.includes('\0') ? null : text;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
