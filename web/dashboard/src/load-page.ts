import type { EnsureQueryDataOptions, FetchInfiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import type { Project } from '../../../src/protocol/manage/project-schema.ts';
import { projectQueries } from './api/queries.ts';

// What the routes of a project load before they render: a component that suspends costs 300 ms of waiting in React.
// https://github.com/facebook/react/pull/26246

export type ProjectLoad = {
  context: { client: QueryClient };
  parentMatchPromise: Promise<{ loaderData?: Project | null | undefined }>;
};

type Queries = ReturnType<typeof projectQueries>;

export async function queriesOf({ parentMatchPromise }: ProjectLoad): Promise<Queries | undefined> {
  const project = (await parentMatchPromise).loaderData;
  return project == null ? undefined : projectQueries(project.id);
}

/** Loads the data that a page cannot be rendered without. */
export async function loadOfProject<Data>(
  load: ProjectLoad,
  query: (queries: Queries) => EnsureQueryDataOptions<Data, Error, Data, any>,
): Promise<void> {
  const queries = await queriesOf(load);
  if (queries !== undefined) await load.context.client.ensureQueryData(query(queries));
}

/** Milliseconds that a page waits for its list; after that it shows that the list is loading. */
const listPatienceMs = 150;

/** Asks for a page's list while its code loads, so that a quick one is rendered with the page, at once. */
export async function startList<Data>(
  load: ProjectLoad & { cause: 'preload' | 'enter' | 'stay' },
  // oxlint-disable-next-line typescript/no-explicit-any -- query keys differ from list to list
  query: (queries: Queries) => FetchInfiniteQueryOptions<Data, Error, Data, any, any>,
): Promise<void> {
  // The filters of a page that is shown change at once, and a link that is only pointed at asks the server for nothing.
  if (load.cause !== 'enter') return;
  const queries = await queriesOf(load);
  if (queries === undefined) return;
  const { client } = load.context;
  void client.prefetchQuery(queries.views);
  const list = client.prefetchInfiniteQuery(query(queries));
  await Promise.race([list, new Promise((resolve) => setTimeout(resolve, listPatienceMs))]);
}
