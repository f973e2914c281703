import type { Turn } from '../store/turns.ts';
import type { FinishReason, Outcome } from './answer-event.ts';
import type { AnswerMark } from './citations.ts';

/** What is known of an answer when it is over. */
type Outlook = {
  /** What the model said of it. */
  mark: AnswerMark | null;
  /** The best that a search of the turn held of the docs. */
  outcome: Outcome;
  /** How many sections it cites. */
  cited: number;
  finish: FinishReason;
};

/**
 * Whether a turn counts as answered, and if not, why: `not_in_docs`, `closest` (it shows the closest that the docs
 * have), `partly_in_docs`, `clarifying` (it asks back), `uncited` (it says something that it does not show),
 * `weak_evidence` (it cites what search thinks little of), `cut_short`, `filtered`.
 */
export function judgeAnswer({ mark, outcome, cited, finish }: Outlook): Pick<Turn, 'status' | 'reason'> {
  const answerable = outcome === 'answered' || outcome === 'partial';
  const isClosest = outcome === 'closest' && cited > 0;
  if (mark === 'unanswered') return { status: 'unanswered', reason: isClosest ? 'closest' : 'not_in_docs' };
  if (mark === 'clarifying') return { status: 'partial', reason: 'clarifying' };
  if (mark === 'partial') return { status: 'partial', reason: 'partly_in_docs' };
  if (cited === 0) return { status: 'unanswered', reason: answerable ? 'uncited' : 'not_in_docs' };
  if (finish === 'length') return { status: 'partial', reason: 'cut_short' };
  if (finish === 'content-filter') return { status: 'partial', reason: 'filtered' };
  return answerable ? { status: 'answered', reason: null } : { status: 'partial', reason: 'weak_evidence' };
}

const order: readonly Outcome[] = ['not_in_docs', 'closest', 'partial', 'answered'];

/** The better of what two searches held of the docs. */
export function betterOutcome(a: Outcome, b: Outcome): Outcome {
  return order.indexOf(a) < order.indexOf(b) ? b : a;
}
