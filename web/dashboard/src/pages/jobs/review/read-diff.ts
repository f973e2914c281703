import { type FileData, parseDiff } from 'react-diff-view';
import type { JobChange } from '../../../../../../src/protocol/manage/job-schema.ts';

/** A view: the whole pull request as of its newest round, or the changes of one round. */
export type View = { round: number; whole: boolean; diff: string };

/** The available views, the newest and widest first. */
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
  /** Hash of the change, to notice when it is another one than was reviewed. */
  mark: string;
  hunks: FileData['hunks'];
};

/** The files of a unified diff; null when it cannot be parsed. */
export function readDiff(diff: string): DiffFile[] | null {
  try {
    // The parser makes a file of an empty diff.
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

/** FNV-1a: good enough to tell versions of a text apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
