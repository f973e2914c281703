import type { Hit } from '../chat/client.ts';
import { Link } from '../markdown/link.tsx';
import { rove } from './roving.ts';
import { useSession } from './session.ts';

type Props = { query: string; hits: Hit[]; onAsk(event: Event): void; onLeave(): void };

/** To ask, and the pages that match the typed text. The arrow keys move here from the box and back. */
export function Hits({ query, hits, onAsk, onLeave }: Props) {
  const { say } = useSession();
  const pages = Map.groupBy(hits, ({ title }) => title);
  return (
    <div class="hits" onKeyDown={(event) => rove(event, onLeave)}>
      <button type="button" class="hit" onClick={onAsk}>
        <b>{say('title')}:</b> {query}
      </button>
      {hits.length === 0 && <p class="small">{say('noPages')}</p>}
      <ul aria-label={say('pages')}>
        {[...pages].map(([title, sections]) => (
          <li key={title}>
            {sections.map(({ url, heading, snippet }, at) => (
              <Link href={url} class="hit" key={url}>
                {at === 0 && <b>{marked(title, query)}</b>}
                {heading !== title && <span>{marked(heading, query)}</span>}
                <span class="small">{marked(snippet, query)}</span>
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The text with the words of the query marked where a word begins with them. */
function marked(text: string, query: string) {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu)?.map((word) => word.slice(0, 40)) ?? [];
  if (words.length === 0) return text;
  return text
    .split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu'))
    .map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}
