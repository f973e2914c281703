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
  isFollowUp: boolean;
};

const maxQuestionLength = 10_000;

/** One box to search and to ask: pages while typing, an answer on Enter. */
export function QuestionBox(props: Props) {
  const { text, onText, selection, onDropSelection, onAsk, isAsking, isFollowUp } = props;
  const { chat, say } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { hits, clear } = useHits(text);
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
    if (event.key === 'ArrowDown' && hits.length > 0) {
      event.preventDefault();
      form.current?.querySelector<HTMLElement>('.hit')?.focus();
    }
  };
  const focusBox = () => form.current?.querySelector('textarea')?.focus();
  // From the box and from the pages: an overlay of the dialog closes first.
  const closeHits = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || hits.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    focusBox();
    clear();
  };
  return (
    <form class="box" ref={form} onSubmit={ask} onKeyDown={closeHits}>
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
          placeholder={say(isFollowUp ? 'placeholderNext' : 'placeholder')}
          aria-label={say('placeholder')}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isAsking && (
          <button type="button" class="plain" onClick={chat.stop}>
            <Icon name="stop" /> {say('stop')}
          </button>
        )}
        {/* Not `disabled`: the button would lose the focus when pressed. */}
        <button type="submit" class="send" aria-label={say('ask')} aria-disabled={text.trim() === ''}>
          <Icon name="send" />
        </button>
      </div>
      <Hits hits={hits} onLeave={focusBox} />
      <p role="status" class="unseen">
        {hits.length > 0 && say('pagesFound', { n: hits.length })}
      </p>
    </form>
  );
}
