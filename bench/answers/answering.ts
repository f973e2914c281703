import { ensureProject } from '../../src/accounts/ensure-project.ts';
import { createLog } from '../../src/lib/log.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { questionTerms } from '../../src/retrieval/question-terms.ts';
import { openStore } from '../../src/store/open-store.ts';

/** What answering without a model needs beside an index: an empty store with one project. */
export async function openAnswering(folder: string) {
  const store = await openStore({ url: 'sqlite::memory:' });
  const { organization, project } = await ensureProject(store, { folder });
  const deps = {
    store,
    models: [createExtractiveModel(questionTerms)],
    log: createLog('error'),
    config: { answers: { maskBeforeModel: false, prices: {}, firstTokenMs: 1000, creditsPerMonth: null } },
  };
  return { deps, organization, project };
}
