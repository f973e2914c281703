import type { Question } from '../assistant/question.ts';
import { cleanText } from '../lib/clean-text.ts';
import { RequestFields, toQuestion } from './request-fields.ts';
import { validate } from './validate.ts';

type Asked = { question: string; threadId?: string | undefined; threadKey?: string | undefined };

/** A question without history or attachments. @throws DocentError `invalid_request` */
export function questionOf({ question, threadId, threadKey }: Asked): Question {
  const fields = validate(RequestFields, { fp: 'anonymous', threadId, threadKey, messages: [question] });
  return toQuestion(fields, [{ role: 'user', text: cleanText(question), attachments: [] }]);
}
