import { useState } from 'react';
import type { Job, LineComment } from '../../../../../../src/protocol/manage/job-schema.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CommentList } from '../comment-list.tsx';
import { useJobAction } from '../use-job-action.ts';

type Props = {
  job: Job;
  projectId: string;
  draft: LineComment[];
  clear(): void;
  restore(draft: LineComment[]): void;
};

/** The unsent review: its comments become one message, which the agent's next round answers. */
export function SendReview({ job, projectId, draft, clear, restore }: Props) {
  const act = useJobAction({ job, projectId });
  const [text, setText] = useState('');
  const send = async () => {
    await act('message', { prompt: text, comments: draft });
    clear();
    toast('Your review was sent to the agent.');
  };
  const discard = () => {
    clear();
    toast('The review was thrown away.', () => restore(draft));
  };
  return (
    <section
      aria-label="Your review"
      className="sticky bottom-2 z-10 grid max-h-[70vh] gap-3 overflow-y-auto rounded-xl border border-edge bg-panel p-4 shadow-pop"
    >
      <details>
        <summary className="text-sm font-semibold">
          Your review: {draft.length === 1 ? '1 comment' : `${draft.length} comments`}, not sent yet
        </summary>
        <div className="mt-3">
          <CommentList comments={draft} />
        </div>
      </details>
      <Form
        submit={send}
        label={job.status === 'active' ? 'Send to the agent' : 'Send: the agent begins a round'}
        beside={<Button onClick={discard}>Discard</Button>}
      >
        <TextArea
          label="Anything else (optional)"
          rows={1}
          maxLength={40_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form>
    </section>
  );
}
