import type { TurnStatus } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { turnStates } from '../../ui/turn-states.ts';

export function TurnBadge({ status }: { status: TurnStatus }) {
  return <Badge tone={turnStates[status].tone}>{turnStates[status].word}</Badge>;
}
