import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { pagePath } from '../chat/page-path.ts';
import type { Turn, Thread } from '../chat/types.ts';
import { Choices } from './choices.tsx';
import { Foot } from './foot.tsx';
import { Header } from './header.tsx';
import { HistoryView } from './history-view.tsx';
import { QuestionBox } from './question-box.tsx';
import { useSession } from './session.ts';
import { Speaker } from './speaker.tsx';
import { TurnView } from './turn-view.tsx';
import type { Chat } from '../chat/chat.ts';

type Props = {
  isOpen: boolean;
  draft: string;
  onDraft(text: string): void;
  selection: string | undefined;
  onDropSelection(): void;
  onClose?: (() => void) | undefined;
};

const shownRecent = 3;

/** The whole panel, in any frame: a dialog, inline, or a page of its own. */
export function PanelView({ isOpen, draft, onDraft, selection, onDropSelection, onClose }: Props) {
  const { chat, history, look, say } = useSession();
  const thread = useThread(chat);
  const [isHistory, setIsHistory] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<string>();
  const { turns } = thread;
  const last = turns.at(-1);
  const isChat = turns.length > 0;
  const recent = new Map(isChat ? [] : history.list().map((past) => [past.turns[0]!.question, past]));
  const box = (
    <QuestionBox
      key="box"
      text={draft}
      onText={onDraft}
      selection={selection}
      onDropSelection={onDropSelection}
      onAsk={(question) => ask(question)}
      isAsking={last?.state === 'asking'}
      isChat={isChat}
    />
  );
  // A moved box loses the focus.
  const hadFocus = useRef(false);
  hadFocus.current =
    (body.current?.getRootNode() as ShadowRoot | null)?.activeElement?.tagName === 'TEXTAREA';
  useLayoutEffect(() => void (hadFocus.current && focusBox()), [isChat]);
  // Scrolls a new question to the top, and its answer grows below it. `scrollIntoView` would also scroll the panel and
  // the page around it. Nothing scrolls in a closed dialog.
  const scrolled = useRef<string | undefined>(undefined);
  useEffect(() => {
    const turn = body.current?.querySelector<HTMLElement>('.turn:last-of-type');
    if (isHistory) scrolled.current = undefined;
    if (!isOpen || isHistory || scrolled.current === last?.id) return;
    scrolled.current = last?.id;
    if (turn) scrollTo(turn, body.current!);
  }, [isOpen, isHistory, last?.id]);

  // The page's script may ask while earlier chats are shown.
  useEffect(() => {
    if (last?.state === 'asking') setIsHistory(false);
  }, [last?.id]);

  const focusBox = () =>
    (body.current?.getRootNode() as ShadowRoot | null)?.querySelector('textarea')?.focus();
  const ask = (question: string) => {
    setIsHistory(false);
    onDraft('');
    onDropSelection();
    const about = selection === undefined ? undefined : { text: selection, path: pagePath() };
    if (edited !== undefined && chat.thread().turns.some(({ id }) => id === edited))
      void chat.again(edited, question);
    else void chat.ask(question, about);
    setEdited(undefined);
  };
  const edit = ({ id, question }: Turn) => {
    setEdited(id);
    onDraft(question);
    focusBox();
  };
  const restart = () => {
    chat.restart();
    setIsHistory(false);
    focusBox();
  };
  return (
    <>
      <Header
        onClose={onClose}
        isHistory={isHistory}
        onHistory={() => setIsHistory(!isHistory)}
        onNew={isChat ? restart : undefined}
      />
      {!isChat && box}
      {isHistory ? (
        <HistoryView key="body" onDone={() => setIsHistory(false)} />
      ) : (
        <div class="body" key="body" ref={body} tabIndex={-1} role="region" aria-label={say('answer')}>
          {!isChat && (
            <>
              <p class="greeting">{look.greeting ?? say('greeting')}</p>
              <Choices label={say('starters')} texts={look.starters} onChoose={ask} />
              <Choices
                label={say('history')}
                texts={[...recent.keys()].slice(0, shownRecent)}
                onChoose={(question) => chat.resume(recent.get(question)!)}
              />
            </>
          )}
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} isLast={turn === last} onEdit={() => edit(turn)} />
          ))}
        </div>
      )}
      {isChat && box}
      <Speaker turn={last} />
      <Foot threadId={thread.id} />
    </>
  );
}

/** On low screens the panel scrolls as a whole. */
function scrollTo(turn: HTMLElement, body: HTMLElement): void {
  const isLow = getComputedStyle(body).overflowY === 'visible';
  const [scrolled, above] = isLow ? [body.closest('.panel')!, 0] : [body, body.offsetTop];
  scrolled.scrollTop = turn.offsetTop - above;
}

/** The open conversation, rendered at most once per frame however fast the text arrives. */
function useThread(chat: Chat): Thread {
  const [thread, setThread] = useState(chat.thread);
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setThread(chat.thread());
    };
    const unsubscribe = chat.subscribe(() => {
      frame ||= requestAnimationFrame(update);
    });
    update();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [chat]);
  return thread;
}
