import { saveOpenTurn } from '../store/open-turns.ts';
import type { NewThread } from '../store/threads.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import type { Question } from './question.ts';
import { storedTurn, type TurnRecord } from './record-turn.ts';

const saveEveryMs = 5_000;

type OpenTurn = {
  /** Stores the text so far, if that is due. */
  note(): void;
  /** When no write is pending, the turn's thread, if it is still to be stored. */
  written(): Promise<NewThread | null>;
};

/** For a turn that is not stored. */
export const unkept: OpenTurn = { note: () => {}, written: async () => null };

/**
 * Records a turn from its beginning, so that the question and the text so far survive the server's death. Answering does
 * not wait for it. What a built-in model writes is there at once, and recorded with its end.
 * @param thread the turn's thread, when it is not stored yet
 */
export function keepOpenTurn(
  { store, log }: AnswerDeps,
  scope: AnswerScope,
  question: Question,
  record: TurnRecord,
  thread: NewThread | null,
): OpenTurn {
  const { messageId, threadId } = record;
  let unwritten = thread;
  const save = async () => {
    const turn = JSON.stringify({
      ...storedTurn(scope, question, record),
      status: 'failed',
      reason: 'interrupted',
    });
    try {
      await saveOpenTurn(store, { projectId: scope.project.id, threadId, messageId, turn }, unwritten);
      unwritten = null;
    } catch (error) {
      log.warn({ requestId: scope.requestId, error }, 'an unfinished turn could not be recorded');
    }
  };
  let saving = record.model.startsWith('docent/') ? Promise.resolve() : save();
  let savedAt = performance.now();
  return {
    note() {
      if (performance.now() - savedAt <= saveEveryMs) return;
      savedAt = performance.now();
      saving = saving.then(save);
    },
    written: () => saving.then(() => unwritten),
  };
}
