import type { Store } from '../store/store.ts';
import { databaseFiles } from './database-files.ts';
import type { FileStore } from './file-store.ts';
import { folderFiles } from './folder-files.ts';
import type { S3Options } from './s3-files.ts';

export type FileStoreOptions =
  | { kind: 'none' }
  | { kind: 'database' }
  | { kind: 'folder'; path: string }
  | ({ kind: 's3' } & S3Options);

/** @returns null for a server that does not share its files */
export async function openFileStore(options: FileStoreOptions, store: Store): Promise<FileStore | null> {
  switch (options.kind) {
    case 'none':
      return null;
    case 'database':
      return databaseFiles(store);
    case 'folder':
      return folderFiles(options.path);
    case 's3':
      // Loaded on first use: the client takes a quarter of a second and 35 MB.
      return (await import('./s3-files.ts')).s3Files(options);
  }
}
