import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';

/** Adds a question with the page that answers it to the eval set. */
export function AddToEval({ turn, threadId }: { turn: Turn; threadId: string }) {
  const { id, queries } = useProject();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const suggested = turn.sources[0]?.url ?? turn.found?.pages[0]?.url ?? '';
  const add = async (fields: FormData) => {
    await request('POST', `/manage/v1/projects/${id}/eval-questions`, {
      question: textOf(fields, 'question'),
      expected: textOf(fields, 'expected') ?? null,
      threadId,
    });
    setOpen(false);
    toast('Added to the test questions.');
    await client.invalidateQueries({ queryKey: queries.evalQuestions.queryKey });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FlaskConical size={15} aria-hidden /> Add to the test questions
      </Button>
      {open && (
        <Dialog title="Add to the test questions" onClose={() => setOpen(false)}>
          <Form submit={add} label="Add">
            <TextArea
              label="Question"
              name="question"
              required
              maxLength={4_000}
              defaultValue={turn.found?.standalone ?? turn.question}
              hint="As it is understood alone."
            />
            <TextField
              label="Page that answers it"
              name="expected"
              maxLength={2_000}
              defaultValue={turn.status === 'unanswered' ? '' : suggested}
              autoComplete="off"
              spellCheck={false}
              hint="Its path or address. Empty: the docs do not hold the answer, and it is right to say so."
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
