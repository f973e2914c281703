import { useState } from 'preact/hooks';
import { IconButton } from './icon-button.tsx';
import { rove } from './roving.ts';
import { useSession } from './session.ts';

/** The conversations in this browser's storage. */
export function HistoryView({ onDone }: { onDone(): void }) {
  const { chat, history, look, say } = useSession();
  const [threads, setThreads] = useState(history.list);
  const day = new Intl.DateTimeFormat(look.language, { dateStyle: 'medium' });
  return (
    <section class="body" tabIndex={-1} aria-label={say('history')}>
      <h2>{say('history')}</h2>
      {threads.length === 0 && <p>{say('historyEmpty')}</p>}
      <ul class="history" onKeyDown={rove}>
        {threads.map((thread) => (
          <li key={thread.fp}>
            <button
              type="button"
              class="past"
              onClick={() => {
                chat.resume(thread);
                onDone();
              }}
            >
              {thread.turns[0]?.question}
              <span class="small">{day.format(thread.updatedAt)}</span>
            </button>
            <IconButton
              icon="bin"
              label="historyDelete"
              onClick={() => {
                if (thread.fp === chat.thread().fp) chat.restart();
                history.remove(thread);
                setThreads(history.list());
              }}
            />
          </li>
        ))}
      </ul>
      {threads.length > 0 && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            chat.restart();
            history.clear();
            setThreads([]);
          }}
        >
          {say('historyClear')}
        </button>
      )}
    </section>
  );
}
