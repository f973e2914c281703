import type { TurnStatus } from '../../../../../src/protocol/manage/conversation-schema.ts';
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

/** Why an answer is incomplete; null where the badge says it already. */
const reasons: Record<string, string | null> = {
  not_in_docs: null,
  closest: 'only something near it was found',
  uncited: 'the answer cited nothing',
  partly_in_docs: null,
  clarifying: 'it asked back',
  weak_evidence: 'the evidence was weak',
  cut_short: 'the model stopped at its limit',
  filtered: 'the provider’s filter cut it',
  aborted: 'the reader left or stopped it',
  no_first_token: 'the model did not begin in time',
  silent: 'the model fell silent',
  too_long: 'it took too long',
  refused: 'the model declined',
  empty: 'the model wrote nothing',
  internal: 'a fault of the server, which its log explains',
};

export function reasonWord(reason: string | null): string | null {
  if (reason === null) return null;
  return reason in reasons ? reasons[reason]! : reason.replaceAll('_', ' ');
}
