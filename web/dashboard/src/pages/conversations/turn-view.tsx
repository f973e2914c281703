import { Hammer, ThumbsDown, ThumbsUp } from 'lucide-react';
import { formatCost, formatDateTime, formatMs, formatNumber } from '../../api/format.ts';
import { pageAddress } from '../../api/page-address.ts';
import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Answer } from '../../ui/answer.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { AddToEval } from './add-to-eval.tsx';
import { TurnBadge } from './turn-badge.tsx';
import { reasonWord, removedWords } from './turn-words.ts';

/** A question with its answer, its search results, and actions. */
export function TurnView({ turn, threadId }: { turn: Turn; threadId: string }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  const may = useMay('admin');
  const { question, answer, status, reason, sources, citations, feedback, currentPath } = turn;
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
        {answer === '' && <p className="text-sm text-faint">No answer was given.</p>}
        <Answer text={answer} sources={sources} supports={citations} />
        {feedback !== null && <FeedbackView feedback={feedback} />}
        <FoundView turn={turn} />
        {may && (
          <div className="flex flex-wrap gap-2">
            <AddToEval turn={turn} threadId={threadId} />
            <LinkButton
              to="/$org/$domain/jobs/new"
              params={{ org, domain }}
              search={{ question: (turn.found?.standalone ?? question).slice(0, 500) }}
            >
              <Hammer size={15} aria-hidden /> Start a job
            </LinkButton>
          </div>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 text-xs text-soft sm:px-5">
        <TurnBadge status={status} />
        {reasonWord(reason) !== null && <span>{reasonWord(reason)}</span>}
        <TurnFigures turn={turn} />
      </footer>
    </li>
  );
}

/** The retrieved pages. */
function FoundView({ turn: { found, sources, usedMeaning } }: { turn: Turn }) {
  if (found === null) return null;
  const { standalone, pages, removed } = found;
  const removals = removedWords(removed);
  const cited = new Set(sources.map(({ url }) => pageAddress(url)));
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-soft">
        {pages.length === 1 ? '1 page was found' : `${pages.length} pages were found`}
        {usedMeaning === false && ', by words alone'}
        {removals !== '' && `; ${removals}`}
      </summary>
      {standalone !== null && (
        <p dir="auto" className="mt-2 break-words text-soft">
          Searched for “{standalone}”.
        </p>
      )}
      <ol className="mt-2 grid gap-1">
        {pages.map(({ url, title, score }) => (
          <li key={url} className="flex flex-wrap items-baseline gap-x-3">
            <span className="w-10 text-xs text-faint tabular-nums">
              {score === null ? 'read' : score.toFixed(2)}
            </span>
            <span dir="auto" className="min-w-0 break-words">
              <ExternalLink href={url}>{title}</ExternalLink>
            </span>
            {cited.has(pageAddress(url)) && <span className="text-xs text-good">cited</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function FeedbackView({ feedback: { helpful, comment } }: { feedback: NonNullable<Turn['feedback']> }) {
  const Icon = helpful ? ThumbsUp : ThumbsDown;
  return (
    <p
      className={`flex items-start gap-2 rounded-lg px-3 py-2 text-sm ${helpful ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
    >
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span dir="auto" className="min-w-0 break-words">
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
      {usage.inputTokens > 0 && (
        <span>
          {formatNumber(usage.inputTokens)} in, {formatNumber(usage.outputTokens)} out
        </span>
      )}
      {costMicros > 0 && <span>{formatCost(costMicros)}</span>}
      <span>{model}</span>
      {commit !== null && <code className="font-mono">{commit.slice(0, 8)}</code>}
      <span className="ml-auto">{formatDateTime(createdAt)}</span>
    </>
  );
}
