import {
  findChangeByNewLineNumber,
  findChangeByOldLineNumber,
  getChangeKey,
  type HunkData,
} from 'react-diff-view';
import type { JobEvent, JobFinding, LineComment } from '../../../../../../src/protocol/manage/job-schema.ts';
import type { View } from './read-diff.ts';

/** The position of a comment: a line of the new file, or a removed line. */
export type Place = Pick<LineComment, 'file' | 'side' | 'line'>;

/** The notes below a line: findings, comments with the round that answers them, and a draft. */
export type LineNote =
  | { kind: 'finding'; finding: JobFinding }
  | { kind: 'said'; comment: LineComment; answeredBy: number | null }
  | { kind: 'draft'; comment: LineComment }
  | { kind: 'writing'; place: Place };

type Said = { comment: LineComment; answeredBy: number | null };

/** Every line comment that was sent, with the round that answers it. */
export function commentsOf(events: readonly JobEvent[]): Said[] {
  return events.flatMap((event) =>
    event.type === 'message'
      ? (event.comments ?? []).map((comment) => ({ comment, answeredBy: event.round ?? null }))
      : [],
  );
}

/** Whether a comment belongs to this view: the new file is the same in both of a round's diffs. */
export const isOf = ({ round, whole, side }: LineComment, view: View): boolean =>
  round === view.round && (side === 'new' || whole === view.whole);

const placeOf = (note: LineNote): { side: 'old' | 'new'; line: number | null } => {
  if (note.kind === 'finding') return { side: 'new', line: note.finding.line };
  return note.kind === 'writing' ? note.place : note.comment;
};

/** A file's notes by the key of the change above them; `rest` are those whose line is hidden. */
export function placeNotes(
  hunks: HunkData[],
  notes: readonly LineNote[],
): { placed: Record<string, LineNote[]>; rest: LineNote[] } {
  const placed: Record<string, LineNote[]> = {};
  const rest: LineNote[] = [];
  for (const note of notes) {
    const { side, line } = placeOf(note);
    const find = side === 'old' ? findChangeByOldLineNumber : findChangeByNewLineNumber;
    const change = line === null ? undefined : find(hunks, line);
    if (change === undefined) rest.push(note);
    else (placed[getChangeKey(change)] ??= []).push(note);
  }
  return { placed, rest };
}
