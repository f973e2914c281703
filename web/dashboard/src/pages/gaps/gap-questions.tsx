import { useQueryClient, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Gap, GapQuestion } from '../../../../../src/protocol/manage/gap-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { TurnBadge } from '../conversations/turn-badge.tsx';
import { FindDialog } from '../../ui/find-dialog.tsx';

/** The questions of a topic, each a link to its conversation; selected ones can be moved. */
export function GapQuestions({ gap }: { gap: Gap & { questions: GapQuestion[] } }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  const may = useMay('admin');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const mark = (turnId: string) =>
    setMarked(new Set(marked.has(turnId) ? [...marked].filter((id) => id !== turnId) : [...marked, turnId]));
  return (
    <Card
      title={`Questions (${formatNumber(gap.count)})`}
      action={
        gap.questions.length < gap.count && (
          <span className="text-sm">
            The newest {gap.questions.length}.{' '}
            <Link
              to="/$org/$domain/conversations"
              params={{ org, domain }}
              search={{ topicId: gap.id }}
              className="text-accent-strong underline"
            >
              All conversations
            </Link>
          </span>
        )
      }
      padded={false}
    >
      <ul className="divide-y divide-line">
        {gap.questions.map(({ turnId, threadId, question, after, status, elsewhere, createdAt }) => (
          <li key={turnId} className="flex items-center">
            {may && (
              <input
                type="checkbox"
                aria-label={`Mark “${question}”`}
                checked={marked.has(turnId)}
                onChange={() => mark(turnId)}
                className="ml-4 size-4 shrink-0 accent-accent max-sm:size-7 sm:ml-5"
              />
            )}
            <Link
              to="/$org/$domain/conversations/$threadId"
              params={{ org, domain, threadId }}
              className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span dir="auto" className="min-w-0 flex-1 basis-56 wrap-anywhere">
                {after !== null && <span className="block text-xs text-faint">after “{after}”</span>}
                <span className="line-clamp-6">{question}</span>
              </span>
              {elsewhere ? (
                <Badge tone="warn">answered by a discussion, not by the docs</Badge>
              ) : (
                <TurnBadge status={status} />
              )}
              <span className="text-xs text-faint">
                <Ago at={createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {may && <Rearrange gap={gap} marked={[...marked]} onMoved={() => setMarked(new Set())} />}
    </Card>
  );
}

/** Moves the marked questions to another topic, or merges the whole topic into another. */
function Rearrange({ gap, marked, onMoved }: { gap: Gap; marked: string[]; onMoved(): void }) {
  const { slug: org } = useOrganization();
  const { id: projectId, domain } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [finding, setFinding] = useState<'move' | 'merge' | null>(null);
  const path = `/manage/v1/projects/${projectId}/gaps`;
  const show = async (gapId: string) => {
    await navigate({ to: '/$org/$domain/gaps/$gapId', params: { org, domain, gapId } });
    await client.invalidateQueries({ queryKey: ['project', projectId] });
  };
  const move = useAction(async (to: string | null) => {
    const { id } = await request<Gap>('POST', `${path}/${gap.id}/move`, { turnIds: marked, to });
    onMoved();
    await show(id);
    const text = marked.length === 1 ? 'One question was moved.' : `${marked.length} questions were moved.`;
    // A topic that lost its last question is gone.
    if (marked.length >= gap.count) return { text };
    return {
      text,
      async undo() {
        await request('POST', `${path}/${id}/move`, { turnIds: marked, to: gap.id });
        await show(gap.id);
      },
    };
  });
  const merge = useAction(async (into: string) => {
    const gapIds = [gap.id];
    await request('POST', `${path}/${into}/merge`, { gapIds });
    await show(into);
    return {
      text: 'The two are one topic now.',
      async undo() {
        await request('POST', `${path}/${into}/unmerge`, { gapIds });
        await show(gap.id);
      },
    };
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 text-sm sm:px-5">
      <Button busy={marked.length === 0 || move.busy} onClick={() => setFinding('move')}>
        Move marked questions to…
      </Button>
      <Button busy={merge.busy} onClick={() => setFinding('merge')}>
        Merge into another topic…
      </Button>
      <ErrorText error={move.error ?? merge.error} />
      {finding !== null && (
        <FindTopic
          label={finding === 'move' ? 'Move the marked questions to…' : 'Merge this topic into…'}
          but={gap.id}
          mayBeNew={finding === 'move'}
          onChoose={(id) => (finding === 'move' ? move.run(id) : id !== null && merge.run(id))}
          onClose={() => setFinding(null)}
        />
      )}
    </div>
  );
}

/** Finds a topic by its name, among all of the project. `onChoose` gets its id, or null for a new one. */
function FindTopic({
  label,
  but,
  mayBeNew,
  onChoose,
  onClose,
}: {
  label: string;
  /** The topic that is not offered. */
  but: string;
  mayBeNew: boolean;
  onChoose(id: string | null): void;
  onClose(): void;
}) {
  const { queries } = useProject();
  const [text, setText] = useState('');
  const asked = text.trim();
  const { data = [], isPending, isPlaceholderData, error } = useQuery(queries.topicNames(asked));
  const others = data.filter(({ id }) => id !== but).map(({ id, label }) => ({ key: id, id, name: label }));
  const created = mayBeNew ? [{ key: '', id: null, name: 'A new topic' }] : [];
  return (
    <FindDialog
      entries={asked === '' ? [...created, ...others] : [...others, ...created]}
      {...{ label, text, error, onClose }}
      onText={setText}
      isLoading={isPending || isPlaceholderData}
      onChoose={({ id }) => onChoose(id)}
    />
  );
}
