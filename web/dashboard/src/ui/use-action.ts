import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { singleFlight } from './single-flight.ts';
import { toast } from './toast.tsx';

type Done = { text: string; undo?: () => Promise<unknown> };

/**
 * What a button does: once at a time, with what went wrong beside it and a word when it is done.
 * @param work what to do; gives what to say when it is done, and how to undo it
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<Done | void>) {
  const doing = useMutation({ mutationFn: (args: Args) => work(...args) });
  // Two clicks can come before the first is drawn as pending.
  const [once] = useState(() => singleFlight((act: () => Promise<unknown>) => act()));
  const run = (...args: Args) => {
    // What went wrong is in `error`.
    void once(async () => {
      const done = await doing.mutateAsync(args);
      if (done)
        toast(
          done.text,
          done.undo && (() => void done.undo!().catch(() => toast('This could not be undone.'))),
        );
    })?.catch(() => undefined);
  };
  return { run, busy: doing.isPending, error: doing.error };
}
