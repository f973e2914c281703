import { addProject, projects, type Project, toProject } from './projects.ts';
import type { Store } from './store.ts';
import { allOf, firstOf } from './records.ts';

/** Adds a preview, or returns the branch's when another process was faster; undefined when the domain is taken. */
export async function addPreview(store: Store, project: Project): Promise<Project | undefined> {
  if (await addProject(store, project)) return project;
  return findPreview(store, { projectId: project.preview!.of, branch: project.preview!.branch });
}

export async function findPreview(
  store: Store,
  by: { projectId: string; branch: string },
): Promise<Project | undefined> {
  return firstOf(
    projects(store).where('previewOf', '=', by.projectId).where('branch', '=', by.branch),
    toProject,
  );
}

/** Extends a preview's lifetime. */
export async function extendPreview(
  store: Store,
  by: { projectId: string; branch: string },
  expiresAt: number,
): Promise<Project | undefined> {
  const row = await store.db
    .updateTable('projects')
    .set({ expiresAt })
    .where('previewOf', '=', by.projectId)
    .where('branch', '=', by.branch)
    .returningAll()
    .executeTakeFirst();
  return row && toProject(row);
}

/** The previews of a project, oldest first. */
export async function listPreviews(store: Store, projectId: string): Promise<Project[]> {
  return allOf(
    projects(store).where('previewOf', '=', projectId).orderBy('createdAt').orderBy('id'),
    toProject,
  );
}

/** The previews of some projects, oldest first. */
export async function listPreviewsOf(store: Store, projectIds: string[]): Promise<Project[]> {
  if (projectIds.length === 0) return [];
  return allOf(projects(store).where('previewOf', 'in', projectIds).orderBy('createdAt'), toProject);
}

/** The expired previews of this server. */
export async function listExpiredPreviews(store: Store): Promise<Project[]> {
  return allOf(projects(store).where('expiresAt', '<', await store.now()), toProject);
}
