import { useSession } from './session.ts';

/** The footer: answers can be wrong, the state of the docs, and a contact. */
export function Foot({ threadId }: { threadId: string | null }) {
  const { look, say } = useSession();
  const { docs } = look;
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
      <SupportLink threadId={threadId} />
    </footer>
  );
}

/** A link to people, where the site names one. */
export function SupportLink({ threadId }: { threadId: string | null }) {
  const { look, say } = useSession();
  if (!look.support) return null;
  return (
    <a href={supportAddress(look.support, threadId)} target="_blank" rel="noopener">
      {say('support')}
    </a>
  );
}

/** A web or mail address, with the thread's id for the person who reads it. */
function supportAddress(support: string, threadId: string | null): string {
  if (!URL.canParse(support))
    return `mailto:${support}${threadId ? `?body=${encodeURIComponent(`\n\n${threadId}`)}` : ''}`;
  const url = new URL(support);
  if (threadId) url.searchParams.set('threadId', threadId);
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : '#';
}
