import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../lib/serve-thread.ts';
import { asIndexFileError, openIndexFile, readInfo } from './index-file.ts';
import { IndexFileError, type IndexFileProblem } from './index-file-error.ts';
import type { QueryVector } from './rank-question.ts';
import { createSearch } from './search-index.ts';
import type { SearchQuery, SearchResult } from './search.ts';

export type SearchRequest = { query: SearchQuery; queryVector: QueryVector | null };
export type SearchAnswer = { result: SearchResult } | { problem: IndexFileProblem };

const { file } = workerData as { file: string };
const database = openIndexFile(file);
const search = createSearch(database, readInfo(database, statSync(file).size), file);

serveThread(async ({ query, queryVector }: SearchRequest, signal): Promise<SearchAnswer> => {
  signal.throwIfAborted();
  try {
    return { result: await search(query, queryVector) };
  } catch (thrown) {
    const error = asIndexFileError(thrown);
    if (error instanceof IndexFileError) return { problem: error.problem };
    throw error;
  }
});
