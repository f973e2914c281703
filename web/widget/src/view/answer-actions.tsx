import { useState } from 'preact/hooks';
import type { Turn } from '../chat/types.ts';
import { SupportLink } from './foot.tsx';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { holdTab, rove } from './roving.ts';
import { useSession } from './session.ts';

/** The actions on an answer: copy it, rate it, ask again. */
export function AnswerActions({ turn }: { turn: Turn }) {
  const { chat, host, say } = useSession();
  const [asksComment, setAsksComment] = useState(false);
  const rate = (helpful: boolean) => {
    setAsksComment(true);
    void chat.rate(turn.id, helpful);
  };
  return (
    <>
      {turn.outcome === 'not_in_docs' && (
        <p class="choices">
          <SupportLink threadId={chat.thread().id} />
          <button type="button" onClick={() => rate(false)}>
            {say('tellAuthors')}
          </button>
        </p>
      )}
      <div class="actions" role="toolbar" aria-label={say('answer')} onKeyDown={rove} onFocusIn={holdTab}>
        <CopyButton
          text={turn.text}
          label="copy"
          onCopy={() => host.emit('copy', { messageId: turn.messageId })}
        />
        <IconButton icon="up" label="helpful" pressed={turn.helpful === true} onClick={() => rate(true)} />
        <IconButton
          icon="down"
          label="notHelpful"
          pressed={turn.helpful === false}
          onClick={() => rate(false)}
        />
        <IconButton icon="retry" label="retry" onClick={() => void chat.again(turn.id)} />
      </div>
      {asksComment && <CommentForm turn={turn} />}
    </>
  );
}

function CommentForm({ turn: { id, helpful } }: { turn: Turn }) {
  const { chat, say } = useSession();
  const [sent, setSent] = useState(false);
  if (sent) return <p role="status">{say('thanks')}</p>;
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const comment = String(new FormData(event.currentTarget as HTMLFormElement).get('comment')).trim();
    if (comment !== '') await chat.rate(id, helpful === true, comment);
    setSent(true);
  };
  return (
    <form class="comment" onSubmit={send}>
      <label>
        {say('comment')}
        <textarea name="comment" rows={2} maxLength={4_000} />
      </label>
      <button type="submit" class="plain">
        {say('send')}
      </button>
    </form>
  );
}
