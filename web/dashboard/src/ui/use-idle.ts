import { useEffect, useState } from 'react';

/** Milliseconds after which a browser that is never idle gets the rest, too. */
const patienceMs = 1_000;

/** False at first; true once the browser has shown the page and has nothing to do: for what can follow it. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle;
}

/** Safari does not know when it is idle. @returns cancels it */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: patienceMs });
  return () => cancelIdleCallback(handle);
}
