import { z } from '@hono/zod-openapi';
import { oneLine } from '../../analytics/topics.ts';
import { topicNameSchema } from '../../protocol/manage/gap-schema.ts';
import { listTopicNames } from '../../store/topic-names.ts';
import type { Route } from '../route.ts';
import { answerOf } from '../manage/answer-of.ts';

const filter = z.object({ text: z.string().max(160).default('').describe('Words of the name.') });
const limit = 20;
const maxWords = 10;

const answer = answerOf(
  z.object({ items: z.array(topicNameSchema) }),
  'Up to 20 topics of any time, those asked about last first.',
);

export const topicNamesRoute: Route<undefined, 'project', z.infer<typeof filter>> = {
  tag: 'Content gaps',
  key: 'admin',
  method: 'get',
  path: '/manage/v1/projects/{projectId}/topic-names',
  summary: 'Find topics by their names',
  filter,
  success: answer,
  async handle({ deps, admission: { project }, filter: { text }, headers }) {
    const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords);
    const names = await listTopicNames(deps.store, { projectId: project.id, words, limit });
    return answer.json({ items: names.map(({ id, label }) => ({ id, label: oneLine(label) })) }, headers);
  },
};
