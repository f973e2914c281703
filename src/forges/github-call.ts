import { z } from 'zod';
import { type Api, type ApiRequest, callApi } from './call-api.ts';
import { faultOfStatus, unavailable } from './forge-fault.ts';

/** GitHub's APIs for one repository. Each call throws a ForgeFault. */
export type Github = {
  /** `owner/name`. */
  repository: string;
  /** Where its REST paths begin. */
  path: string;
  /** The REST API, with a token. */
  api: () => Promise<Api>;
  call: <T>(request: ApiRequest<T>) => Promise<T | null>;
  graphql: <T>(query: string, variables: object, answer: z.ZodType<T>) => Promise<T>;
};

const refusal = z.object({ errors: z.tuple([z.object({ message: z.string() })], z.unknown()) });

/** Errors come with the status 200. https://spec.graphql.org/draft/#sec-Response-Format */
export async function callGraphql<T>(
  api: Api,
  query: string,
  variables: object,
  answer: z.ZodType<T>,
): Promise<T> {
  const answered = await callApi(api, {
    method: 'POST',
    path: '/graphql',
    body: { query, variables },
    answer: z.union([refusal, z.object({ data: answer })]),
  });
  if (!('errors' in answered!)) return answered!.data;
  const error = new Error(answered.errors[0].message);
  // https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#exceeding-the-rate-limit
  throw /rate limit/i.test(error.message)
    ? faultOfStatus(api.forge, api.repository, new Response(null, { status: 429 }), error)
    : unavailable(api.forge, error);
}
