import type { FileTree } from '../content/sources/file-tree.ts';
import { openFolder } from '../content/sources/folder.ts';
import { DocentError } from '../errors.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project, ProjectSource } from '../store/projects.ts';
import type { ReadOptions } from './read-sources.ts';

/** What reading sources needs of this server. */
export type SourceRooms = {
  /** Holds what was fetched before, so that only what changed is fetched again. */
  sourceFolder: string;
};

export type OpenSource = { tree: FileTree; commit: DeploymentCommit | null };

/**
 * Fetches what is new in a source and lists its files.
 * @throws DocentError
 */
export async function openSource(
  _rooms: SourceRooms,
  _project: Project,
  source: ProjectSource,
  _options: ReadOptions,
): Promise<OpenSource> {
  if (source.kind === 'folder') return { tree: await openFolder(source.path), commit: null };
  throw new DocentError('invalid_request', `Docs from a ${source.kind} source cannot be read yet.`);
}
