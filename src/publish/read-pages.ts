import type { ContentWarning, Page } from '../content/page.ts';
import { parseDocs } from '../content/read-docs.ts';
import type { KeptPage } from '../retrieval/build-index.ts';
import type { IndexedFile } from '../retrieval/indexed-files.ts';
import type { Step } from './measure-progress.ts';
import type { Plan } from './plan-pages.ts';
import type { ProjectDocs } from './read-sources.ts';

/**
 * The pages to build an index from, source by source: what the previous index holds of it, then what is parsed, in
 * the order it is done. A page whose path an earlier one has is left out, with a warning.
 */
export async function* readPages(
  { parts }: ProjectDocs,
  { keep, parse }: Plan,
  warn: (warning: ContentWarning) => void,
  onStep: (step: Step) => void,
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
  for (const { docs, files, name, place } of parts) {
    yield* files.flatMap(({ file }) => keptOf.get(file) ?? []).filter(isFirst);
    const changed = files.filter((file) => wanted.has(file));
    for await (const parsed of parseDocs(docs, changed)) {
      for (const { file, message } of parsed.warnings) warn({ file: name + file, message });
      yield* parsed.pages.map(place).filter(isFirst);
      onStep({ phase: 'Indexing pages', done: ++done, total: parse.length });
    }
  }
}
