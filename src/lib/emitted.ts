/** Takes an event. While its reader is behind, returns a promise, which whoever emits many waits for. */
export type Emit<Event> = (event: Event) => void | Promise<void>;

/** Events that may wait for their reader before it is behind. */
const maxWaiting = 16;

/**
 * What `produce` emits, for a reader that asks for it. Those who produce events pass `emit` on to one another, because
 * every async generator on the way of an event costs several turns of the microtask queue.
 * @param leave called when the reader stops before the end, to end `produce`, which is waited for
 */
export async function* emitted<Event>(
  produce: (emit: Emit<Event>) => Promise<unknown>,
  leave: () => void = () => {},
): AsyncGenerator<Event> {
  let waiting: Event[] = [];
  let wake = () => {};
  let readOn: PromiseWithResolvers<void> | undefined;
  let state = 'running' as 'running' | 'ended' | 'left';
  const emit = (event: Event) => {
    if (state === 'left') return;
    waiting.push(event);
    wake();
    if (waiting.length < maxWaiting) return;
    readOn ??= Promise.withResolvers();
    return readOn.promise;
  };
  const producing = produce(emit).finally(() => {
    if (state === 'running') state = 'ended';
    wake();
  });
  // Thrown below, after the events before it.
  producing.catch(() => {});
  try {
    for (;;) {
      const events = waiting;
      waiting = [];
      readOn?.resolve();
      readOn = undefined;
      for (const event of events) yield event;
      if (waiting.length > 0) continue;
      if (state === 'ended') break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    await producing;
  } finally {
    if (state === 'running') {
      state = 'left';
      leave();
      readOn?.resolve();
      await producing.catch(() => {});
    }
  }
}
