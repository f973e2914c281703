import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IndexFileError } from '../retrieval/index-file-error.ts';
import {
  changedFiles,
  emptyFiles,
  type EmptyFiles,
  type IndexedFile,
  indexedFiles,
} from '../retrieval/indexed-files.ts';
import { type Deployment, findCurrentDeployment, findLastRead } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { DeployDeps } from './deploy-deps.ts';

/** The index that a new one starts from: the newest that can be read, so that only changes are parsed. */
export type Base = {
  deployment: Deployment;
  file: string;
  /** The contents of the file; null when it cannot be read. */
  pages: IndexedFile[] | null;
  /** Files without a page. */
  empty: EmptyFiles;
  /** Files whose publication or expiry date has passed since. */
  due: ReadonlySet<string>;
  /** False for the first index of a preview, which starts from its project's. */
  isOwn: boolean;
};

export async function readBase(
  { store, indexFolder, travel }: Pick<DeployDeps, 'store' | 'indexFolder' | 'travel'>,
  project: Pick<Project, 'id' | 'preview'>,
): Promise<Base | null> {
  const own = await findLastRead(store, project.id);
  const deployment = own ?? (project.preview && (await findCurrentDeployment(store, project.preview.of)));
  if (deployment?.indexFile == null) return null;
  const file = join(indexFolder, deployment.indexFile);
  // A failed download counts as none: all pages are read again.
  if (!existsSync(file)) await travel.bring(deployment.indexFile).catch(() => 'none');
  return { deployment, file, ...readIndexed(file), isOwn: own !== undefined };
}

type Indexed = Pick<Base, 'pages' | 'empty' | 'due'>;

export const noFiles: Indexed = { pages: null, empty: new Map(), due: new Set() };

/** The files that an index covers; empty when it cannot be read. */
export function readIndexed(file: string): Indexed {
  try {
    return {
      pages: indexedFiles(file),
      empty: emptyFiles(file),
      due: new Set(changedFiles(file, Date.now())),
    };
  } catch (error) {
    if (error instanceof IndexFileError) return noFiles;
    throw error;
  }
}
