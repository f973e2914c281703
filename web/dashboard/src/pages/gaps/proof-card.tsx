import { formatDateTime } from '../../api/format.ts';
import type { Gap } from '../../../../../src/protocol/manage/gap-schema.ts';
import { Answer } from '../../ui/answer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** The result of the gap's job: the answer that the docs give now, or why the gap is open again. */
export function ProofCard({ gap: { proof, reason } }: { gap: Gap }) {
  if (proof === null)
    return reason === null ? null : (
      <Card title="After the job" action={<Badge tone="warn">still open</Badge>}>
        <p dir="auto" className="text-sm">
          {reason}
        </p>
      </Card>
    );
  return (
    <Card title="What the docs answer now" action={<Badge tone="good">closed with proof</Badge>}>
      <div className="grid gap-4">
        <Answer text={proof.answer} sources={proof.citations} />
        <p className="text-xs text-faint">Asked again on {formatDateTime(proof.checkedAt)}.</p>
      </div>
    </Card>
  );
}
