import { openIndex } from '../retrieval/open-index.ts';
import { listSearchTerms } from '../store/searches.ts';
import type { Store } from '../store/store.ts';
import { countTopics, listQuestions, listTopicsById } from '../store/topic-lists.ts';

/** How many topics and searches count: the most frequent ones cover most of what people ask. */
const maxOfKind = 100;
const pagesOfEach = 3;

/** The sections that the project's most frequent questions and searches find lexically. */
export async function oftenAskedSections(
  store: Store,
  projectId: string,
  file: string,
): Promise<ReadonlySet<number>> {
  const topics = (await countTopics(store, { projectId })).sort((a, b) => b.count - a.count);
  const ids = topics.slice(0, maxOfKind).map(({ id }) => id);
  const labels = (await listTopicsById(store, ids)).flatMap(({ labelTurnId }) => labelTurnId ?? []);
  const questions = await listQuestions(store, labels);
  const searches = await listSearchTerms(
    store,
    { projectId, onlyWithoutResults: false },
    { limit: maxOfKind },
  );
  const index = openIndex(file);
  try {
    const found = new Set<number>();
    for (const text of [...questions.values(), ...searches.rows.map(({ query }) => query)]) {
      const { hits } = await index.search({ text, limit: pagesOfEach, lexicalOnly: true });
      for (const { sectionId } of hits.flatMap(({ sections }) => sections)) found.add(sectionId);
    }
    return found;
  } finally {
    index.close();
  }
}
