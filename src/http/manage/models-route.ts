import { z } from '@hono/zod-openapi';
import { testModel } from '../../models/test-model.ts';
import { callTimeouts } from '../../models/stream-call.ts';
import { modelName } from '../chosen-model.ts';
import { answerOf, route } from '../json-route.ts';

const shared = { tag: 'Projects', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/models';

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List the models that answer',
  success: answerOf(
    z.object({ items: z.array(z.string()) }).openapi('Models'),
    'Names such as `openai/gpt-5`. The first one answers; the others are fallbacks.',
  ),
  async handle({ deps }) {
    return { items: deps.models.map(modelName) };
  },
});

const finding = z.object({ isGood: z.boolean(), words: z.string() });
/** Its calls cost as little as a short answer each. */
const testRoute = route({
  ...shared,
  method: 'post',
  path: `${path}/test`,
  summary: 'Ask each model a question with a tool',
  limit: 'deployment',
  action: 'models.test',
  success: answerOf(
    z
      .object({ items: z.array(z.object({ model: z.string(), findings: z.array(finding) })) })
      .openapi('TestedModels'),
    'What each model can do and cannot, in sentences.',
  ),
  async handle({ deps }) {
    const timeouts = { ...callTimeouts, firstToken: deps.config.answers.firstTokenMs };
    const signal = AbortSignal.timeout(timeouts.total);
    const items = deps.models.map(async (model) => {
      return { model: modelName(model), findings: await testModel(model, signal, timeouts) };
    });
    return { items: await Promise.all(items) };
  },
});

export const modelsRoutes = [listRoute, testRoute];
