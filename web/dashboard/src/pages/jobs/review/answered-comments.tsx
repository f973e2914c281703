import type { LineComment } from '../../../../../../src/protocol/manage/job-schema.ts';
import { Card } from '../../../ui/card.tsx';
import { CommentList } from '../comment-list.tsx';

/** The comments that a round answers, above its changes. */
export function AnsweredComments({ answered }: { answered: readonly { comment: LineComment }[] }) {
  if (answered.length === 0) return null;
  return (
    <Card title={answered.length === 1 ? 'Answers a comment' : `Answers ${answered.length} comments`}>
      <CommentList comments={answered.map(({ comment }) => comment)} />
    </Card>
  );
}
