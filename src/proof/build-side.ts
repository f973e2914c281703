import type { FileTree } from '../content/sources/file-tree.ts';
import type { SourceDeps } from '../deployments/open-source.ts';
import { planPages } from '../deployments/plan-pages.ts';
import { readIndexed } from '../deployments/read-base.ts';
import { readPages } from '../deployments/read-pages.ts';
import { readSources } from '../deployments/read-sources.ts';
import { buildIndex, type BuildResult, type KeptPage } from '../retrieval/build-index.ts';
import type { WordedPage } from '../retrieval/read-words.ts';
import type { Project } from '../store/projects.ts';

/** The files of one of a project's sources as a commit has them. */
type Side = { source: number; tree: FileTree };

/**
 * Builds the index of a project as it is with a commit of one source: of the previous index what is unchanged, and the
 * pages of the other sources as they stand there.
 * @param previous an index file of the project; null without one
 * @throws DocentError when the commit holds no docs
 */
export async function buildSide(
  sources: SourceDeps,
  project: Project,
  { source, tree }: Side,
  previous: string | null,
  file: string,
  signal: AbortSignal,
): Promise<BuildResult> {
  const given = { source, tree };
  // What is known of the live files would be lost.
  const docs = await readSources({ ...sources, knownHashes: new Map() }, project, { given, signal });
  try {
    const known = previous === null ? null : readIndexed(previous);
    const isOther = (page: { file: string }) => sourceOf(page.file) !== source;
    const others = project.sources.length > 1 ? (known?.pages ?? []).filter(isOther) : [];
    const files = docs.parts.flatMap((part) => part.files);
    const plan = planPages(files, known);
    const ignore = () => {};
    const read = readPages(docs, plan, { warn: ignore, onEmpty: ignore, onFacts: ignore, onStep: ignore });
    const isCopied = known?.pages != null;
    return await buildIndex(file, both(read, others), {
      previous: isCopied ? previous! : undefined,
      guidance: docs.guidance,
      signal,
    });
  } finally {
    docs.close();
  }
}

/** Files of later sources begin with their number: `2:guide.md`. */
const sourceOf = (file: string) => Number(/^(\d+):/.exec(file)?.[1] ?? 1) - 1;

async function* both(
  pages: AsyncIterable<WordedPage | KeptPage>,
  others: readonly KeptPage[],
): AsyncGenerator<WordedPage | KeptPage> {
  yield* pages;
  yield* others;
}
