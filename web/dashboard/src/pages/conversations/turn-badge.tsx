import type { TurnStatus } from '../../../../../src/protocol/manage/conversation.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const words: Record<TurnStatus, { tone: Tone; word: string }> = {
  answered: { tone: 'good', word: 'Answered' },
  partial: { tone: 'warn', word: 'Partly answered' },
  unanswered: { tone: 'warn', word: 'Not in the docs' },
  failed: { tone: 'bad', word: 'Failed' },
};

export function TurnBadge({ status }: { status: TurnStatus }) {
  return <Badge tone={words[status].tone}>{words[status].word}</Badge>;
}
