import type { Turn } from '../chat/types.ts';
import type { Session } from './session.ts';

/** The note on an incomplete answer; empty for a full one. */
export function outcomeWords({ outcome, state, sources }: Turn, say: Session['say']): string {
  if (state === 'asking' || outcome === 'answered') return '';
  if (outcome !== 'not_in_docs') return say(outcome);
  return `${say('notInDocs')}. ${sources.length > 0 ? say('notInDocsMore') : ''}`;
}
