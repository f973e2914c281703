import { join } from 'node:path';
import { matchGlobs } from '../content/site/glob.ts';
import { initBare } from '../git/bare-repository.ts';
import { remember } from '../lib/remember.ts';
import { ForgeFault, passingForgeFaults } from '../git/forge-fault.ts';
import { fetchBlobs, fetchCommit, fetchHistory } from '../git/fetch.ts';
import type { GitAccess } from '../git/git.ts';
import { resolveRef } from '../git/resolve-ref.ts';
import { type BaseFiles, openBaseFiles } from './base-files.ts';
import type { CodeSource } from './deps.ts';
import { isOpenSource, sourcePath } from './docs-path.ts';
import { plainText } from './line-ends.ts';
import { Refusal } from './refusal.ts';
import { type Run, sideFolderOf } from './job-run.ts';
import type { Workspace } from './workspace.ts';

/**
 * All files that the model may read: the whole docs repository with the job's changes, by plain paths, and each
 * read-only repository at one commit, by paths that begin with its name: `product:src/main.ts`.
 */
export type Library = {
  /** The read-only repositories, by name. */
  names: readonly string[];
  /** Files that match a glob. @throws Refusal | ForgeFault */
  list(glob: string): Promise<string[]>;
  /** @throws Refusal | ForgeFault */
  read(path: string): Promise<string>;
  readAll(paths: readonly string[]): Promise<Map<string, string>>;
  /** A clone with the history of the docs' or of a named repository. @throws Refusal | ForgeFault */
  history(name: string | null): Promise<History>;
};

/** `fetch` gets files that the clone lacks. */
export type History = { gitDir: string; commit: string; fetch(blobs: readonly string[]): Promise<void> };

type OpenCode = { commit: string; files: BaseFiles };

export function openLibrary(run: Run, workspace: Workspace): Library {
  const sources = new Map((run.repository.code ?? []).map((source) => [source.name, source]));
  const opened = new Map<string, Promise<OpenCode>>();
  const histories = new Map<string, Promise<History>>();

  const open = (source: CodeSource) => remember(opened, source.name, () => orRefuse(openCode(run, source)));

  /** The commit at which its files are read; asking for it fetches no files. */
  async function commitOf(source: CodeSource): Promise<string> {
    const known = opened.get(source.name);
    if (known !== undefined) return (await known).commit;
    return (await resolveRef(await source.access(), source.ref, run.signal)).sha;
  }

  async function openHistory(name: string | null): Promise<History> {
    const source = name === null ? null : sourceNamed(name);
    const commit =
      source === null ? (run.job.pullRequest?.merging?.head ?? run.job.baseCommit!) : await commitOf(source);
    const access = async () =>
      asAddress(await (source === null ? run.repository.forge.access() : source.access()));
    const gitDir = join(sideFolderOf(run), `history-${name ?? ''}.git`);
    await initBare(gitDir);
    await fetchHistory(gitDir, await access(), commit, run.signal);
    return { gitDir, commit, fetch: async (blobs) => fetchBlobs(gitDir, await access(), blobs, run.signal) };
  }

  function sourceNamed(name: string): CodeSource {
    const source = sources.get(name);
    if (source !== undefined) return source;
    const known = [...sources.keys()].join(', ') || 'none';
    throw new Refusal(`There is no repository "${name}". The read-only repositories are: ${known}.`);
  }

  return {
    names: [...sources.keys()],
    async list(glob) {
      const { name, path } = split(glob);
      const fits = matchGlobs([path]);
      if (name === null) return workspace.listAll().filter(fits);
      const { files } = await open(sourceNamed(name));
      const paths = [...files.entries.keys()].filter((file) => isOpenSource(file) && fits(file)).sort();
      return paths.map((file) => `${name}:${file}`);
    },
    async read(given) {
      const { name, path } = split(given);
      if (name === null) return workspace.read(path);
      const { files } = await open(sourceNamed(name));
      const clean = sourcePath(path);
      const text = (await files.read([clean])).get(clean);
      if (text === undefined)
        throw new Refusal(`${given} does not exist, or is not a text file in UTF-8 of at most 512 KB.`);
      return plainText(text);
    },
    async readAll(paths) {
      const { name } = split(paths[0] ?? '');
      if (name === null) return workspace.readAll(paths);
      const { files } = await open(sourceNamed(name));
      const texts = await files.read(paths.map((path) => split(path).path));
      return new Map([...texts].map(([path, text]) => [`${name}:${path}`, text]));
    },
    history: (name) => remember(histories, name ?? '', () => orRefuse(openHistory(name))),
  };
}

/** A permanent fault does not end the job: the model learns that it has to do without the repository. */
async function orRefuse<Value>(opening: Promise<Value>): Promise<Value> {
  return opening.catch((error: unknown) => {
    const isFinal = error instanceof ForgeFault && !passingForgeFaults.includes(error.code);
    throw isFinal ? new Refusal(error.message) : error;
  });
}

async function openCode(run: Run, source: CodeSource): Promise<OpenCode> {
  const access = await source.access();
  const gitDir = join(sideFolderOf(run), `${source.name}.git`);
  await initBare(gitDir);
  const { sha } = await resolveRef(access, source.ref, run.signal);
  const commit = await fetchCommit(gitDir, access, { commit: sha }, run.signal);
  return { commit, files: await openBaseFiles(gitDir, commit) };
}

/** A partial clone needs a URL for a local remote; it does not accept a plain path. */
const asAddress = (access: GitAccess): GitAccess =>
  access.url.startsWith('/') ? { ...access, url: `file://${access.url}` } : access;

function split(given: string): { name: string | null; path: string } {
  const [, name, path] = /^([\w.-]{1,100}):(.*)$/s.exec(given) ?? [];
  return name === undefined ? { name: null, path: given } : { name, path: path! };
}
