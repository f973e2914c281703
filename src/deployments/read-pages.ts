import type { ContentWarning, Page } from '../content/page.ts';
import type { FileFacts } from '../content/file-facts.ts';
import type { KeptPage } from '../retrieval/build-index.ts';
import { wordReader } from '../retrieval/word-reader.ts';
import type { IndexedFile } from '../retrieval/indexed-files.ts';
import type { Step } from './measure-progress.ts';
import type { Plan } from './plan-pages.ts';
import type { ProjectDocs } from './read-sources.ts';

type ReadPagesOptions = {
  warn: (warning: ContentWarning) => void;
  /** Called with each file that has no page, and its hash. */
  onEmpty: (file: string, hash: string) => void;
  /** Called with the facts of each parsed file. */
  onFacts: (file: string, facts: FileFacts) => void;
  onEnd?: (() => Promise<void>) | undefined;
  onStep: (step: Step) => void;
};

/**
 * The pages for a new index, source by source: first the unchanged pages, then the parsed ones in the order in which
 * they are done. A page whose path is taken is left out, with a warning.
 */
export async function* readPages(
  { parts }: ProjectDocs,
  { keep, parse }: Plan,
  { warn, onEmpty, onFacts, onEnd, onStep }: ReadPagesOptions,
): AsyncGenerator<Page | KeptPage> {
  const wanted = new Set(parse);
  const keptOf = Map.groupBy(keep, ({ file }) => file);
  const fileOf = new Map<string, string>();
  const isFirst = ({ path, file }: IndexedFile): boolean => {
    const twin = fileOf.get(path);
    if (twin === undefined) fileOf.set(path, file);
    else warn({ file, message: `It has the same address as ${twin}; it was left out.` });
    return twin === undefined;
  };
  let done = 0;
  const count = () => onStep({ phase: 'Indexing pages', done, total: parse.length });
  if (parse.length > 0) count();
  for (const { docs, files, name, place } of parts) {
    yield* files.flatMap(({ file }) => keptOf.get(file) ?? []).filter(isFirst);
    const changed = files.filter((file) => wanted.has(file));
    const hashOf = new Map(changed.map(({ file, hash }) => [file, hash]));
    const own = docs.files.filter(({ file }) => hashOf.has(name + file));
    for await (const parsed of docs.parse(own, wordReader)) {
      for (const warning of parsed.warnings) warn({ ...warning, file: name + warning.file });
      const file = name + parsed.file;
      onFacts(file, parsed.facts);
      if (parsed.pages.length === 0) onEmpty(file, hashOf.get(file)!);
      yield* parsed.pages.map(place).filter(isFirst);
      done += 1;
      count();
    }
  }
  await onEnd?.();
}
