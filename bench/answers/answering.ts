import { ensureProject } from '../../src/accounts/ensure-project.ts';
import { createLog } from '../../src/lib/log.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import type { SearchIndex } from '../../src/retrieval/open-index.ts';
import { questionTerms } from '../../src/retrieval/question-terms.ts';
import { openStore } from '../../src/store/open-store.ts';

/** What answering without a model needs beside an index: an empty store with one project, and an answer's scope. */
export async function openAnswering(folder: string) {
  const store = await openStore({ url: 'sqlite::memory:' });
  const { organization, project } = await ensureProject(store, { folder });
  const deps = {
    store,
    models: [createExtractiveModel(questionTerms)],
    log: createLog('error'),
    config: { answers: { maskBeforeModel: false, prices: {}, firstTokenMs: 1000, creditsPerMonth: null } },
  };
  const deployment = { id: 'bench', commit: null };
  const shared = { organization, project, deployment, protocol: 'bench', requestId: 'bench' };
  return { deps, project, scopeOf: (index: SearchIndex) => ({ ...shared, index }) };
}
