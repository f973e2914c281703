import { useRef } from 'preact/hooks';
import { Hits } from './hits.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { useSession } from './session.ts';
import { useHits } from './use-hits.ts';

type Props = {
  text: string;
  onText(text: string): void;
  selection: string | undefined;
  onDropSelection(): void;
  onAsk(question: string): void;
  isAsking: boolean;
  /** A conversation has begun, and the box is below it. */
  isChat: boolean;
};

const maxQuestionLength = 10_000;

/** One box to search and to ask: pages while typing, an answer on Enter. */
export function QuestionBox(props: Props) {
  const { text, onText, selection, onDropSelection, onAsk, isAsking, isChat } = props;
  const { chat, say } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { hits, clear } = useHits(text);
  const isOpen = hits !== undefined;
  const ask = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    clear();
    onAsk(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may end the composition of a character, and must not send then.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) ask(event);
    if (event.key === 'ArrowDown' && isOpen) {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('.hit')?.focus();
    }
  };
  const focusBox = () => form.current?.querySelector('textarea')?.focus();
  // From the box and from the pages: an overlay of the dialog closes first.
  const closeHits = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    focusBox();
    clear();
  };
  return (
    <form class={isChat ? 'box below' : 'box'} ref={form} onSubmit={ask} onKeyDown={closeHits}>
      {selection !== undefined && (
        <p class="about">
          <span class="small">{say('selection')}</span>
          <q>{selection}</q>
          <IconButton icon="close" label="selectionRemove" onClick={onDropSelection} />
        </p>
      )}
      <div class="row">
        <textarea
          rows={1}
          value={text}
          maxLength={maxQuestionLength}
          placeholder={say(isChat ? 'placeholderNext' : 'placeholder')}
          aria-label={say('placeholder')}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {/* Not `disabled`: the button would lose the focus when pressed. */}
        <button
          type={isAsking ? 'button' : 'submit'}
          class="send"
          aria-label={say(isAsking ? 'stop' : 'ask')}
          aria-disabled={!isAsking && text.trim() === ''}
          onClick={isAsking ? chat.stop : undefined}
        >
          <Icon name={isAsking ? 'stop' : 'send'} />
        </button>
      </div>
      {hits && <Hits query={text.trim()} hits={hits} onAsk={ask} onLeave={focusBox} />}
      <p role="status" class="unseen">
        {hits && (hits.length > 0 ? say('pagesFound', { n: hits.length }) : say('noPages'))}
      </p>
    </form>
  );
}
