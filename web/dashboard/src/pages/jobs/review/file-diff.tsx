import { type FocusEvent, type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { type ChangeData, Decoration, Diff, type GutterOptions, Hunk, type HunkData } from 'react-diff-view';
import { Button } from '../../../ui/button.tsx';
import { type HiddenLines, hiddenLines, step } from './expand.ts';
import { tokensOf } from './highlight-diff.ts';
import { useIdle } from '../../../ui/use-idle.ts';
import type { LineNote, Place } from './line-notes.ts';
import { Notes, type WriteNotes } from './notes.tsx';
import type { DiffFile } from './read-diff.ts';

type Props = {
  file: DiffFile;
  /** The file's hunks, with the revealed lines. */
  hunks: HunkData[];
  /** More of the change follows than is shown. */
  isCut: boolean;
  /** The file before the change, once it is loaded. */
  source: string | null;
  lines: number | null;
  split: boolean;
  /** By change key. */
  notes: Record<string, LineNote[]>;
  write: WriteNotes | null;
  onExpand(gap: HiddenLines, which: 'first' | 'last' | 'all'): void;
  onLine(place: Place): void;
};

/** The diff of one file: with syntax colours, hidden lines to reveal, and notes below its lines. */
export function FileDiff({
  file,
  hunks,
  isCut,
  source,
  lines,
  split,
  notes,
  write,
  onExpand,
  onLine,
}: Props) {
  const isIdle = useIdle();
  const tokens = useMemo(
    () => (isIdle ? tokensOf(file.path, hunks, source) : null),
    [isIdle, file.path, hunks, source],
  );
  const widgets: Record<string, ReactNode> = {};
  for (const [key, placed] of Object.entries(notes)) widgets[key] = <Notes notes={placed} write={write} />;
  const gutter = ({ change, side, renderDefault }: GutterOptions) => {
    const place = write === null ? null : placeAt(file.path, change, side);
    return place === null ? renderDefault() : <LineButton place={place} onLine={onLine} />;
  };
  const gaps = file.kind === 'modify' ? hiddenLines(hunks, lines) : [];
  const gapAt = (nth: number, key: string) => {
    const gap = gaps[nth] ?? null;
    return gap === null
      ? []
      : [
          <Gap
            key={key}
            gap={gap}
            place={nth === 0 ? 'top' : nth === hunks.length ? 'end' : 'between'}
            onExpand={onExpand}
          />,
        ];
  };
  return (
    // Arrow keys move from line to line; Tab leaves the file.
    <div onKeyDown={moveBetweenLines} onFocus={rememberLine}>
      <Diff
        viewType={split ? 'split' : 'unified'}
        diffType={file.kind}
        hunks={hunks}
        tokens={tokens}
        widgets={widgets}
        renderGutter={gutter}
        className="docent-diff"
        gutterType="default"
      >
        {(hunks) => [
          ...hunks.flatMap((hunk, nth) => [
            ...gapAt(nth, `gap ${hunk.oldStart}`),
            <Hunk key={`${hunk.oldStart} ${hunk.newStart}`} hunk={hunk} />,
          ]),
          ...(isCut ? [] : gapAt(hunks.length, 'end')),
        ]}
      </Diff>
    </div>
  );
}

/** The line of a gutter cell, if it can have comments; an unchanged line has one such cell. */
function placeAt(file: string, change: ChangeData, side: 'old' | 'new'): Place | null {
  if (change.type === 'delete') return side === 'old' ? { file, side, line: change.lineNumber } : null;
  if (side === 'old') return null;
  return { file, side, line: change.type === 'insert' ? change.lineNumber : change.newLineNumber };
}

function LineButton({ place, onLine }: { place: Place; onLine(place: Place): void }) {
  return (
    <button
      type="button"
      data-line
      tabIndex={-1}
      aria-label={`Comment on ${place.side === 'old' ? 'removed ' : ''}line ${place.line}`}
      onClick={() => onLine(place)}
      className="docent-line w-full text-right tabular-nums"
    >
      {place.line}
    </button>
  );
}

const lineButtons = (within: Element) => [...within.querySelectorAll<HTMLButtonElement>('button[data-line]')];

function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const { target, key, currentTarget } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('button[data-line]')) return;
  const buttons = lineButtons(currentTarget);
  const next = buttons[buttons.indexOf(target as HTMLButtonElement) + step];
  event.preventDefault();
  next?.focus();
}

/** Tab returns to the line that had the focus. */
function rememberLine({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (!target.matches('button[data-line]')) return;
  for (const button of lineButtons(currentTarget)) button.tabIndex = button === target ? 0 : -1;
}

function Gap({
  gap,
  place,
  onExpand,
}: {
  gap: HiddenLines;
  place: 'top' | 'between' | 'end';
  onExpand: Props['onExpand'];
}) {
  const count = gap.end - gap.start;
  const isKnown = Number.isFinite(count);
  const isShort = isKnown && count <= 2 * step;
  return (
    <Decoration>
      <div className="flex flex-wrap items-center gap-1 border-y border-line bg-hover px-2 py-0.5 font-sans text-xs text-soft">
        {isShort ? (
          <Button kind="quiet" onClick={() => onExpand(gap, 'all')}>
            Show {count} hidden {count === 1 ? 'line' : 'lines'}
          </Button>
        ) : (
          <>
            {place !== 'top' && (
              <Button kind="quiet" onClick={() => onExpand(gap, 'first')}>
                Show {step} lines below
              </Button>
            )}
            {place !== 'end' && (
              <Button kind="quiet" onClick={() => onExpand(gap, 'last')}>
                Show {step} lines above
              </Button>
            )}
            {isKnown && (
              <Button kind="quiet" onClick={() => onExpand(gap, 'all')}>
                Show all {count}
              </Button>
            )}
          </>
        )}
      </div>
    </Decoration>
  );
}
