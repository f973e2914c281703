import { z } from '@hono/zod-openapi';
import { recordFeedback } from '../assistant/feedback.ts';
import { cleanText } from '../lib/clean-text.ts';
import type { Route } from './route.ts';
import { json } from './respond.ts';
import { validate } from '../protocol/validate.ts';

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
export const feedbackRoute: Route<z.infer<typeof bodySchema>> = {
  method: 'post',
  path: '/discovery/v1/feedback/{domain}',
  summary: 'Rate an answer',
  tag: 'Assistant',
  key: 'assistant',
  body: { schema: bodySchema, maxBytes: 1024 ** 2, parse: (body) => validate(bodySchema, body) },
  limit: 'feedback',
  success: {
    status: 201,
    description: 'Recorded.',
    content: { 'application/json': { schema: feedbackSchema } },
  },
  async handle({ deps, admission, body }) {
    const id = await recordFeedback(deps.store, admission.project.id, body);
    return json<z.output<typeof feedbackSchema>>(201, { id });
  },
};
