import { z } from '@hono/zod-openapi';
import { modelName } from '../chosen-model.ts';
import type { Route } from '../route.ts';
import { answerOf } from './answer-of.ts';

const answer = answerOf(
  z.object({ items: z.array(z.string()) }).openapi('Models'),
  'Names such as `openai/gpt-5`. The first one answers; the others are fallbacks.',
);

/** `GET /manage/v1/projects/{projectId}/models` */
export const modelsRoute: Route<undefined> = {
  tag: 'Projects',
  key: 'admin',
  method: 'get',
  path: '/manage/v1/projects/{projectId}/models',
  summary: 'List the models that answer',
  success: answer,
  async handle({ deps, headers }) {
    return answer.json({ items: deps.models.map(modelName) }, headers);
  },
};
