import type { Turn } from '../chat/types.ts';
import type { Session } from './session.ts';

/** What readers are told of what is not an answer; empty for an answer. */
export function outcomeWords({ outcome, state, sources }: Turn, say: Session['say']): string {
  if (state === 'asking' || outcome === 'answered') return '';
  if (outcome !== 'not_in_docs') return say(outcome);
  return `${say('notInDocs')}. ${sources.length > 0 ? say('notInDocsMore') : ''}`;
}
