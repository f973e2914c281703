import type { Store } from '../../store/store.ts';
import { listTopicQuestions } from '../../store/topic-questions.ts';

/** How many questions are asked again, newest first. */
const maxQuestions = 5;

type OpenQuestion = { text: string; turnIds: (string | null)[] };

/** A gap's questions without a full answer, newest first, each in a form that needs no thread. */
export async function openQuestions(store: Store, gapId: string): Promise<OpenQuestion[]> {
  const asked = await listTopicQuestions(store, gapId, 100);
  const byText = new Map<string, OpenQuestion>();
  for (const { question, after, status, turnId, afterTurnId } of asked) {
    if (status !== 'unanswered' && status !== 'partial') continue;
    const text = after === null ? question : `${after}\n${question}`;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, { text, turnIds: [turnId, afterTurnId] });
    else same.turnIds.push(turnId, afterTurnId);
  }
  return [...byText.values()].slice(0, maxQuestions);
}
