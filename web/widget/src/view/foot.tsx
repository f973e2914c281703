import { useSession } from './session.ts';

/** That answers can be wrong, which state of the docs they come from, and where a person can be asked. */
export function Foot({ threadId }: { threadId: string | null }) {
  const { look, say } = useSession();
  const { docs, support } = look;
  const date =
    docs?.deployedAt &&
    new Intl.DateTimeFormat(look.language, { dateStyle: 'medium' }).format(Date.parse(docs.deployedAt));
  return (
    <footer class="foot small">
      <span>{say('mistakes')}</span>
      {date && (
        <span>
          {say('docsOf', { date })}
          {docs.commit && `, ${say('commit', { sha: docs.commit.slice(0, 7) })}`}
        </span>
      )}
      {support && (
        <a href={supportAddress(support, threadId)} target="_blank" rel="noopener">
          {say('support')}
        </a>
      )}
    </footer>
  );
}

/** An address or a mail address, with the thread for whoever reads it there. */
function supportAddress(support: string, threadId: string | null): string {
  if (!URL.canParse(support))
    return `mailto:${support}${threadId ? `?body=${encodeURIComponent(`\n\n${threadId}`)}` : ''}`;
  const url = new URL(support);
  if (threadId) url.searchParams.set('threadId', threadId);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : '#';
}
