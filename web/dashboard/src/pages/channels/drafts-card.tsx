import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import type { ChannelDraft } from '../../../../../src/protocol/manage/channel-schema.ts';
import { useMay, useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';

/** Answers that wait for the team to post or discard them. */
export function DraftsCard() {
  const { queries } = useProject();
  const { data, error } = useQuery(queries.drafts);
  return (
    <Card title="Drafts">
      <ErrorText error={error} />
      {data?.length === 0 && <p className="text-sm text-soft">No answer waits to be posted.</p>}
      <ul className="grid gap-6">
        {data?.map((draft) => (
          <Draft key={draft.id} draft={draft} />
        ))}
      </ul>
    </Card>
  );
}

function Draft({ draft: { id, question, answer, person, createdAt } }: { draft: ChannelDraft }) {
  const { id: projectId, queries } = useProject();
  const client = useQueryClient();
  const may = useMay('admin');
  const path = `/manage/v1/projects/${projectId}/drafts/${encodeURIComponent(id)}`;
  const settle = async (method: string, at: string, text: string) => {
    await request(method, at);
    await client.invalidateQueries({ queryKey: queries.drafts.queryKey });
    return { text };
  };
  const posting = useAction(() => settle('POST', `${path}/post`, 'The answer is posted.'));
  const discarding = useAction(() => settle('DELETE', path, 'The draft is discarded.'));
  return (
    <li className="grid gap-3">
      <p dir="auto" className="text-sm font-medium wrap-anywhere whitespace-pre-line">
        {question}
      </p>
      <p className="text-xs text-faint">
        {person} · <Ago at={createdAt} />
      </p>
      <Markdown text={answer} />
      {may && (
        <div className="flex flex-wrap gap-2">
          <Button kind="primary" busy={posting.busy} onClick={() => posting.run()}>
            Post
          </Button>
          <Button busy={discarding.busy} onClick={() => discarding.run()}>
            Discard
          </Button>
        </div>
      )}
      <ErrorText error={posting.error ?? discarding.error} />
    </li>
  );
}
