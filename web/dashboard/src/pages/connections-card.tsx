import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '../api/format.ts';
import { request } from '../api/request.ts';
import type { Connection } from '../../../../src/protocol/manage/session-schema.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

const path = '/manage/v1/connections';

/** The MCP clients that the person let in, each with a button to end it. */
export function ConnectionsCard() {
  const client = useQueryClient();
  const queryKey = ['connections'];
  const { data } = useQuery({ queryKey, queryFn: () => request<{ items: Connection[] }>('GET', path) });
  const end = async (id: string) => {
    await request('DELETE', `${path}/${id}`);
    await client.invalidateQueries({ queryKey });
  };
  const items = data?.items ?? [];
  return (
    <Card title="Connected programs">
      {items.length === 0 ? (
        <p className="text-sm text-soft">No MCP client reads docs in your name.</p>
      ) : (
        <ul className="grid w-full gap-3 text-sm">
          {items.map(({ id, client: name, project, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 break-words">
                {name}
                <span className="text-soft">
                  {' '}
                  reads {project.name}, allowed {formatDateTime(createdAt)}
                </span>
              </span>
              <Button onClick={() => void end(id)}>Disconnect</Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
