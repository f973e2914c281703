import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import 'react-diff-view/style/index.css';
import './diff.css';
import type {
  Job,
  JobChange,
  JobEvent,
  LineComment,
} from '../../../../../../src/protocol/manage/job-schema.ts';
import { formatNumber } from '../../../api/format.ts';
import { useMay } from '../../../layout/where.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/field.tsx';
import { FileCard } from './file-card.tsx';
import { FileNav } from './file-nav.tsx';
import { openAtFirst } from './first-lines.ts';
import { commentsOf, isOf, type LineNote } from './line-notes.ts';
import { type DiffFile, readDiff, type View, viewsOf } from './read-diff.ts';
import { SendReview } from './send-review.tsx';
import { useStored } from './use-stored.ts';
import { CommentList } from '../comment-list.tsx';

const wide = matchMedia('(min-width: 48rem)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether there is room for a side-by-side diff. */
const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);

type Props = { job: Job; projectId: string; change: JobChange; events: readonly JobEvent[] };

/** How many files are listed at first, and how many one press adds. */
const filesAtOnce = 50;
/** Rendered at once; the others follow while the page can be used. */
const firstFiles = 3;

const layouts = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Split' },
] as const;

const nameOf = ({ round, whole }: View) => (whole ? 'Whole change' : `Round ${round}`);
const keyOf = ({ round, whole }: View) => `${round}${whole ? ' whole' : ''}`;

/** The review of a job's changes, file by file and with line comments, which become the job's next round. */
export function Review({ job, projectId, change, events }: Props) {
  const views = useMemo(() => viewsOf(change.diffs), [change.diffs]);
  const [chosen, setChosen] = useState<string | null>(null);
  const view = views.find((each) => keyOf(each) === chosen) ?? views[0]!;
  const [layout, setLayout] = useStored<'unified' | 'split'>('docent.review.layout', 'unified');
  const isWide = useIsWide();
  const files = useMemo(() => readDiff(view.diff), [view.diff]);
  if (files === null) return <UnreadDiff diff={view.diff} />;
  return (
    <section aria-label="Changes" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">Changes</h2>
        <div className="flex flex-wrap items-center gap-2">
          {views.length > 1 && (
            <Choice
              label="Which change"
              value={keyOf(view)}
              options={views.map((each) => ({ value: keyOf(each), label: nameOf(each) }))}
              onChoose={setChosen}
            />
          )}
          {isWide && (
            <Choice label="How changes are shown" value={layout} options={layouts} onChoose={setLayout} />
          )}
        </div>
      </div>
      <Files
        key={keyOf(view)}
        {...{ job, projectId, change, events, view, files }}
        split={isWide && layout === 'split'}
      />
    </section>
  );
}

function Files(props: Props & { view: View; files: readonly DiffFile[]; split: boolean }) {
  const { job, projectId, change, events, view, files, split } = props;
  const mayComment = useMay('admin') && job.status !== 'archived';
  const [marks, setMarks] = useStored<Record<string, string>>(`docent.viewed.${job.id}`, {});
  const [draft, setDraft] = useStored<LineComment[]>(`docent.review.${job.id}`, []);
  const [most, setMost] = useState(filesAtOnce);
  const listed = useMemo(() => files.slice(0, most), [files, most]);
  const shown = useDeferredValue(listed, listed.slice(0, firstFiles));
  const said = commentsOf(events);
  const isNewest = view.round === change.diffs.at(-1)?.round;
  const notesOf = ({ path }: DiffFile): LineNote[] => [
    ...(isNewest ? change.findings : [])
      .filter(({ file }) => file === path)
      .map((finding) => ({ kind: 'finding' as const, finding })),
    ...said
      .filter(({ comment }) => comment.file === path && isOf(comment, view))
      .map((each) => ({ kind: 'said' as const, ...each })),
    ...draft
      .filter((comment) => comment.file === path && isOf(comment, view))
      .map((comment) => ({ kind: 'draft' as const, comment })),
  ];
  const comment = mayComment
    ? {
        add: (place: Pick<LineComment, 'file' | 'side' | 'line'>, quote: string, text: string) =>
          setDraft([...draft, { ...place, round: view.round, whole: view.whole, quote, text }]),
        remove: (note: { comment: LineComment }) => setDraft(draft.filter((each) => each !== note.comment)),
      }
    : null;
  const viewed = (file: DiffFile) => marks[file.path] === file.mark;
  // Later marks and notes fold and open nothing by themselves.
  const [open] = useState(() => openAtFirst(files.map((file) => (viewed(file) ? { hunks: [] } : file))));
  const left = files.length - listed.length;
  const more = left > 0 && (
    <Button onClick={() => setMost(most + filesAtOnce)}>
      Show {Math.min(left, filesAtOnce)} more of {formatNumber(files.length)} files
    </Button>
  );
  // A file is listed before it is rendered.
  const [goal, goTo] = useState<DiffFile | null>(null);
  useEffect(() => {
    if (goal === null || !shown.includes(goal)) return;
    const heading = document.querySelector<HTMLElement>(`#file-${files.indexOf(goal)} h3`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
    goTo(null);
  }, [goal, shown, files]);
  return (
    <div className={`grid items-start gap-4 ${files.length > 1 ? 'lg:grid-cols-[15rem_1fr]' : ''}`}>
      {files.length > 1 && (
        <div className="max-h-72 overflow-y-auto lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)]">
          <FileNav {...{ files, listed, viewed, goTo }} />
          {more}
        </div>
      )}
      <div className="grid min-w-0 gap-3">
        <AnsweredComments answered={said.filter(({ answeredBy }) => answeredBy === view.round)} />
        {shown.map((file, nth) => (
          <FileCard
            key={`${file.path} ${file.mark}`}
            id={`file-${nth}`}
            jobId={job.id}
            {...{ view, file, split, comment }}
            notes={notesOf(file)}
            openAtFirst={open[nth]!}
            viewed={viewed(file)}
            onViewed={(isViewed) => setMarks({ ...marks, [file.path]: isViewed ? file.mark : '' })}
          />
        ))}
        {more}
        {comment !== null && draft.length > 0 && (
          <SendReview {...{ job, projectId, draft }} clear={() => setDraft([])} restore={setDraft} />
        )}
      </div>
    </div>
  );
}

const maxUnread = 100_000;

/** The beginning of a diff that cannot be parsed, as plain text. */
function UnreadDiff({ diff }: { diff: string }) {
  return (
    <Card title="Changes" padded={false}>
      <pre
        tabIndex={0}
        aria-label="Changes"
        className="max-h-[32rem] overflow-auto bg-code p-4 font-mono text-xs"
      >
        {diff.length > maxUnread ? `${diff.slice(0, maxUnread)}\n…` : diff}
      </pre>
    </Card>
  );
}

/** The comments that a round answers, above its changes. */
function AnsweredComments({ answered }: { answered: readonly { comment: LineComment }[] }) {
  if (answered.length === 0) return null;
  return (
    <Card title={answered.length === 1 ? 'Answers a comment' : `Answers ${answered.length} comments`}>
      <CommentList comments={answered.map(({ comment }) => comment)} />
    </Card>
  );
}
