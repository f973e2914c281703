import { useSession } from '../view/session.ts';
import type { Citation } from './citations.ts';
import { Link } from './link.tsx';

/** Numbers that link to the sources. Hover and focus show the page and section. */
export function CitationChips({ before, references }: Citation) {
  const { say } = useSession();
  return (
    <span class="cites">
      {before}
      {references.map(({ number, source: { url, title } }) => (
        <span class="cite" key={url}>
          <Link href={url} label={say('source', { n: number, title })}>
            {number}
          </Link>
          <span class="tip" aria-hidden="true">
            <b>{title.split(' › ')[0]}</b>
            {title.split(' › ').slice(1).join(' › ')}
          </span>
        </span>
      ))}
    </span>
  );
}
