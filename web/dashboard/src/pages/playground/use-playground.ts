import { useRef, useState } from 'react';
import { ask, type Exchange, type Thread } from './ask.ts';

/** One thread of questions, at most one being answered. */
export function usePlayground(domain: string) {
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const thread = useRef<Thread>(undefined);
  const running = useRef<AbortController>(undefined);
  const show = (changed: Exchange) =>
    setExchanges((all) =>
      all.some(({ id }) => id === changed.id)
        ? all.map((one) => (one.id === changed.id ? changed : one))
        : [...all, changed],
    );
  return {
    exchanges,
    busy: exchanges.at(-1)?.state === 'asking',
    async ask(question: string) {
      running.current = new AbortController();
      await ask({
        domain,
        question,
        earlier: exchanges,
        thread: thread.current,
        signal: running.current.signal,
        onThread: (started) => (thread.current = started),
        onChange: show,
      });
    },
    stop: () => running.current?.abort(),
    restart() {
      running.current?.abort();
      thread.current = undefined;
      setExchanges([]);
    },
  };
}
