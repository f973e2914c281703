import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { costAfter, formatDateTime } from '../../api/format.ts';
import { request } from '../../api/request.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { conversationQuery } from './conversation-search.ts';
import { Page } from '../../ui/page.tsx';
import { ReviewCard } from './review-card.tsx';
import { visitorName } from './visitor-name.ts';
import { TurnView } from './turn-view.tsx';

export function ConversationPage() {
  const { slug: org } = useOrganization();
  const project = useProject();
  const mayDelete = useMay('admin');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { threadId } = useParams({ from: '/signed-in/$org/$domain/conversations/$threadId' });
  const search = useSearch({ from: '/signed-in/$org/$domain/conversations/$threadId' });
  const { data: conversation } = useSuspenseQuery(
    project.queries.conversation(threadId, conversationQuery(search)),
  );
  const { domain } = project;
  const remove = async () => {
    await request(
      'DELETE',
      `/manage/v1/projects/${project.id}/conversations/${encodeURIComponent(threadId)}`,
    );
    await navigate({ to: '/$org/$domain/conversations', params: { org, domain }, search });
    await client.invalidateQueries({ queryKey: ['project', project.id, 'conversations'] });
  };
  return (
    <Page
      title="Conversation"
      about={`${visitorName(conversation.fp)}, ${formatDateTime(conversation.createdAt)}${costAfter(conversation.costMicros)}`}
      actions={
        <>
          <Neighbour threadId={conversation.newer} label="Newer" />
          <Neighbour threadId={conversation.older} label="Older" />
          <LinkButton to="/$org/$domain/conversations" params={{ org, domain }} search={search}>
            {Object.keys(search).length > 0 ? 'Back to the list' : 'All conversations'}
          </LinkButton>
          {mayDelete && (
            <ConfirmButton label="Delete" title="Delete this conversation?" action={remove}>
              This deletes its questions, answers and feedback, too. It can’t be undone.
            </ConfirmButton>
          )}
        </>
      }
    >
      <ol className="grid gap-5">
        {conversation.turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} threadId={threadId} />
        ))}
      </ol>
      <ReviewCard key={threadId} conversation={conversation} />
    </Page>
  );
}

function Neighbour({ threadId, label }: { threadId: string | null; label: string }) {
  const { slug: org } = useOrganization();
  const { domain } = useProject();
  const search = useSearch({ from: '/signed-in/$org/$domain/conversations/$threadId' });
  if (threadId === null) return null;
  return (
    <LinkButton to="/$org/$domain/conversations/$threadId" params={{ org, domain, threadId }} search={search}>
      {label}
    </LinkButton>
  );
}
