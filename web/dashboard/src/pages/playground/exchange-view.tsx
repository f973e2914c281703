import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { formatCost, formatMs, formatNumber } from '../../api/format.ts';
import { Answer } from '../../ui/answer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Note } from '../../ui/states.tsx';
import { TurnBadge } from '../conversations/turn-badge.tsx';
import { reasonWord } from '../conversations/turn-words.ts';
import type { Exchange } from './exchange.ts';
import type { PointOfView } from './point-of-view.ts';
import type { Chat } from './use-chat.ts';
import { Why } from './why.tsx';

type Props = {
  exchange: Exchange;
  chat: Chat;
  domain: string;
  view: PointOfView;
  /** The answerer's name, when there are two. */
  name?: string;
};

/** An answer, with everything that is known of how it was made. */
export function ExchangeView({ exchange, chat, domain, view, name }: Props) {
  const { text, sources, supports, queries, state, error } = exchange;
  return (
    <article className="flex min-w-0 flex-col overflow-hidden rounded-xl border border-line bg-panel shadow-card">
      {name !== undefined && (
        <h3 className="truncate border-b border-line bg-hover px-4 py-2 text-xs font-medium text-soft sm:px-5">
          {name}
        </h3>
      )}
      <div className="grid flex-1 content-start gap-4 px-4 py-4 sm:px-5">
        <Answer text={text} sources={sources} supports={supports} />
        {state === 'asking' && <Working searching={text === ''} />}
        {error !== undefined && (
          <div role="alert">
            <Note tone="bad">{error}</Note>
          </div>
        )}
        {queries.length > 0 && <Why exchange={exchange} domain={domain} view={view} />}
        {state !== 'asking' && text !== '' && <Actions exchange={exchange} chat={chat} />}
      </div>
      <Facts exchange={exchange} />
    </article>
  );
}

const Working = ({ searching }: { searching: boolean }) => (
  <p className="flex items-center gap-2 text-sm text-faint">
    <span className="size-2 animate-pulse-soft rounded-full bg-accent" />
    {searching ? 'Searching the docs' : 'Writing'}
  </p>
);

function Actions({ exchange: { text, messageId, turn }, chat }: { exchange: Exchange; chat: Chat }) {
  const helpful = turn?.feedback?.helpful;
  return (
    <div className="-ml-2 flex flex-wrap items-center">
      <CopyButton text={text} label="Copy the answer" />
      {turn !== undefined && (
        <>
          <IconButton
            label="Helpful"
            aria-pressed={helpful === true}
            className="size-8 aria-pressed:text-good"
            onClick={() => void chat.rate(messageId, true)}
          >
            <ThumbsUp size={15} aria-hidden />
          </IconButton>
          <IconButton
            label="Not helpful"
            aria-pressed={helpful === false}
            className="size-8 aria-pressed:text-bad"
            onClick={() => void chat.rate(messageId, false)}
          >
            <ThumbsDown size={15} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}

/** Its status and cost: measured by this page until the server has stored the turn. */
function Facts({ exchange: { timings, state, turn } }: { exchange: Exchange }) {
  const { firstEventMs, firstTextMs, totalMs } = timings;
  if (firstEventMs === undefined && turn === undefined && state !== 'stopped') return null;
  const reason = state === 'stopped' ? null : reasonWord(turn?.reason ?? null);
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 text-xs text-soft tabular-nums sm:px-5">
      {state === 'stopped' ? (
        <Badge tone="warn">Stopped</Badge>
      ) : (
        turn !== undefined && <TurnBadge status={turn.status} />
      )}
      {reason !== null && <span>{reason}</span>}
      {firstEventMs !== undefined && <span>first event {formatMs(firstEventMs)}</span>}
      <span>first text {formatMs(firstTextMs ?? null)}</span>
      <span>whole {formatMs(totalMs ?? null)}</span>
      {turn !== undefined && (
        <>
          {turn.usage.inputTokens > 0 && (
            <span>
              {formatNumber(turn.usage.inputTokens)} tokens in, {formatNumber(turn.usage.outputTokens)} out
            </span>
          )}
          {turn.costMicros > 0 && <span>{formatCost(turn.costMicros)}</span>}
          <span>{turn.model}</span>
          {turn.commit !== null && <code className="font-mono">{turn.commit.slice(0, 8)}</code>}
        </>
      )}
    </footer>
  );
}
