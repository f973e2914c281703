import type { Source } from '../chat/types.ts';
import { Link } from '../markdown/link.tsx';
import { useSession } from './session.ts';

type Props = { sources: readonly Source[]; label?: 'sources' | 'related' };

/** Links to pages: the numbered sources of an answer, or what is related to it. */
export function Sources({ sources, label = 'sources' }: Props) {
  const { say } = useSession();
  if (sources.length === 0) return null;
  const List = label === 'sources' ? 'ol' : 'ul';
  return (
    <div class="sources" role="group" aria-label={say(label)}>
      <p class="small" aria-hidden="true">
        {say(label)}
      </p>
      <List>
        {sources.map(({ url, title }) => (
          <li key={url}>
            <Link href={url}>{title}</Link>
          </li>
        ))}
      </List>
    </div>
  );
}
