import { randomId } from '../../api/random-id.ts';
import { ArrowDown, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useProject, useOrganization } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorText } from '../../ui/states.tsx';
import type { Exchange } from './exchange.ts';
import { ExchangeView } from './exchange-view.tsx';
import type { PlaygroundSearch } from './point-of-view.ts';
import { QuestionBox } from './question-box.tsx';
import { ReaderCard } from './reader-card.tsx';
import { type Beginning, useChat } from './use-chat.ts';
import { useFollow } from './use-follow.ts';
import type { Rival } from './use-rivals.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../ui/time.tsx';
import { playgroundFp } from './ask.ts';

type Props = Beginning & {
  search: PlaygroundSearch;
  rivals: Rival[];
  goTo(changes: PlaygroundSearch, replace?: boolean): Promise<void>;
  onRestart(): void;
};

/** Questions and answers of one answerer, or of two side by side. */
export function Workbench({ search, rivals, goTo, onRestart, ...beginning }: Props) {
  const { id: projectId, domain } = useProject();
  const rival = rivals.find(({ value }) => value === search.with);
  const chat = useChat(projectId, { domain }, beginning);
  const other = useChat(rival?.projectId ?? projectId, rival?.answerer ?? { domain }, { exchanges: [] });
  const [open, setOpen] = useState<'reader' | 'earlier'>();
  const toggle = (which: typeof open) => setOpen(open === which ? undefined : which);
  const { isAtEnd, jump } = useFollow(chat.exchanges.length > 0);
  const ask = (question: string) => {
    jump();
    const id = randomId();
    void chat.ask(id, question, search);
    if (rival !== undefined) void other.ask(id, question, search);
  };
  const choose = (changes: PlaygroundSearch) => {
    if (changes.with !== search.with) other.reset();
    void goTo(changes, true);
  };
  const stop = () => {
    chat.stop();
    other.stop();
  };
  return (
    <Page
      title="Playground"
      about="Ask as a reader would. Questions use credits and are stored like theirs."
      actions={
        <>
          <Button aria-expanded={open === 'earlier'} onClick={() => toggle('earlier')}>
            Earlier
          </Button>
          <Button aria-expanded={open === 'reader'} onClick={() => toggle('reader')}>
            Reader and comparison
          </Button>
          {chat.exchanges.length > 0 && <Button onClick={onRestart}>New conversation</Button>}
        </>
      }
    >
      {open === 'earlier' && <EarlierCard current={search.thread} />}
      {open === 'reader' && <ReaderCard search={search} rivals={rivals} onChoose={choose} />}
      <PointOfViewLine search={search} rival={rival} />
      {/* Not a live region: token by token it helps nobody. The status below announces finished answers. */}
      <div role="log" aria-live="off" aria-label="Conversation" className="grid gap-6">
        {chat.exchanges.length === 0 && (
          <Card padded={false}>
            <EmptyState icon={FlaskConical} title="Ask your docs something">
              You see the answer, its sources, what was retrieved for it, and how long each step took.
            </EmptyState>
          </Card>
        )}
        {chat.exchanges.map((exchange) => {
          const beside = other.exchanges.find(({ id }) => id === exchange.id);
          const isCompared = rival !== undefined && beside !== undefined;
          return (
            <section key={exchange.id} className="grid gap-3">
              <h2 dir="auto" className="text-base font-medium break-words whitespace-pre-wrap">
                {exchange.question}
              </h2>
              <div className={isCompared ? 'grid items-start gap-4 lg:grid-cols-2' : 'grid'}>
                <ExchangeView
                  {...{ exchange, chat, domain, view: search }}
                  {...(isCompared && { name: 'As readers get it' })}
                />
                {isCompared && (
                  <ExchangeView
                    exchange={beside}
                    chat={other}
                    domain={rival.answerer.domain}
                    view={search}
                    name={rival.name}
                  />
                )}
              </div>
            </section>
          );
        })}
      </div>
      <p role="status" className="sr-only">
        {describe(chat.exchanges.at(-1))}
      </p>
      <div className="sticky bottom-4 grid gap-2">
        {!isAtEnd && (
          <Button className="justify-self-center shadow-pop" onClick={jump}>
            <ArrowDown size={16} aria-hidden /> Jump to latest
          </Button>
        )}
        <QuestionBox busy={chat.busy || other.busy} filledIn={search.question} onAsk={ask} onStop={stop} />
      </div>
    </Page>
  );
}

function PointOfViewLine({ search, rival }: { search: PlaygroundSearch; rival: Rival | undefined }) {
  const { page, language, version, groups } = search;
  const parts = [
    page && `on ${page}`,
    language && `in ${language}`,
    version && `version ${version}`,
    groups && `of ${groups}`,
  ].filter(Boolean);
  const said = [
    parts.length > 0 && `Asks as a reader ${parts.join(', ')}.`,
    rival && `Compares with ${rival.name}.`,
  ].filter(Boolean);
  return said.length > 0 && <p className="text-sm text-soft">{said.join(' ')}</p>;
}

function describe(last: Exchange | undefined): string {
  if (last === undefined) return '';
  if (last.state === 'asking') return 'Generating an answer';
  if (last.state === 'failed') return '';
  if (last.state === 'stopped') return 'Stopped';
  return `Answer ready: ${last.text.slice(0, 200)}`;
}

/** Earlier conversations in the playground, of all members. */
function EarlierCard({ current }: { current: string | undefined }) {
  const { slug: org } = useOrganization();
  const { domain, queries } = useProject();
  const earlier = useInfiniteQuery({ ...queries.conversations({ fp: playgroundFp }), staleTime: 0 });
  const items = earlier.data?.pages[0]?.items;
  return (
    <Card title="Earlier playground conversations" padded={false}>
      <ErrorText error={earlier.error} />
      {items?.length === 0 && <p className="px-5 py-4 text-sm text-soft">There are none yet.</p>}
      <ul className="max-h-72 divide-y divide-line overflow-y-auto">
        {items?.map(({ threadId, question, turns, updatedAt }) => (
          <li key={threadId}>
            <Link
              to="/$org/$domain/playground"
              params={{ org, domain }}
              search={{ thread: threadId }}
              aria-current={threadId === current ? 'true' : undefined}
              className="flex items-baseline justify-between gap-4 px-4 py-2.5 text-sm hover:bg-hover aria-current:bg-hover sm:px-5"
            >
              <span dir="auto" className="min-w-0 truncate">
                {question}
              </span>
              <span className="shrink-0 text-xs text-faint">
                {turns === 1 ? '1 question' : `${turns} questions`}, <Ago at={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
