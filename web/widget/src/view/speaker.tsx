import { useEffect, useRef, useState } from 'preact/hooks';
import type { Turn } from '../chat/types.ts';
import { withoutPages } from '../markdown/citations.ts';
import { sentences } from '../markdown/sentences.ts';
import { outcomeWords } from './outcome-words.ts';
import { useSession } from './session.ts';

const speakEveryMs = 1_000;

/** Announces an answer to screen readers, in whole sentences, each once. The answer itself is not a live region. */
export function Speaker({ turn }: { turn: Turn | undefined }) {
  const { look, say } = useSession();
  const [spoken, setSpoken] = useState<{ id: string; sentences: string[] }>({ id: '', sentences: [] });
  const latest = useRef(turn);
  latest.current = turn;
  const id = turn?.state === 'asking' ? turn.id : spoken.id;
  useEffect(() => {
    if (turn?.state !== 'asking') return undefined;
    const speak = () => {
      const now = latest.current;
      if (now?.id !== id) return;
      const all = sentences(withoutPages(now.text), now.sources, look.language);
      // The last sentence may be incomplete.
      const ended = [...all, outcomeWords(now, say)].filter(Boolean);
      setSpoken({ id, sentences: now.state === 'asking' ? all.slice(0, -1) : ended });
    };
    const timer = setInterval(speak, speakEveryMs);
    return () => {
      clearInterval(timer);
      speak();
    };
  }, [id, turn?.state]);
  const isAsking = turn?.state === 'asking';
  return (
    <div class="unseen" aria-live="polite" aria-relevant="additions">
      {isAsking && <p key={`${id}-start`}>{say('searching')}</p>}
      {spoken.id === turn?.id &&
        spoken.sentences.map((sentence, at) => <p key={`${id}-${at}`}>{sentence}</p>)}
    </div>
  );
}
