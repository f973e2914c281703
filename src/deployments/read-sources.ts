import { createHash } from 'node:crypto';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning, Page } from '../content/page.ts';
import type { SiteOptions } from '../content/frameworks/framework.ts';
import { knownHashesOf } from '../content/known-hashes.ts';
import { type ListedDocs, openReading } from '../content/reading/open-reading.ts';
import type { ListedFile } from '../content/reading/reading-tasks.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import { type ProjectSource, weightOf } from '../store/project-sources.ts';
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
  /** Ends the process that reads them. */
  close(): void;
};

/** The docs of one source, with its files as the project names them. */
export type PlacedDocs = {
  docs: ListedDocs;
  /** Prefix of file names; '' for the first source, so that a single source keeps its names. */
  name: string;
  /** Prefix of paths. */
  prefix: string;
  /** Named uniquely among all sources; hashes include their place in the project. */
  files: ListedFile[];
  /** Moves a page of these docs to its place in the project. */
  place: (page: Page) => Page;
};

/**
 * Lists the docs of all sources of a project. Each has its own detected framework and base URL. Only changes are
 * fetched.
 * @throws DocentError `not_found` for a source that is missing or holds no docs, `invalid_request` for one that takes too much
 */
export async function readSources(
  deps: SourceDeps,
  project: Project,
  options: ReadOptions = {},
): Promise<ProjectDocs> {
  const reading = openReading(options.signal);
  const all: ProjectDocs = {
    parts: [],
    guidance: { instructions: '', skills: [] },
    warnings: [],
    commit: null,
    close: reading.close,
  };
  try {
    for await (const { index, tree, commit, site, prefix } of openSources(deps, project, options)) {
      const known = knownHashesOf(deps.knownHashes, `${project.id}:${index}`);
      const docs = await reading.list(tree, site, known);
      const placed = placeDocs(docs, index === 0 ? '' : `${index + 1}:`, prefix, project.sources[index]!);
      all.parts.push(placed);
      all.warnings.push(...docs.warnings.map((one) => ({ ...one, file: placed.name + one.file })));
      all.guidance = joinGuidance(all.guidance, docs.guidance);
      all.commit ??= commit;
    }
  } catch (error) {
    reading.close();
    throw error;
  }
  all.warnings.push(...leaveOutTwins(all.parts));
  return all;
}

type OpenedSource = {
  index: number;
  tree: FileTree;
  commit: DeploymentCommit | null;
  /** The project's settings for its addresses. */
  site: SiteOptions;
  prefix: string;
};

/** Opens the sources of a project one after another. */
export async function* openSources(
  deps: SourceDeps,
  project: Project,
  options: ReadOptions = {},
): AsyncGenerator<OpenedSource> {
  let isCommitKnown = false;
  const { given } = options;
  for (const [index, source] of project.sources.entries()) {
    if (given !== undefined && given.source !== index) continue;
    const wanted: ReadOptions = { ...options, commit: isCommitKnown ? undefined : options.commit };
    const opened = given ? { tree: given.tree, commit: null } : openSource(deps, project, source, wanted);
    const { tree, commit } = await opened;
    isCommitKnown ||= commit !== null;
    const urls = 'urls' in source ? source.urls : undefined;
    const built = await openBuilt(deps, project, source, { ...options, tree });
    const site = { baseUrl: baseUrlOf(project, source), urls, built };
    yield { index, tree, commit, site, prefix: source.prefix ?? '' };
  }
}

function baseUrlOf({ baseUrl }: Project, { baseUrl: own, prefix }: ProjectSource): string | undefined {
  if (own !== undefined) return own;
  if (baseUrl === null) return undefined;
  return prefix === undefined ? baseUrl : `${baseUrl}/${prefix}`;
}

function placeDocs(docs: ListedDocs, name: string, prefix: string, source: ProjectSource): PlacedDocs {
  const { groups = [] } = source;
  const weight = weightOf(source);
  const said = groups.length === 0 && weight === 1 ? '' : `\0${JSON.stringify([groups, weight])}`;
  const isElsewhere = name !== '' || prefix !== '' || said !== '';
  const placedHash = (hash: string): string =>
    isElsewhere ? createHash('sha256').update(`${name}\0${prefix}\0${hash}${said}`).digest('hex') : hash;
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
      groups: page.groups.length > 0 ? page.groups : groups,
      ...(page.origin !== undefined && { origin: { ...page.origin, weight: weight * page.origin.weight } }),
      // An absolute address already includes the prefix, through the base URL.
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
    part.files = part.files.filter(({ file, path: own }) => {
      const path = below(part.prefix, own);
      const twin = fileOf.get(path);
      if (twin === undefined) fileOf.set(path, file);
      else warnings.push({ file, message: `It has the same address as ${twin}; it was left out.` });
      return twin === undefined;
    });
  }
  return warnings;
}

function joinGuidance(one: Guidance, other: Guidance): Guidance {
  const product = one.product ?? other.product;
  return {
    ...(product !== undefined && { product }),
    instructions: [one.instructions, other.instructions].filter((text) => text !== '').join('\n\n'),
    skills: [...one.skills, ...other.skills],
  };
}
