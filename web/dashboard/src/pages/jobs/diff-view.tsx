import { useMemo, useState } from 'react';
import { Decoration, Diff, type FileData, Hunk, markEdits, parseDiff, tokenize } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import './diff-view.css';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** A file with more changed lines is shown when asked for, and without marks within its lines. */
const longFile = 400;

/** A unified diff, file by file. A diff that cannot be read is shown as it is. */
export function DiffView({ diff, title }: { diff: string; title: string }) {
  const files = useMemo(() => readDiff(diff), [diff]);
  if (files === null) {
    return (
      <Card title={title} padded={false}>
        <pre
          tabIndex={0}
          aria-label={title}
          className="max-h-[32rem] overflow-auto bg-code p-4 font-mono text-xs"
        >
          {diff}
        </pre>
      </Card>
    );
  }
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {files.map((file, nth) => (
        <FileDiff key={nth} file={file} />
      ))}
    </section>
  );
}

function readDiff(diff: string): FileData[] | null {
  try {
    return parseDiff(diff);
  } catch {
    return null;
  }
}

const kinds: Record<string, { tone: Tone; word: string }> = {
  add: { tone: 'good', word: 'Added' },
  delete: { tone: 'bad', word: 'Removed' },
};

function FileDiff({ file }: { file: FileData }) {
  const { hunks, oldPath, newPath, type } = file;
  const changes = hunks.flatMap((hunk) => hunk.changes);
  const added = changes.filter((change) => change.type === 'insert').length;
  const removed = changes.filter((change) => change.type === 'delete').length;
  const isLong = added + removed > longFile;
  const [open, setOpen] = useState(!isLong);
  const kind = kinds[type];
  return (
    <Card
      padded={false}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-[13px] break-all">{type === 'delete' ? oldPath : newPath}</code>
          {kind !== undefined && <Badge tone={kind.tone}>{kind.word}</Badge>}
        </span>
      }
      action={
        <span className="text-xs tabular-nums">
          <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
          <span className="sr-only"> lines</span>
        </span>
      }
    >
      {changes.length === 0 && <p className="px-5 py-4 text-sm text-soft">Nothing to show as text.</p>}
      {open && changes.length > 0 && <Hunks file={file} marks={!isLong} />}
      {!open && (
        <div className="p-4">
          <Button onClick={() => setOpen(true)}>Show {added + removed} changed lines</Button>
        </div>
      )}
    </Card>
  );
}

function Hunks({ file: { hunks, type }, marks }: { file: FileData; marks: boolean }) {
  const tokens = useMemo(
    () => (marks ? tokenize(hunks, { enhancers: [markEdits(hunks, { type: 'block' })] }) : null),
    [hunks, marks],
  );
  return (
    <Diff
      viewType="unified"
      diffType={type}
      hunks={hunks}
      tokens={tokens}
      className="docent-diff"
      gutterType="default"
    >
      {(hunks) =>
        hunks.flatMap((hunk, nth) => [
          ...(nth === 0 ? [] : [<Gap key={`gap ${hunk.content}`} />]),
          <Hunk key={hunk.content} hunk={hunk} />,
        ])
      }
    </Diff>
  );
}

/** Lines left out between two hunks. */
function Gap() {
  return (
    <Decoration>
      <p className="bg-hover px-3 text-xs text-faint">⋯</p>
    </Decoration>
  );
}
