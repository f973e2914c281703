import type { Hit } from '../chat/client.ts';
import { Link } from '../markdown/link.tsx';
import { Icon } from './icon.tsx';
import { rove } from './roving.ts';
import { useSession } from './session.ts';

/** Pages that match the typed text. The arrow keys move here from the box and back. */
export function Hits({ hits, onLeave }: { hits: Hit[]; onLeave(): void }) {
  const { say } = useSession();
  return (
    <div class="hits" hidden={hits.length === 0} onKeyDown={(event) => rove(event, onLeave)}>
      <p class="small">{say('hint')}</p>
      <ul aria-label={say('pages')}>
        {hits.map(({ url, title, heading, snippet }) => (
          <li key={url}>
            <Link href={url} class="hit">
              <Icon name="page" />
              <span>
                <b>{heading === title ? title : `${title} › ${heading}`}</b>
                <span class="small">{snippet}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
