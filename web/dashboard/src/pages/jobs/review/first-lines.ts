import type { ChangeData, HunkData } from 'react-diff-view';

/** How many lines of a file are shown at first, and how many one press adds. */
export const linesAtOnce = 400;
/** How many lines of all files are shown at first. */
const linesInAll = 600;
/** A longer line counts as the lines that it fills. */
const lineWidth = 200;

const sizeOf = ({ content }: ChangeData): number => 1 + Math.floor(content.length / lineWidth);

/** The number of lines, unchanged ones included. */
export const countLines = (hunks: readonly HunkData[]): number =>
  hunks.reduce((sum, { changes }) => sum + changes.length, 0);

/** Which files are open at first: none that is long, and none after many lines of others. */
export function openAtFirst(files: readonly { hunks: readonly HunkData[] }[]): boolean[] {
  let left = linesInAll;
  return files.map(({ hunks }) => {
    const size = hunks.flatMap(({ changes }) => changes).reduce((sum, change) => sum + sizeOf(change), 0);
    const isOpen = size <= Math.min(left, linesAtOnce);
    if (isOpen) left -= size;
    return isOpen;
  });
}

/** The first lines of a change; the last hunk may be cut. */
export function firstLines(hunks: HunkData[], maxLines: number): HunkData[] {
  const shown: HunkData[] = [];
  let left = maxLines;
  for (const hunk of hunks) {
    if (left <= 0) break;
    let count = 0;
    for (; count < hunk.changes.length && left > 0; count++) left -= sizeOf(hunk.changes[count]!);
    shown.push(count === hunk.changes.length ? hunk : cut(hunk, count));
  }
  return shown;
}

function cut(hunk: HunkData, count: number): HunkData {
  const changes = hunk.changes.slice(0, count);
  return {
    ...hunk,
    changes,
    oldLines: changes.filter(({ type }) => type !== 'insert').length,
    newLines: changes.filter(({ type }) => type !== 'delete').length,
  };
}
