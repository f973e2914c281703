import type { Source } from '../chat/types.ts';
import { Link } from '../markdown/link.tsx';
import { useSession } from './session.ts';

export function Sources({ sources }: { sources: readonly Source[] }) {
  const { say } = useSession();
  if (sources.length === 0) return null;
  return (
    <section class="sources" aria-label={say('sources')}>
      <p class="small" aria-hidden="true">
        {say('sources')}
      </p>
      <ol>
        {sources.map(({ url, title }) => (
          <li key={url}>
            <Link href={url}>{title}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
