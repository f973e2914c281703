import { useSession } from '../view/session.ts';
import type { Citation } from './citations.ts';
import { Link } from './link.tsx';

/** Numbers that link to the sources. `cited-sentences.ts` shows what they support. */
export function CitationChips({ before, references }: Citation) {
  const { say } = useSession();
  return (
    <span class="cites">
      {before}
      {references.map(({ number, source: { url, title } }) => (
        <Link class="cite" key={url} href={url} label={say('source', { n: number, title })}>
          {number}
        </Link>
      ))}
    </span>
  );
}
