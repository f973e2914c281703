import { z } from '@hono/zod-openapi';
import { recordFeedback } from '../assistant/feedback.ts';
import { cleanText } from '../lib/clean-text.ts';
import { answerOf, bodyOf, route } from './json-route.ts';

const bodySchema = z
  .object({
    messageId: z
      .string()
      .min(1)
      .max(128)
      .transform(cleanText)
      .describe('The id of the answer that is rated.'),
    helpful: z.boolean(),
    comment: z.string().max(4_000).transform(cleanText).nullish(),
  })
  .openapi('FeedbackRequest');

const feedbackSchema = z.object({ id: z.string() }).openapi('Feedback');

/** `POST /discovery/v1/feedback/{domain}`: thumbs up or down for one answer. */
export const feedbackRoute = route({
  method: 'post',
  path: '/discovery/v1/feedback/{domain}',
  summary: 'Rate an answer',
  tag: 'Assistant',
  key: 'assistant',
  body: { ...bodyOf(bodySchema), maxBytes: 1024 ** 2 },
  limit: 'feedback',
  success: answerOf(feedbackSchema, 'Recorded.', 201),
  handle: async ({ deps, admission, body }) => ({
    id: await recordFeedback(deps.store, admission.project.id, body),
  }),
});
