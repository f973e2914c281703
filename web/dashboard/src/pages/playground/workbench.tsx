import { randomId } from '../../api/random-id.ts';
import { ArrowDown, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EarlierCard } from './earlier-card.tsx';
import type { Exchange } from './exchange.ts';
import { ExchangeView } from './exchange-view.tsx';
import type { PlaygroundSearch } from './point-of-view.ts';
import { QuestionBox } from './question-box.tsx';
import { ReaderCard } from './reader-card.tsx';
import { type Beginning, useChat } from './use-chat.ts';
import { useFollow } from './use-follow.ts';
import type { Rival } from './use-rivals.ts';

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
