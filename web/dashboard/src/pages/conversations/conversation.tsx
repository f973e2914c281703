import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { formatCost, formatDateTime, formatMs, formatNumber } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { SourceList } from '../../ui/source-list.tsx';
import { reasonWord, TurnBadge } from './turn-badge.tsx';

export function ConversationPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayDelete = useMay('admin');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { threadId } = useParams({ from: '/signed-in/$org/$domain/conversations/$threadId' });
  const { data: conversation } = useSuspenseQuery(project.queries.conversation(threadId));
  const { domain } = project;
  const remove = async () => {
    await request(
      'DELETE',
      `/manage/v1/projects/${project.id}/conversations/${encodeURIComponent(threadId)}`,
    );
    await navigate({ to: '/$org/$domain/conversations', params: { org, domain } });
    await client.invalidateQueries({ queryKey: ['project', project.id, 'conversations'] });
  };
  return (
    <Page
      title="Conversation"
      about={`With ${conversation.fp}, ${formatDateTime(conversation.createdAt)}, ${formatCost(conversation.costMicros)}`}
      actions={
        <>
          <Neighbour threadId={conversation.newer} label="Newer" />
          <Neighbour threadId={conversation.older} label="Older" />
          <LinkButton to="/$org/$domain/conversations" params={{ org, domain }}>
            All conversations
          </LinkButton>
          {mayDelete && (
            <ConfirmButton label="Delete" title="Delete this conversation?" action={remove}>
              Its questions, answers and feedback go too. This cannot be undone.
            </ConfirmButton>
          )}
        </>
      }
    >
      <ol className="grid gap-5">
        {conversation.turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} />
        ))}
      </ol>
    </Page>
  );
}

function Neighbour({ threadId, label }: { threadId: string | null; label: string }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  if (threadId === null) return null;
  return (
    <LinkButton to="/$org/$domain/conversations/$threadId" params={{ org, domain, threadId }}>
      {label}
    </LinkButton>
  );
}

function TurnView({ turn }: { turn: Turn }) {
  const { question, answer, status, reason, sources, feedback, currentPath } = turn;
  return (
    <li className="overflow-hidden rounded-xl border border-line bg-panel shadow-card">
      <div className="border-b border-line bg-hover px-4 py-3.5 sm:px-5">
        <p dir="auto" className="font-medium break-words whitespace-pre-wrap">
          {question}
        </p>
        {currentPath !== null && (
          <p className="mt-0.5 truncate text-xs text-soft">
            asked on <code className="font-mono">{currentPath}</code>
          </p>
        )}
      </div>
      <div className="grid gap-4 px-4 py-4 sm:px-5">
        {answer === '' ? (
          <p className="text-sm text-faint">No answer was given.</p>
        ) : (
          <Markdown text={answer} />
        )}
        <SourceList sources={sources} />
        {feedback !== null && <FeedbackView feedback={feedback} />}
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 text-xs text-soft sm:px-5">
        <TurnBadge status={status} />
        {reasonWord(reason) !== null && <span>{reasonWord(reason)}</span>}
        <TurnFigures turn={turn} />
      </footer>
    </li>
  );
}

function FeedbackView({ feedback: { helpful, comment } }: { feedback: NonNullable<Turn['feedback']> }) {
  const Icon = helpful ? ThumbsUp : ThumbsDown;
  return (
    <p
      className={`flex items-start gap-2 rounded-lg px-3 py-2 text-sm ${helpful ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
    >
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {helpful ? 'Helpful' : 'Not helpful'}
        {comment !== null && <>: {comment}</>}
      </span>
    </p>
  );
}

function TurnFigures({ turn: { timings, usage, costMicros, model, commit, createdAt } }: { turn: Turn }) {
  return (
    <>
      <span>first text {formatMs(timings.firstTextMs)}</span>
      <span>whole {formatMs(timings.totalMs)}</span>
      <span>
        {formatNumber(usage.inputTokens)} in, {formatNumber(usage.outputTokens)} out
      </span>
      <span>{formatCost(costMicros)}</span>
      <span>{model}</span>
      {commit !== null && <code className="font-mono">{commit.slice(0, 8)}</code>}
      <span className="ml-auto">{formatDateTime(createdAt)}</span>
    </>
  );
}
