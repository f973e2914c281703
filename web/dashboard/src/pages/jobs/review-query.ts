import { queryOptions } from '@tanstack/react-query';

/** The code that shows a change. Not by Suspense, which would wait 300 ms after the page was drawn. */
export const reviewQuery = queryOptions({
  queryKey: ['review'],
  queryFn: () => import('./review/review.tsx'),
  staleTime: Infinity,
});
