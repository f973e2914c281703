import { createHash } from 'node:crypto';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning, Page } from '../content/page.ts';
import { type Docs, type DocsFile, listDocs } from '../content/read-docs.ts';
import { knownHashesOf } from '../content/known-hashes.ts';
import { splitGuidance } from '../content/read-guidance.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project, ProjectSource } from '../store/projects.ts';
import { openSource, type ReadOptions, type SourceDeps } from './open-source.ts';

/** All that a project's sources hold, listed and not parsed yet. */
export type ProjectDocs = {
  /** One for each source, in their order. */
  parts: PlacedDocs[];
  guidance: Guidance;
  warnings: ContentWarning[];
  /** What the first source that has commits is at. */
  commit: DeploymentCommit | null;
};

/** The docs of one source, with its files as the project knows them. */
export type PlacedDocs = {
  docs: Docs;
  /** Put before the names of files; '' for the first source, so that a single one keeps its own. */
  name: string;
  /** Put before paths. */
  prefix: string;
  /** Told apart from the files of other sources, with hashes that hold their place in the project. */
  files: DocsFile[];
  /** Puts a page of these docs where it is in the project. */
  place: (page: Page) => Page;
};

/**
 * Lists the docs of all sources of a project. Each is detected by its own framework and has its own base URL.
 * Nothing that did not change is fetched again.
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
    const docs = await listDocs(docsTree, { baseUrl: baseUrlOf(project, source), urls }, known);
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
      // An absolute address knows its place: the base URL holds it.
      url: page.url.startsWith('/') && prefix !== '' ? `/${prefix}${page.url}` : page.url,
    }),
  };
}

/** A path of a source as the project knows it. */
export function below(prefix: string, path: string): string {
  return [prefix, path].filter((part) => part !== '').join('/');
}

/** Takes out files whose page has the path of a page of an earlier source. */
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
