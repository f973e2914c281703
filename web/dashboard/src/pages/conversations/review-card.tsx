import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { formatDateTime } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Conversation } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useMay, useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';

/** The team's review of a conversation: a mark and a note. */
export function ReviewCard({ conversation }: { conversation: Conversation }) {
  const { id } = useProject();
  const client = useQueryClient();
  const may = useMay('admin');
  const { threadId, note, reviewedAt } = conversation;
  const change = async (review: { note?: string; reviewed?: boolean }) => {
    await request('PATCH', `/manage/v1/projects/${id}/conversations/${encodeURIComponent(threadId)}`, review);
    await client.invalidateQueries({ queryKey: ['project', id, 'conversation', threadId] });
    await client.invalidateQueries({ queryKey: ['project', id, 'conversations'] });
  };
  const mark = useAction(async (reviewed: boolean) => {
    await change({ reviewed });
    return {
      text: reviewed ? 'Marked as reviewed.' : 'Marked as not reviewed.',
      undo: () => change({ reviewed: !reviewed }),
    };
  });
  const write = async (fields: FormData) => {
    await change({ note: String(fields.get('note')).trim() });
    return { text: 'Note saved.', undo: () => change({ note }) };
  };
  return (
    <Card
      title={reviewedAt === null ? 'Not reviewed yet' : `Reviewed ${formatDateTime(reviewedAt)}`}
      action={
        may && (
          <Button busy={mark.busy} onClick={() => mark.run(reviewedAt === null)}>
            <Check size={15} aria-hidden /> {reviewedAt === null ? 'Mark as reviewed' : 'Not reviewed'}
          </Button>
        )
      }
    >
      <ErrorText error={mark.error} />
      {may ? (
        <Form submit={write} label="Save the note">
          <TextArea
            key={note}
            label="Note"
            name="note"
            rows={2}
            maxLength={4_000}
            defaultValue={note}
            hint="For your team; readers never see it."
          />
        </Form>
      ) : (
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap text-soft">
          {note === '' ? 'There is no note.' : note}
        </p>
      )}
    </Card>
  );
}
