import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { singleFlight } from './single-flight.ts';
import { toast } from './toast.tsx';

export type Done = { text: string; undo?: () => Promise<unknown> };

/**
 * A button's action: runs once at a time, with its error beside the button and a toast on success.
 * @param work the action; returns the success message, and how to undo it
 */
export function useAction<Args extends unknown[]>(work: (...args: Args) => Promise<Done | void>) {
  const doing = useMutation({ mutationFn: (args: Args) => work(...args) });
  // A second click can come before the pending state is rendered.
  const [once] = useState(() => singleFlight((act: () => Promise<unknown>) => act()));
  const run = (...args: Args) => {
    // The error is in `error`.
    void once(async () => {
      const done = await doing.mutateAsync(args);
      if (done)
        toast(
          done.text,
          done.undo &&
            (() =>
              void done.undo!().catch(() =>
                toast('This could not be undone. Reload the page to see how it is now.'),
              )),
        );
    })?.catch(() => undefined);
  };
  return { run, busy: doing.isPending, error: doing.error };
}
