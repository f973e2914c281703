import { entryPoint } from '../lib/entry-point.ts';
import { startThread, type Thread } from '../lib/thread.ts';
import { IndexFileError } from './index-file-error.ts';
import type { Search } from './search-index.ts';
import type { SearchAnswer, SearchRequest } from './search-worker.ts';

/** A search leaves little behind; with more room, tens of megabytes wait to be collected. */
const youngMegabytes = 8;

/**
 * A thread that searches one index file, so that long searches do not delay the streams of this thread. One that died is
 * replaced.
 */
export function startSearchThread(file: string): { search: Search; stop: () => Promise<void> } {
  const module = entryPoint(new URL('./search-worker.ts', import.meta.url));
  const start = () =>
    startThread<SearchRequest, SearchAnswer>(
      'search',
      module,
      { file },
      { onFailure: () => (thread = null), youngMegabytes },
    );
  let thread: Thread<SearchRequest, SearchAnswer> | null = start();
  return {
    async search(query, queryVector) {
      const answer = await (thread ??= start()).ask({ query, queryVector });
      if ('problem' in answer) throw new IndexFileError(answer.problem);
      return answer.result;
    },
    stop: async () => thread?.stop(),
  };
}
