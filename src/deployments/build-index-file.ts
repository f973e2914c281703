import type { FileFacts } from '../content/file-facts.ts';
import { buildIndex } from '../retrieval/build-index.ts';
import type { WrittenIndex } from '../retrieval/docs-health.ts';
import { examineIndex } from './examine-index.ts';
import type { Step } from './measure-progress.ts';
import type { DocsRead } from './read-changes.ts';
import { readPages } from './read-pages.ts';

type IndexBuild = DocsRead & {
  onStep: (step: Step) => void;
  /** Called when all files are parsed, before their words are indexed. */
  onParsed?: (() => Promise<void>) | undefined;
  signal?: AbortSignal | undefined;
};

/** Builds an index file from the unchanged pages of the base index and newly parsed ones. */
export async function buildIndexFile(
  file: string,
  { base, docs, plan, onStep, onParsed, signal }: IndexBuild,
) {
  const warnings = [...docs.warnings];
  const empty = new Map(plan.empty);
  const facts = new Map<string, FileFacts>();
  const pages = readPages(docs, plan, {
    warn: (warning) => void warnings.push(warning),
    onEmpty: (file, hash) => void empty.set(file, hash),
    onFacts: (file, ofFile) => void facts.set(file, ofFile),
    onEnd: onParsed,
    onStep,
  });
  const health = { parsed: facts, examine: (index: WrittenIndex) => examineIndex(docs, warnings, index) };
  const previous = base?.pages ? base.file : undefined;
  const built = await buildIndex(file, pages, { previous, guidance: docs.guidance, empty, signal, health });
  return { built, warnings };
}
