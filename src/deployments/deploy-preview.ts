import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { listIndexFilesOf } from '../store/deployment-queue.ts';
import type { DeploymentCause } from '../store/deploy-tables.ts';
import { addPreview, extendPreview, findPreview as findPreviewOf, listPreviews } from '../store/previews.ts';
import { deleteProject, type Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { requestDeployment } from './request-deployment.ts';

export type PreviewDeps = { store: Store; indexFolder: string };

/** A preview without a push for this long is deleted. */
const lastsMs = 14 * 86_400_000;
const maxPreviews = 20;
const maxSlugLength = 40;
const maxBranchLength = 200;

export function findPreview(store: Store, project: Project, branch: string): Promise<Project | undefined> {
  return findPreviewOf(store, { projectId: project.id, branch });
}

/** Whether a push to this branch is deployed as a preview: by the project's setting, or because one exists. */
export async function isPreviewed(store: Store, project: Project, branch: string): Promise<boolean> {
  const patterns = project.settings.previewBranches ?? [];
  if (hasBranches(project) && patterns.some((pattern) => matches(pattern, branch))) return true;
  return (await findPreview(store, project, branch)) !== undefined;
}

/** The domain of the preview that the project's settings give a branch; null when they give none. */
export function previewDomain(project: Project, branch: string): string | null {
  const patterns = project.settings.previewBranches ?? [];
  const isMade = hasBranches(project) && patterns.some((pattern) => matches(pattern, branch));
  return isMade ? `${project.domain}--${slugOf(branch)}` : null;
}

/**
 * Deploys a branch as a preview of its project: a project of its own, at `{domain}--{branch}`, that only the parent
 * project's keys open. It expires two weeks after its last deployment.
 * @throws DocentError `invalid_request` for a source without branches, `conflict` when there are too many previews
 */
export async function deployPreview(
  deps: PreviewDeps,
  project: Project,
  branch: string,
  cause: DeploymentCause,
): Promise<{ preview: Project; statusId: string }> {
  if (!hasBranches(project) || branch.length > maxBranchLength || project.preview !== undefined) {
    throw new DocentError(
      'invalid_request',
      'Only projects with a git source can have previews of branches.',
    );
  }
  const preview = await ensurePreview(deps.store, project, branch);
  return { preview, statusId: await requestDeployment(deps.store, preview, { cause }) };
}

/** Deletes a preview with everything that belongs to it. */
export async function deletePreview({ store, indexFolder }: PreviewDeps, preview: Project): Promise<void> {
  const files = await listIndexFilesOf(store, preview.id);
  await deleteProject(store, preview);
  for (const file of files) await rm(join(indexFolder, file), { force: true });
}

async function ensurePreview(store: Store, project: Project, branch: string): Promise<Project> {
  const expiresAt = (await store.now()) + lastsMs;
  const known = await extendPreview(store, { projectId: project.id, branch }, expiresAt);
  if (known !== undefined) return known;
  if ((await listPreviews(store, project.id)).length >= maxPreviews) {
    throw new DocentError('conflict', `A project has at most ${maxPreviews} previews. Delete one first.`);
  }
  const { id: of, organizationId, domain, baseUrl, settings, sources } = project;
  const slug = slugOf(branch);
  // Another branch may have the same slug, and another project the same domain.
  for (const candidate of [slug, `${slug}-${hash('sha256', branch).slice(0, 6)}`]) {
    const added = await addPreview(store, {
      id: newId('prj'),
      organizationId,
      domain: `${domain}--${candidate}`,
      name: branch,
      baseUrl,
      settings,
      sources,
      currentDeploymentId: null,
      createdAt: await store.now(),
      preview: { of, branch, expiresAt },
    });
    if (added !== undefined) return added;
  }
  throw new DocentError('conflict', 'The address of this preview is taken. Rename the branch.');
}

function hasBranches({ sources }: Project): boolean {
  return sources.some(({ kind }) => kind === 'git');
}

/** A branch as the end of a domain: `feature/New_Docs` → `feature-new-docs`. */
function slugOf(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxSlugLength).replace(/-$/, '') || 'branch';
}

/** Whether a branch matches a pattern, in which `*` stands for any text. */
export function matches(pattern: string, branch: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return branch === pattern;
  if (!branch.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return branch.length >= at + last.length && branch.endsWith(last);
}
