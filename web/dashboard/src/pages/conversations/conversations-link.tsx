import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { ConversationSearch } from './conversation-search.ts';

/**
 * A number of a project's page that leads to the conversations behind it. A list shows hundreds of them, and one costs a
 * tenth of a Link, which watches where the person is.
 */
export function ConversationsLink({ search, children }: { search: ConversationSearch; children: ReactNode }) {
  const router = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    const isForBrowser =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isForBrowser) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    void router.navigate({ href: pathname + search });
  };
  return (
    <a
      href={`conversations${router.options.stringifySearch(search)}`}
      onClick={go}
      className="underline decoration-edge underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}
