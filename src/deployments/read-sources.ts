import { createHash } from 'node:crypto';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning, Page } from '../content/page.ts';
import { type Docs, type DocsFile, listDocs } from '../content/read-docs.ts';
import { knownHashesOf } from '../content/known-hashes.ts';
import { splitGuidance } from '../content/read-guidance.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { openBuilt } from './open-built.ts';
import { openSource, type ReadOptions, type SourceDeps } from './open-source.ts';

/** The contents of all sources of a project, listed but not parsed yet. */
export type ProjectDocs = {
  /** One per source, in the project's order. */
  parts: PlacedDocs[];
  guidance: Guidance;
  warnings: ContentWarning[];
  /** The commit of the first source that has commits. */
  commit: DeploymentCommit | null;
};

/** The docs of one source, with its files as the project names them. */
export type PlacedDocs = {
  docs: Docs;
  /** Prefix of file names; '' for the first source, so that a single source keeps its names. */
  name: string;
  /** Prefix of paths. */
  prefix: string;
  /** Named uniquely among all sources; hashes include their place in the project. */
  files: DocsFile[];
  /** Moves a page of these docs to its place in the project. */
  place: (page: Page) => Page;
};

/**
 * Lists the docs of all sources of a project. Each has its own detected framework and base URL. Only changes are
 * fetched.
 * @throws DocentError `not_found` for a source that is missing or holds no docs
 */
export async function readSources(
  deps: SourceDeps,
  project: Project,
  options: ReadOptions = {},
): Promise<ProjectDocs> {
  const all: ProjectDocs = {
    parts: [],
    guidance: { instructions: '', skills: [] },
    warnings: [],
    commit: null,
  };
  for (const [index, source] of project.sources.entries()) {
    const wanted = { ...options, commit: all.commit === null ? options.commit : undefined };
    const { tree, commit } = await openSource(deps, project, source, wanted);
    const { docs: docsTree, guidance } = await splitGuidance(tree);
    const known = knownHashesOf(deps.knownHashes, `${project.id}:${index}`);
    const urls = 'urls' in source ? source.urls : undefined;
    const built = await openBuilt(deps, project, source, { tree, signal: options.signal });
    const docs = await listDocs(docsTree, { baseUrl: baseUrlOf(project, source), urls, built }, known);
    const placed = placeDocs(docs, index === 0 ? '' : `${index + 1}:`, source.prefix ?? '');
    all.parts.push(placed);
    all.warnings.push(...docs.warnings.map(({ file, message }) => ({ file: placed.name + file, message })));
    all.guidance = joinGuidance(all.guidance, guidance);
    all.commit ??= commit;
  }
  all.warnings.push(...leaveOutTwins(all.parts));
  return all;
}

function baseUrlOf({ baseUrl }: Project, { baseUrl: own, prefix }: ProjectSource): string | undefined {
  if (own !== undefined) return own;
  if (baseUrl === null) return undefined;
  return prefix === undefined ? baseUrl : `${baseUrl}/${prefix}`;
}

function placeDocs(docs: Docs, name: string, prefix: string): PlacedDocs {
  const isElsewhere = name !== '' || prefix !== '';
  const placedHash = (hash: string): string =>
    isElsewhere ? createHash('sha256').update(`${name}\0${prefix}\0${hash}`).digest('hex') : hash;
  return {
    docs,
    name,
    prefix,
    files: docs.files.map((entry) => ({ ...entry, file: name + entry.file, hash: placedHash(entry.hash) })),
    place: (page) => ({
      ...page,
      file: name + page.file,
      hash: placedHash(page.hash),
      path: below(prefix, page.path),
      // An absolute address contains its place already, through the base URL.
      url: page.url.startsWith('/') && prefix !== '' ? `/${prefix}${page.url}` : page.url,
    }),
  };
}

/** A path of a source as the project names it. */
export function below(prefix: string, path: string): string {
  return [prefix, path].filter((part) => part !== '').join('/');
}

/** Removes files whose page has the path of an earlier source's page. */
function leaveOutTwins(parts: PlacedDocs[]): ContentWarning[] {
  const fileOf = new Map<string, string>();
  const warnings: ContentWarning[] = [];
  for (const part of parts) {
    part.files = part.files.filter(({ file, page }) => {
      const path = below(part.prefix, page.path);
      const twin = fileOf.get(path);
      if (twin === undefined) fileOf.set(path, file);
      else warnings.push({ file, message: `It has the same address as ${twin}; it was left out.` });
      return twin === undefined;
    });
  }
  return warnings;
}

function joinGuidance(one: Guidance, other: Guidance): Guidance {
  return {
    instructions: [one.instructions, other.instructions].filter((text) => text !== '').join('\n\n'),
    skills: [...one.skills, ...other.skills],
  };
}
