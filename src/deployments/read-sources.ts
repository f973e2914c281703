import { sourceName } from '../accounts/manage-projects.ts';
import type { Guidance } from '../content/guidance.ts';
import type { ContentWarning } from '../content/page.ts';
import type { SiteOptions } from '../content/frameworks/framework.ts';
import { knownHashesOf } from '../content/known-hashes.ts';
import { openReading } from '../content/reading/open-reading.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import { DocentError } from '../errors.ts';
import { readIndexGuidance } from '../retrieval/index-file.ts';
import type { DeploymentCommit } from '../store/deployments.ts';
import type { Project } from '../store/projects.ts';
import type { ProjectSource } from '../store/project-sources.ts';
import { indexedPart, keptPart } from './kept-part.ts';
import { findLastReading, stateOf } from './last-reading.ts';
import { openBuilt } from './open-built.ts';
import { openSource, type ReadOptions, type SourceDeps } from './open-source.ts';
import { below, type PlacedDocs, placeDocs } from './placed-docs.ts';
import type { Base } from './read-base.ts';
import type { ReadFault } from './record-faults.ts';

/** The contents of all sources of a project, listed but not parsed yet. */
export type ProjectDocs = {
  /** One per source, in the project's order. */
  parts: PlacedDocs[];
  guidance: Guidance;
  warnings: ContentWarning[];
  /** The commit of the first source that has commits. */
  commit: DeploymentCommit | null;
  /** The sources that could not be read; what was known of them stays. */
  faults: ReadFault[];
  /** What they were read from; null when nobody knows whether it will change. */
  state: string | null;
  /** Ends the process that reads them. */
  close(): void;
};

/**
 * Lists the docs of all sources of a project. Each has its own detected framework and base URL. Only changes are
 * fetched.
 * @param options.base the index before: its pages stand in for a source that cannot be read, as long as another one can.
 *   Without it, no source may be missing
 * @throws DocentError `not_found` for a source that is missing or holds no docs, `invalid_request` for one that takes too much
 */
export async function readSources(
  deps: SourceDeps,
  project: Project,
  { base, ...options }: ReadOptions & { base?: Base | null } = {},
): Promise<ProjectDocs> {
  const reading = openReading(options.signal);
  const all: ProjectDocs = {
    parts: [],
    guidance: { instructions: '', skills: [] },
    warnings: [],
    commit: null,
    faults: [],
    state: null,
    close: reading.close,
  };
  let read = 0;
  let guidance: Guidance | undefined;
  try {
    for (const { index, open } of openSources(deps, project, options)) {
      try {
        const { tree, commit, site, prefix } = await open();
        if (base !== undefined) all.state = await stateOf(project, tree, site);
        const last = base && all.state && (await findLastReading(deps.sourceFolder, project, base));
        if (last && last.state === all.state) {
          all.parts.push(indexedPart(base, project.sources[index]!, nameOf(index)));
          return { ...all, commit, warnings: last.warnings, guidance: readIndexGuidance(base.file) };
        }
        const known = knownHashesOf(deps.knownHashes, `${project.id}:${index}`);
        const docs = await reading.list(tree, site, known);
        const placed = placeDocs(docs, nameOf(index), prefix, project.sources[index]!);
        all.parts.push(placed);
        all.warnings.push(...docs.warnings.map((one) => ({ ...one, file: placed.name + one.file })));
        all.guidance = joinGuidance(all.guidance, docs.guidance);
        all.commit ??= commit;
        read += 1;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (base === undefined || !(error instanceof DocentError)) throw error;
        const part = keptPart(base, project, { index, name: nameOf(index), error });
        const source = project.sources[index]!;
        all.faults.push({ source, error });
        if (part !== null) all.parts.push(part);
        // An index has the guidance of all its sources as one.
        if (part !== null && mayGuide(source)) guidance = readIndexGuidance(base!.file);
        if (source.kind === 'git') all.commit ??= base?.deployment.commit ?? null;
        const now = part === null ? 'Nothing of it is there yet.' : 'Its pages stay as they were.';
        all.warnings.push({ file: sourceName(source), message: `${error.message} ${now}` });
      }
    }
    if (read === 0 && all.faults.length > 0) throw all.faults[0]!.error;
    all.guidance = guidance ?? all.guidance;
  } catch (error) {
    reading.close();
    throw error;
  }
  all.warnings.push(...leaveOutTwins(all.parts));
  return all;
}

/** Prefix of its file names: '' for the first, so that a single source keeps its names. */
const nameOf = (index: number): string => (index === 0 ? '' : `${index + 1}:`);

/** Whether a source may hold files that say how to answer. */
const mayGuide = ({ kind }: ProjectSource): boolean => ['folder', 'git', 'pushed'].includes(kind);

type OpenedSource = {
  tree: FileTree;
  commit: DeploymentCommit | null;
  /** The project's settings for its addresses. */
  site: SiteOptions;
  prefix: string;
};

/** The sources of a project, each to be opened before the next. */
export function* openSources(
  deps: SourceDeps,
  project: Project,
  options: ReadOptions = {},
): Generator<{ index: number; open: () => Promise<OpenedSource> }> {
  let isCommitKnown = false;
  const { given } = options;
  for (const [index, source] of project.sources.entries()) {
    if (given !== undefined && given.source !== index) continue;
    const wanted: ReadOptions = { ...options, commit: isCommitKnown ? undefined : options.commit };
    isCommitKnown ||= source.kind === 'git';
    const open = async () => {
      const opened = given ? { tree: given.tree, commit: null } : openSource(deps, project, source, wanted);
      const { tree, commit } = await opened;
      const urls = 'urls' in source ? source.urls : undefined;
      const built = await openBuilt(deps, project, source, { ...options, tree });
      const site = { baseUrl: baseUrlOf(project, source), urls, built };
      return { tree, commit, site, prefix: source.prefix ?? '' };
    };
    yield { index, open };
  }
}

function baseUrlOf({ baseUrl }: Project, { baseUrl: own, prefix }: ProjectSource): string | undefined {
  if (own !== undefined) return own;
  if (baseUrl === null) return undefined;
  return prefix === undefined ? baseUrl : `${baseUrl}/${prefix}`;
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
