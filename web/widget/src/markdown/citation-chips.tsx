import type { Source } from '../chat/types.ts';
import { useSession } from '../view/session.ts';
import { Link } from './link.tsx';

/** Numbers that lead to the sources. Hover and focus show the page and section. */
export function CitationChips({ numbers, sources }: { numbers: number[]; sources: readonly Source[] }) {
  const { say } = useSession();
  return (
    <span class="cites">
      {numbers.map((number) => {
        const { url, title } = sources[number - 1]!;
        return (
          <span class="cite" key={number}>
            <Link href={url} label={say('source', { n: number, title })}>
              {number}
            </Link>
            <span class="tip" aria-hidden="true">
              <b>{title.split(' › ')[0]}</b>
              {title.split(' › ').slice(1).join(' › ')}
            </span>
          </span>
        );
      })}
    </span>
  );
}
