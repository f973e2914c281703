import { z } from '@hono/zod-openapi';
import { searchDocs } from '../assistant/search-docs.ts';
import type { SearchQuery } from '../retrieval/search.ts';
import { cleanText } from '../lib/clean-text.ts';
import type { Route } from './route.ts';
import { validate } from '../protocol/validate.ts';
import { answerOf } from './json-route.ts';

const bodySchema = z
  .object({
    query: z.string().max(100_000).transform(cleanText),
    pageSize: z.number().int().min(1).max(50).default(10),
    scoreThreshold: z.number().min(0).max(1).optional(),
    filter: z
      .object({
        version: z.string().optional(),
        language: z.string().optional(),
        tag: z.string().optional(),
        groups: z.array(z.string()).max(100).optional(),
      })
      .nullish(),
    typing: z
      .boolean()
      .default(false)
      .describe('The query is still being typed: search is lexical only, and not recorded.'),
  })
  .openapi('SearchRequest');

const resultsSchema = z
  .array(
    z.object({
      content: z.string(),
      path: z.string().describe('Without a leading slash.'),
      metadata: z
        .object({
          title: z.string(),
          url: z.string(),
          anchor: z.string().nullable(),
          score: z.number(),
          snippet: z.string(),
        })
        .catchall(z.unknown()),
    }),
  )
  .openapi('SearchResults');

/** `POST /discovery/v1/search/{domain}`: the best pages, each with its best section. */
export const searchRoute: Route<SearchQuery> = {
  method: 'post',
  path: '/discovery/v1/search/{domain}',
  summary: 'Search the docs',
  tag: 'Assistant',
  key: 'assistant',
  body: {
    schema: bodySchema,
    maxBytes: 1024 ** 2,
    parse(body) {
      const { query, pageSize, scoreThreshold, filter, typing } = validate(bodySchema, body);
      return { text: query, limit: pageSize, scoreThreshold, filter: filter ?? {}, lexicalOnly: typing };
    },
  },
  limit: 'search',
  success: answerOf(resultsSchema, 'Results, best first.'),
  groups: ({ filter }) => filter?.groups,
  async handle({ deps, admission, body, reader }) {
    const query = { ...body, filter: { ...body.filter, groups: reader.groups } };
    await using docs = await deps.indexes.lease(admission.project);
    const record = body.lexicalOnly !== true;
    const { results, usedMeaning } = await searchDocs(deps.store, admission.project.id, docs.index, query, {
      record,
      fp: reader.sub,
    });
    return Response.json(results, { headers: { 'x-docent-used-meaning': String(usedMeaning) } });
  },
};
