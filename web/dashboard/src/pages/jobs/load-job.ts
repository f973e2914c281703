import { type ProjectLoad, queriesOf } from '../../load-page.ts';
import { reviewQuery } from './review-query.ts';

/** Loads a job, with its change and the code that shows changes on the way. */
export async function loadJob(load: ProjectLoad, jobId: string): Promise<void> {
  const { client } = load.context;
  void client.prefetchQuery(reviewQuery);
  const queries = await queriesOf(load);
  if (queries === undefined) return;
  void client.prefetchQuery(queries.jobChange(jobId));
  await client.ensureQueryData(queries.job(jobId));
}
