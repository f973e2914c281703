import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import type { Admission } from '../../accounts/admit.ts';
import { openAiError } from './openai-error.ts';
import { answerOf, route } from '../json-route.ts';

const modelSchema = z
  .object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })
  .openapi('OpenAiModel');
const listSchema = z.object({ object: z.literal('list'), data: z.array(modelSchema) });

const shared = {
  method: 'get',
  tag: 'OpenAI',
  key: 'assistant',
  showsDocs: false,
  errorShape: openAiError,
} as const;

/** `GET /v1/models`: the one project that the key is for. */
const listRoute = route({
  ...shared,
  path: '/v1/models',
  summary: 'The key’s project as a model',
  success: answerOf(listSchema, 'One model.'),
  handle: async ({ admission }) => ({ object: 'list' as const, data: [asModel(admission)] }),
});

/** `GET /v1/models/{model}` */
const findRoute = route({
  ...shared,
  path: '/v1/models/{model}',
  summary: 'One model',
  success: answerOf(modelSchema, 'The model.'),
  async handle({ admission, param }) {
    requireModel(admission, param('model'));
    return asModel(admission);
  },
});

export const modelsRoutes = [listRoute, findRoute];

/** @throws DocentError `not_found` for a model that is not the key's project */
export function requireModel({ project }: Admission, model: string): void {
  if (model === project.domain) return;
  throw new DocentError('not_found', `This key is for the model \`${project.domain}\` only.`, {
    details: [{ path: 'model', message: `must be ${project.domain}` }],
  });
}

function asModel({ project, organization }: Admission) {
  return {
    id: project.domain,
    object: 'model' as const,
    created: Math.floor(project.createdAt / 1_000),
    owned_by: organization.slug,
  };
}
