import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HunkData } from 'react-diff-view';
import { formatNumber } from '../../../api/format.ts';
import { useProject } from '../../../layout/where.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/field.tsx';
import { Bone, ErrorText } from '../../../ui/states.tsx';
import { type HiddenLines, linesOf, showMore, step } from './expand.ts';
import { FileDiff } from './file-diff.tsx';
import { countLines, firstLines, linesAtOnce } from './first-lines.ts';
import { Counts } from './file-nav.tsx';
import { type LineNote, type Place, placeNotes } from './line-notes.ts';
import { Notes, type WriteNotes } from './notes.tsx';
import type { DiffFile, View } from './read-diff.ts';
import { Markdown } from '../../../ui/markdown.tsx';

const kinds: Record<string, { tone: Tone; word: string }> = {
  add: { tone: 'good', word: 'Added' },
  delete: { tone: 'bad', word: 'Removed' },
};

const shapes = [
  { value: 'diff', label: 'Change' },
  { value: 'page', label: 'Page' },
] as const;

type Props = {
  /** Of its element; files may have the same change. */
  id: string;
  jobId: string;
  view: View;
  file: DiffFile;
  split: boolean;
  openAtFirst: boolean;
  viewed: boolean;
  onViewed(viewed: boolean): void;
  notes: readonly LineNote[];
  /** Null for people who may not comment. */
  comment: { add(place: Place, quote: string, text: string): void; remove: WriteNotes['remove'] } | null;
};

/** A changed file: its diff or the page that it makes, and a mark for reviewed files. */
export function FileCard(props: Props) {
  const { id, jobId, view, file, split, openAtFirst, viewed, onViewed, notes, comment } = props;
  const [shape, setShape] = useState<'diff' | 'page'>('diff');
  const [open, setOpen] = useState(openAtFirst && !viewed);
  const canBePage =
    file.kind !== 'delete' && /\.(mdx?|markdown|mdoc|rst|adoc|asciidoc|html?)$/i.test(file.path);
  const kind = kinds[file.kind];
  const lines = file.added + file.removed;
  return (
    <section
      id={id}
      aria-label={file.path}
      className="min-w-0 scroll-mt-4 overflow-clip rounded-xl border border-line bg-panel shadow-card"
    >
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <h3
          tabIndex={-1}
          className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2 text-sm font-semibold"
        >
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="min-h-8 min-w-0 text-left"
          >
            <code className="font-mono text-[13px] break-all">{file.path}</code>
          </button>
          {kind !== undefined && <Badge tone={kind.tone}>{kind.word}</Badge>}
          <Counts file={file} />
          {!open && notes.length > 0 && (
            <Badge tone="warn">{notes.length === 1 ? '1 note' : `${notes.length} notes`}</Badge>
          )}
        </h3>
        {open && canBePage && (
          <Choice label={`How ${file.path} is shown`} value={shape} options={shapes} onChoose={setShape} />
        )}
        <label className="flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={viewed}
            className="size-4 accent-accent"
            onChange={({ target }) => {
              onViewed(target.checked);
              setOpen(!target.checked);
            }}
          />
          Viewed
        </label>
      </header>
      {!open && !viewed && (
        <div className="p-4">
          <Button onClick={() => setOpen(true)}>
            {lines === 0
              ? 'Show the file'
              : `Show ${formatNumber(lines)} changed ${lines === 1 ? 'line' : 'lines'}`}
          </Button>
        </div>
      )}
      {open && shape === 'page' && <PagePreview jobId={jobId} round={view.round} path={file.path} />}
      {open && shape === 'diff' && <Change {...{ jobId, view, file, split, notes, comment }} />}
    </section>
  );
}

type ChangeProps = Pick<Props, 'jobId' | 'view' | 'file' | 'split' | 'notes' | 'comment'>;

function Change({ jobId, view, file, split, notes, comment }: ChangeProps) {
  const { queries } = useProject();
  const [hunks, setHunks] = useState<HunkData[]>(file.hunks);
  const [most, setMost] = useState(linesAtOnce);
  const shown = useMemo(() => firstLines(hunks, most), [hunks, most]);
  const left = countLines(hunks) - countLines(shown);
  const [place, setPlace] = useState<Place | null>(null);
  const [asked, setAsked] = useState(false);
  const texts = useQuery({
    ...queries.jobFile(jobId, { round: view.round, path: file.path }),
    enabled: asked,
  });
  const source = (view.whole ? texts.data?.start : texts.data?.before) ?? null;
  const expand = async (gap: HiddenLines, which: 'first' | 'last' | 'all') => {
    setAsked(true);
    const { data } = await texts.refetch({ cancelRefetch: false });
    const text = view.whole ? data?.start : data?.before;
    if (text == null) return;
    setHunks((known) => showMore(known, linesOf(text), gap, which));
    setMost(most + Math.min(gap.end - gap.start, which === 'all' ? linesAtOnce : step));
  };
  if (file.hunks.length === 0) return <p className="px-5 py-4 text-sm text-soft">Nothing to show as text.</p>;
  const all: LineNote[] = place === null ? [...notes] : [...notes, { kind: 'writing', place }];
  const { placed, rest } = placeNotes(shown, all);
  const write: WriteNotes | null = comment && {
    add: (place, text) => {
      comment.add(place, quoteAt(hunks, place), text);
      setPlace(null);
    },
    remove: comment.remove,
    stop: () => setPlace(null),
  };
  return (
    <>
      <ErrorText error={texts.error} />
      {rest.length > 0 && <Notes notes={rest} write={write} />}
      <FileDiff
        {...{ file, source, split, write }}
        hunks={shown}
        isCut={left > 0}
        lines={source === null ? null : linesOf(source).length}
        notes={placed}
        onExpand={(gap, which) => void expand(gap, which)}
        onLine={setPlace}
      />
      {left > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line p-4 text-sm text-soft">
          <Button onClick={() => setMost(most + linesAtOnce)}>
            Show {formatNumber(Math.min(left, linesAtOnce))} more lines
          </Button>
          {formatNumber(left)} lines of this file are not shown yet; the browser’s search does not see them.
        </div>
      )}
      {texts.isFetching && <Bone className="h-6" />}
    </>
  );
}

const maxQuote = 2_000;

function quoteAt(hunks: readonly HunkData[], { side, line }: Place): string {
  for (const { changes } of hunks)
    for (const change of changes) {
      const at = change.type === 'normal' ? change[`${side}LineNumber`] : change.lineNumber;
      const isSide = change.type === 'normal' || (change.type === 'delete') === (side === 'old');
      if (isSide && at === line) return change.content.slice(0, maxQuote);
    }
  return '';
}

/** A changed page as readers and answers get it: components as plain blocks, nothing executed. */
function PagePreview({ jobId, round, path }: { jobId: string; round: number; path: string }) {
  const { queries } = useProject();
  const texts = useQuery(queries.jobFile(jobId, { round, path }));
  if (texts.error !== null) return <ErrorText error={texts.error} />;
  if (texts.data === undefined) return <Bone className="h-40" />;
  const { page } = texts.data;
  if (page === null)
    return (
      <p className="px-5 py-4 text-sm text-soft">
        There is no page to show: it is a draft, hidden from readers, or not part of the site.
      </p>
    );
  return (
    <article className="px-4 py-5 sm:px-8">
      <Markdown text={page} />
    </article>
  );
}
