import { type FileData, parseDiff } from 'react-diff-view';
import type { JobChange } from '../../../../../../src/protocol/manage/job-schema.ts';

/** What can be looked at: the whole pull request as of its newest round, or what one round changed. */
export type View = { round: number; whole: boolean; diff: string };

/** What there is to look at, the newest and widest first. */
export function viewsOf(diffs: JobChange['diffs']): View[] {
  const rounds = diffs.map(({ round, diff }) => ({ round, whole: false, diff })).reverse();
  const newest = diffs.at(-1);
  return newest?.whole == null
    ? rounds
    : [{ round: newest.round, whole: true, diff: newest.whole }, ...rounds];
}

export type DiffFile = {
  path: string;
  kind: FileData['type'];
  added: number;
  removed: number;
  /** Tells whether it is still the change that was looked at. */
  mark: string;
  hunks: FileData['hunks'];
};

/** The files of a unified diff; null when it cannot be read. */
export function readDiff(diff: string): DiffFile[] | null {
  try {
    // The parser makes a file of nothing.
    const files = diff.trim() === '' ? [] : parseDiff(diff);
    return files.map(({ type, oldPath, newPath, hunks }) => {
      const changes = hunks.flatMap((hunk) => hunk.changes);
      return {
        path: type === 'delete' ? oldPath : newPath,
        kind: type,
        added: changes.filter((change) => change.type === 'insert').length,
        removed: changes.filter((change) => change.type === 'delete').length,
        mark: hashOf(changes.map(({ type, content }) => `${type[0]}${content}`).join('\n')),
        hunks,
      };
    });
  } catch {
    return null;
  }
}

/** FNV-1a, which tells texts apart well enough for nobody to be misled. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
