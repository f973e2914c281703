import { z } from '@hono/zod-openapi';
import { DocentError } from '../../errors.ts';
import { newId } from '../../lib/ids.ts';
import { evalQuestionSchema } from '../../protocol/manage/eval-question-schema.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import { findConversation } from '../../store/conversations.ts';
import type { PageRequest } from '../../store/paging.ts';
import {
  addEvalQuestion,
  deleteEvalQuestion,
  type EvalQuestion,
  pageOfEvalQuestions,
} from '../../store/eval-questions.ts';
import { fileOfPages } from '../csv-answer.ts';
import { answerOf, bodyOf, route } from '../json-route.ts';
import { listAnswer } from '../list-answer.ts';
import { iso, pageFilter } from '../page-filter.ts';

const shared = { tag: 'Conversations', key: 'admin' } as const;
const path = '/manage/v1/projects/{projectId}/eval-questions';

function show({ projectId: _, createdAt, ...question }: EvalQuestion) {
  return { ...question, createdAt: iso(createdAt) };
}

const filter = pageFilter.extend({ format: z.enum(['json', 'jsonl', 'csv']).default('json') });

const listRoute = route({
  ...shared,
  method: 'get',
  path,
  summary: 'List the eval questions',
  filter,
  success: answerOf(
    countedListOf(evalQuestionSchema),
    'Newest first; with `format=csv` one row each, with `format=jsonl` a file that `docent eval` reads.',
  ),
  async handle({ deps, admission: { project }, filter: { limit, cursor, format }, headers }) {
    const read = (page: PageRequest) => pageOfEvalQuestions(deps.store, project.id, page);
    if (format === 'jsonl') {
      const file = { name: 'questions.jsonl', type: 'application/jsonl' };
      const toText = (rows: EvalQuestion[]) => rows.map(asLine).join('');
      return fileOfPages({ headers, ...file, read, toText });
    }
    return listAnswer(
      { filter: { limit, cursor, format }, headers },
      {
        read,
        show,
        file: 'questions',
        columns: ['question', 'expected', 'threadId', 'createdAt'],
      },
    );
  },
});

function asLine({ question, expected }: EvalQuestion): string {
  return `${JSON.stringify({ question, ...(expected === null ? { inDocs: false } : { expected }) })}\n`;
}

const newQuestion = z
  .object({
    question: z.string().trim().min(1).max(4_000),
    expected: z.string().trim().min(1).max(2_000).nullable(),
    threadId: z.string().max(256).nullable().default(null),
  })
  .openapi('NewEvalQuestion');

const addRoute = route({
  ...shared,
  method: 'post',
  path,
  summary: 'Add an eval question',
  body: bodyOf(newQuestion),
  action: 'eval-question.create',
  success: answerOf(evalQuestionSchema, 'The question.', 201),
  async handle({ admission: { project }, body, note, change }) {
    const { threadId } = body;
    const question = await change(async (store) => {
      // A question is deleted with its conversation, so it cannot be added after that.
      if (threadId !== null && !(await findConversation(store, { projectId: project.id, threadId })))
        throw new DocentError('not_found', 'There is no conversation with this id.');
      const added = { ...body, id: newId('evq'), projectId: project.id, createdAt: await store.now() };
      await addEvalQuestion(store, added);
      // The audit log stores no text of readers.
      note({ target: { kind: 'eval-question', id: added.id, name: '' } });
      return added;
    });
    return show(question);
  },
});

const deleteRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{questionId}`,
  summary: 'Delete an eval question',
  action: 'eval-question.delete',
  async handle({ admission: { project }, param, note, change }) {
    const id = param('questionId');
    note({ target: { kind: 'eval-question', id, name: '' } });
    if (!(await change((store) => deleteEvalQuestion(store, { projectId: project.id, id }))))
      throw new DocentError('not_found', 'There is no such question.');
  },
});

export const evalRoutes = [listRoute, addRoute, deleteRoute];
