import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { request } from '../../api/request.ts';
import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useProject } from '../../layout/where.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.tsx';
import { FormButton } from '../../ui/form-button.tsx';

/** Adds a question with the page that answers it to the eval set. */
export function AddToEval({ turn, threadId }: { turn: Turn; threadId: string }) {
  const { id, queries } = useProject();
  const client = useQueryClient();
  const suggested = turn.sources[0]?.url ?? turn.found?.pages[0]?.url ?? '';
  const add = async (fields: FormData) => {
    await request('POST', `/manage/v1/projects/${id}/eval-questions`, {
      question: textOf(fields, 'question'),
      expected: textOf(fields, 'expected') ?? null,
      threadId,
    });
    await client.invalidateQueries({ queryKey: queries.evalQuestions.queryKey });
    return 'Added to the test questions.';
  };
  return (
    <FormButton
      title="Add to the test questions"
      icon={<FlaskConical size={15} aria-hidden />}
      label="Add"
      submit={add}
    >
      <TextArea
        label="Question"
        name="question"
        required
        maxLength={4_000}
        defaultValue={turn.found?.standalone ?? turn.question}
        hint="It has to make sense on its own."
      />
      <TextField
        label="Page that answers it"
        name="expected"
        maxLength={2_000}
        defaultValue={turn.status === 'unanswered' ? '' : suggested}
        autoComplete="off"
        spellCheck={false}
        hint="Path or URL. Empty: the docs don’t answer it, and the right answer says so."
      />
    </FormButton>
  );
}
