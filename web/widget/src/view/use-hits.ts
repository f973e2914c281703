import { useEffect, useState } from 'preact/hooks';
import type { Hit } from '../chat/client.ts';
import { useSession } from './session.ts';

const pauseMs = 160;
const minLength = 2;

/** The pages for the typed text, a moment after the last key; undefined until they are known. */
export function useHits(query: string): { hits: Hit[] | undefined; clear(): void } {
  const { client } = useSession();
  const [hits, setHits] = useState<Hit[]>();
  useEffect(() => {
    const text = query.trim();
    if (text.length < minLength) return setHits(undefined);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      // A failed search shows no hits; asking reports the problem.
      client
        .search(text.slice(0, 500), stop.signal)
        .then(setHits, () => stop.signal.aborted || setHits(undefined));
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, query]);
  return { hits, clear: () => setHits(undefined) };
}
