import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../layout/where.ts';
import { ErrorState, PageSkeleton } from '../../ui/states.tsx';
import { keptExchange } from './exchange.ts';
import { useRivals } from './use-rivals.ts';
import { Workbench } from './workbench.tsx';

const from = '/signed-in/$org/$domain/playground';

/** The playground, with the conversation in the address. */
export function PlaygroundPage() {
  const search = useSearch({ from });
  const { rivals, isPending } = useRivals();
  const navigate = useNavigate({ from: '/$org/$domain/playground' });
  const [begun, setBegun] = useState<string>();
  const [shown, setShown] = useState({ thread: search.thread, opened: search.thread, visit: 0 });
  if (search.thread !== shown.thread) {
    // A new conversation has got its id; every other change opens another conversation.
    const isSame = shown.thread === undefined && search.thread === begun;
    const changed = isSame ? {} : { opened: search.thread, visit: shown.visit + 1 };
    setShown({ ...shown, thread: search.thread, ...changed });
  }
  const goTo = (changes: Partial<typeof search>, replace = false) =>
    navigate({
      // The address may have changed since, when a conversation gets its id.
      search: (now) => ({ ...now, ...changes }),
      replace,
      // The id of a followed conversation goes into the address.
      resetScroll: !replace,
    });
  const props = {
    search,
    rivals,
    goTo,
    onThread(thread: string) {
      setBegun(thread);
      void goTo({ thread }, true);
    },
    onRestart() {
      setBegun(undefined);
      // Without an id in the address, nothing there would change.
      if (search.thread === undefined) setShown({ ...shown, visit: shown.visit + 1 });
      else void goTo({ thread: undefined });
    },
  };
  // What is asked before the other answerer is known would be asked of one alone.
  if (search.with !== undefined && isPending) return <PageSkeleton />;
  return shown.opened === undefined ? (
    <Workbench key={shown.visit} {...props} exchanges={[]} />
  ) : (
    <Opened key={shown.visit} {...props} threadId={shown.opened} />
  );
}

function Opened({
  threadId,
  ...props
}: Omit<Parameters<typeof Workbench>[0], 'exchanges'> & { threadId: string }) {
  const { queries } = useProject();
  // Reloaded each time, because there may be new questions.
  const { data, error, refetch } = useQuery({ ...queries.conversation(threadId), gcTime: 0 });
  if (error !== null) return <ErrorState error={error} heading="h1" retry={() => void refetch()} />;
  if (data === undefined) return <PageSkeleton />;
  return <Workbench {...props} threadId={threadId} exchanges={data.turns.map(keptExchange)} />;
}
