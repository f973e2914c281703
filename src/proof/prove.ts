import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerDeps } from '../assistant/answer-context.ts';
import { answerUnrecorded } from '../assistant/answer-unrecorded.ts';
import type { FileTree } from '../content/sources/file-tree.ts';
import type { DeployDeps } from '../deployments/deploy-deps.ts';
import type { VectorDeps } from '../deployments/embed-index.ts';
import { grantedSources } from '../deployments/granted-sources.ts';
import { readBase } from '../deployments/read-base.ts';
import { createExtractiveModel } from '../models/extractive.ts';
import type { Model } from '../models/model.ts';
import { EmbeddingError } from '../retrieval/embedding/embedding-error.ts';
import { readIndexInfo } from '../retrieval/index-file.ts';
import { openIndex, type SearchIndex } from '../retrieval/open-index.ts';
import { questionTerms } from '../retrieval/question-terms.ts';
import { addVectors } from '../retrieval/vectors/add-vectors.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import { askBoth, type Proven, type Sides } from './ask-both.ts';
import { buildSide } from './build-side.ts';
import type { ProofQuestion } from './judge.ts';

export type ProofDeps = DeployDeps &
  Pick<AnswerDeps, 'log' | 'config'> & {
    models: readonly Model[];
    /** Null: search is lexical only. */
    vectors: VectorDeps | null;
  };

/** A change: the files of one source of a project without and with it. */
export type Change = { source: number; base: FileTree; head: FileTree };

/**
 * Asks the docs without and with a change. Of the project's live index, only pages that differ are read again, and their
 * sections embedded again.
 * @param questions or what makes them of both sides
 * @param folder where both indexes are while it lasts; the caller removes it
 * @throws DocentError when a side cannot be read
 */
export async function prove(
  deps: ProofDeps,
  { organization, project }: { organization: Organization; project: Project },
  change: Change,
  questions: readonly ProofQuestion[] | ((sides: Sides) => Promise<ProofQuestion[]>),
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Proven> {
  const live = await readBase(deps, project);
  const previous = live?.pages == null ? null : live.file;
  const files = { base: join(folder, 'base.sqlite'), head: join(folder, 'head.sqlite') };
  const { source, base, head } = change;
  await mkdir(folder, { recursive: true });
  const sources = await grantedSources(deps, project);
  await buildSide(sources, project, { source, tree: base }, previous, files.base, signal);
  await buildSide(sources, project, { source, tree: head }, files.base, files.head, signal);
  const isEmbedded = await embedBoth(deps, previous, [files.base, files.head], signal);
  const embedder = isEmbedded ? deps.vectors?.embedder : undefined;
  const opened: SearchIndex[] = [];
  const open = (file: string) => {
    const index = openIndex(file, {
      embedderFor: (model) => (embedder?.id === model ? embedder : undefined),
    });
    opened.push(index);
    return index;
  };
  const ask = (models: readonly Model[]) => (index: SearchIndex, text: string) => {
    const deployment = { id: 'proof', commit: null };
    const scope = { organization, project, index, deployment, protocol: 'proof', requestId: 'proof' };
    return answerUnrecorded({ ...deps, models }, scope, text, signal);
  };
  const model = deps.models.find(({ provider }) => provider !== 'docent');
  try {
    const asking = {
      byExcerpts: ask([createExtractiveModel(questionTerms)]),
      byModel: model === undefined ? null : { name: `${model.provider}/${model.modelId}`, ask: ask([model]) },
    };
    const sides = { base: open(files.base), head: open(files.head) };
    const asked = typeof questions === 'function' ? await questions(sides) : questions;
    return await askBoth(sides, asked, asking, signal);
  } finally {
    for (const index of opened) index.close();
  }
}

/**
 * Embeds what differs from a live index that has its vectors; both sides are searched alike.
 * @returns whether both have all vectors
 */
async function embedBoth(
  { vectors, log }: ProofDeps,
  live: string | null,
  files: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const known = live === null ? null : readIndexInfo(live).embedding;
  if (vectors === null || known?.model !== vectors.embedder.id || !known.complete) return false;
  try {
    for (const file of files) await addVectors(file, file, { ...vectors, signal });
    return true;
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    log.warn({ error }, 'a proof is searched by words alone');
    return false;
  }
}
