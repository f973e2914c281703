import type { Turn } from '../store/turns.ts';
import type { FinishReason, Outcome } from './answer-event.ts';
import type { AnswerMark } from './citations.ts';

/** The facts about a finished answer. */
type Outlook = {
  /** The model's own judgement of it. */
  mark: AnswerMark | null;
  /** The best outcome of the turn's searches. */
  outcome: Outcome;
  /** The number of sections that it cites. */
  cited: number;
  finish: FinishReason;
};

/**
 * Whether a turn counts as answered, and if not, why: `not_in_docs`, `closest` (it shows the closest pages),
 * `partly_in_docs`, `clarifying` (it asks back), `uncited` (it makes claims without citations), `weak_evidence` (it
 * cites pages that search ranks low), `cut_short`, `filtered`.
 */
export function judgeAnswer({ mark, outcome, cited, finish }: Outlook): Pick<Turn, 'status' | 'reason'> {
  const answerable = outcome === 'answered' || outcome === 'partial';
  const isClosest = outcome !== 'not_in_docs' && cited > 0;
  if (mark === 'unanswered') return { status: 'unanswered', reason: isClosest ? 'closest' : 'not_in_docs' };
  if (mark === 'clarifying') return { status: 'partial', reason: 'clarifying' };
  if (mark === 'partial') return { status: 'partial', reason: 'partly_in_docs' };
  if (cited === 0) return { status: 'unanswered', reason: answerable ? 'uncited' : 'not_in_docs' };
  if (finish === 'length') return { status: 'partial', reason: 'cut_short' };
  if (finish === 'content-filter') return { status: 'partial', reason: 'filtered' };
  return answerable ? { status: 'answered', reason: null } : { status: 'partial', reason: 'weak_evidence' };
}

const order: readonly Outcome[] = ['not_in_docs', 'closest', 'partial', 'answered'];

/** The better outcome of two searches. */
export function betterOutcome(a: Outcome, b: Outcome): Outcome {
  return order.indexOf(a) < order.indexOf(b) ? b : a;
}
