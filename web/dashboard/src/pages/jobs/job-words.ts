import type { JobPhase } from '../../../../../src/lib/job-status.ts';
import type { Job } from '../../../../../src/protocol/manage/job-schema.ts';
import type { Tone } from '../../ui/badge.tsx';

/** The phases of an active job in order, with their labels. */
export const phases: { phase: JobPhase; word: string }[] = [
  { phase: 'queued', word: 'Waiting' },
  { phase: 'preparing', word: 'Reading the docs' },
  { phase: 'running', word: 'Editing' },
  { phase: 'validating', word: 'Checking' },
  { phase: 'proving', word: 'Asking questions' },
  { phase: 'committing', word: 'Committing' },
  { phase: 'publishing', word: 'Opening the pull request' },
];

export const phaseWord = (phase: JobPhase): string => phases.find((one) => one.phase === phase)!.word;

/** The label of a job's state. */
export function standingOf({ status, phase, error, waitsFor }: Job): { tone: Tone; word: string } {
  switch (status) {
    case 'active':
      return { tone: 'accent', word: phaseWord(waitsFor === null ? (phase ?? 'queued') : 'queued') };
    case 'completed':
      return { tone: 'good', word: 'Done' };
    case 'failed':
      return error?.code === 'cancelled'
        ? { tone: 'plain', word: 'Cancelled' }
        : { tone: 'bad', word: 'Failed' };
    case 'archived':
      return { tone: 'plain', word: 'Archived' };
  }
}

/** What a change does to the answers of readers' questions. */
export const proofLine = ({
  gained,
  lost,
  asked,
}: Pick<NonNullable<Job['proof']>, 'gained' | 'lost' | 'asked'>) =>
  `Answers ${gained} more and loses ${lost} of ${asked} ${asked === 1 ? 'question' : 'questions'}`;
